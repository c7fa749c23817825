import type { StructuredTextItem } from 'unpdf'
import type { Run } from './drawing.ts'

/** A line of a page, and its vertical position. */
interface Line {
  text: string
  y: number
}

/** A gap larger than the usual one by this factor starts a paragraph. */
const WIDE = 1.25

type Item = Pick<StructuredTextItem, 'str' | 'y' | 'hasEOL'>

/** Returns the text of a page. A PDF has no paragraphs: they are inferred from line gaps. */
export function paragraphsOf(items: readonly Item[]): string {
  const lines = linesOf(items)
  const usual = usualGap(lines)
  return lines
    .map(({ text, y }, at) => `${at === 0 ? '' : (lines[at - 1]?.y ?? y) - y > usual * WIDE ? '\n\n' : '\n'}${text}`)
    .join('')
    .trim()
}

function linesOf(items: readonly Item[]): Line[] {
  const lines: Line[] = []
  let [text, y] = ['', 0]
  const end = (): void => {
    if (text.trim() !== '') lines.push({ text: text.trimEnd(), y })
    text = ''
  }
  for (const item of items) {
    if (text.trim() === '') y = item.y
    text += item.str
    if (item.hasEOL) end()
  }
  end()
  return lines
}

/** The lower quartile of the gaps. A line that continues in another column has no gap. */
function usualGap(lines: readonly Line[]): number {
  const gaps = lines.flatMap(({ y }, at) => (at > 0 ? [(lines[at - 1]?.y ?? y) - y] : [])).filter(gap => gap > 0)
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 0
}

/** Relative to the font size: a larger vertical distance starts a line, a larger horizontal one a word. */
const LINE = 0.5
const WORD = 0.15

/** Converts drawn texts to line items. */
export function itemsOf(runs: readonly Run[]): Item[] {
  return runs.map(({ text, from, to, size }, at) => {
    const next = runs[at + 1]
    const hasEOL = next === undefined || Math.abs(next.from[1] - to[1]) > size * LINE
    const isApart = !hasEOL && Math.abs(next.from[0] - to[0]) > size * WORD && !/\s$/.test(text) && !/^\s/.test(next.text)
    return { str: isApart ? `${text} ` : text, y: from[1], hasEOL }
  })
}
