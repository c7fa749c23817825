import { withoutInvisible } from '../lib/invisible.ts'

/** Returns rows as text in which the cells of each column begin at the same place. */
export function inColumns(rows: readonly string[][]): string {
  const shown = rows.map(row => row.map(onOneLine))
  const widths = shown[0]?.map((_, column) => Math.max(...shown.map(row => row[column]?.length ?? 0))) ?? []
  return shown
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

/** Returns a text of a caller for a terminal: it cannot move the cursor, hide other lines, or look like another line. */
export const onOneLine = (text: string): string => withoutInvisible(text).text.replace(/\s/g, ' ')
