import { below, type Row, textOrNull, texts, time } from '../../../../lib/row.ts'

/** Ranges of consecutive lines with the same commit, numbered from `from_line`. */
export function blameOf(rows: readonly Row[], from_line: number) {
  let line = from_line
  return rows.map(run => {
    const [commit, lines] = [below(run, 'commit'), texts(run, 'lines')]
    const start = line
    line += lines.length
    return {
      from_line: start,
      to_line: line - 1,
      commit_id: textOrNull(commit, 'id'),
      author_name: textOrNull(commit, 'author_name'),
      authored_at: time(commit, 'authored_date'),
      commit_title: textOrNull(commit, 'message')?.split('\n')[0] ?? null,
      text: lines.join('\n')
    }
  })
}
