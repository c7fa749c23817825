import type { Lines } from '../graph/portable.ts'

/** A part is read in some milliseconds, and taken in some hundred. */
const MOST_LINES = 200
const MOST_CHARACTERS = 100_000

/** Cuts a text between its lines; `first` is the number of the first. Answers that of the next after the last. */
export function* partsOf(text: string, first = 1): Generator<Lines, number> {
  let line = first
  for (let from = 0; from < text.length; ) {
    let [to, lines] = [from, 0]
    while (to < text.length && lines < MOST_LINES && to - from < MOST_CHARACTERS) {
      const end = text.indexOf('\n', to)
      to = end === -1 ? text.length : end + 1
      lines++
    }
    yield { text: text.slice(from, to), first: line }
    from = to
    line += lines
  }
  return line
}
