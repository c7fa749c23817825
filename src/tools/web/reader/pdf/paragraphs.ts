import type { StructuredTextItem } from 'unpdf'
import type { ReadOptions } from '../page.ts'
import type { Run } from './drawing.ts'
import { type Cell, type Line, tableAt } from './tables.ts'

/** A piece of text on a page. */
export interface Item extends Pick<StructuredTextItem, 'str' | 'x' | 'y' | 'width' | 'hasEOL'> {
  /** Height of the letters in points. */
  size: number
}

/** A gap larger than the usual one by this factor starts a paragraph. */
const WIDE = 1.25

/** Returns the text of each page. A PDF has no paragraphs, headings or tables: they are inferred from positions and sizes. */
export function pageTexts(pages: readonly (readonly Item[])[], format: ReadOptions['format']): string[] {
  const headings = headingSizes(pages)
  return pages.map(items => pageText(items, headings, format))
}

export const asItems = (items: readonly StructuredTextItem[]): Item[] => items.map(item => ({ ...item, size: item.fontSize }))

function pageText(items: readonly Item[], headings: readonly number[], format: ReadOptions['format']): string {
  const lines = linesOf(items)
  const usual = usualGap(lines)
  let text = ''
  for (let at = 0; at < lines.length; ) {
    const table = tableAt(lines, at, format)
    if (table) {
      text += `\n\n${table.text}\n\n`
      at = table.end
      continue
    }
    const line = lines[at]
    if (!line) break
    const above = lines[at - 1]
    const level = headingLevel(line, headings)
    const isContinued = above !== undefined && level > 0 && headingLevel(above, headings) === level && above.y - line.y < 2 * line.size
    const isApart =
      above !== undefined && (above.y - line.y > usual * WIDE || level !== headingLevel(above, headings) || (level > 0 && !isContinued))
    const mark = level > 0 && !isContinued && format === 'markdown' ? `${'#'.repeat(level)} ` : ''
    text += `${above === undefined ? '' : isApart ? '\n\n' : isContinued ? ' ' : '\n'}${mark}${line.text}`
    at++
  }
  return text.replace(/\n{3,}/g, '\n\n').trim()
}

/** Letters of headings are larger than those of the text by this factor. */
const LARGER = 1.15
const MAX_LEVELS = 4
const MAX_HEADING = 200

/** Returns the sizes of headings, the largest first. */
function headingSizes(pages: readonly (readonly Item[])[]): number[] {
  const lengths = new Map<number, number>()
  for (const items of pages)
    for (const { str, size } of items) lengths.set(rounded(size), (lengths.get(rounded(size)) ?? 0) + str.trim().length)
  const [usual = 0] = [...lengths].toSorted(([, one], [, other]) => other - one)[0] ?? []
  return [...lengths.keys()]
    .filter(size => usual > 0 && size > usual * LARGER)
    .toSorted((one, other) => other - one)
    .slice(0, MAX_LEVELS)
}

const rounded = (size: number): number => Math.round(size * 2) / 2

/** Returns the level of a heading; 0 for other text. */
const headingLevel = ({ text, size }: Line, headings: readonly number[]): number =>
  text.length <= MAX_HEADING && /\p{L}/u.test(text) ? headings.indexOf(rounded(size)) + 1 : 0

function linesOf(items: readonly Item[]): Line[] {
  const lines: Line[] = []
  let parts: Item[] = []
  const end = (): void => {
    const visible = parts.filter(({ str }) => str.trim() !== '')
    const [first] = visible
    if (first) {
      const longest = visible.reduce((most, part) => (part.str.length > most.str.length ? part : most))
      const text = parts.map(({ str }) => str).join('')
      lines.push({ text: text.trimEnd(), y: first.y, size: longest.size, cells: cellsOf(visible) })
    }
    parts = []
  }
  for (const item of items) {
    parts.push(item)
    if (item.hasEOL) end()
  }
  end()
  return lines
}

/** Relative to the size of letters: a wider gap separates cells. Between words, even of justified text, there is less. */
const CELL_GAP = 1.2

function cellsOf(items: readonly Item[]): Cell[] {
  const cells: Cell[] = []
  let last: Item | undefined
  for (const item of items) {
    const { str, x, width, size } = item
    const gap = last ? x - last.x - last.width : Number.POSITIVE_INFINITY
    const cell = cells.at(-1)
    if (!cell || gap > size * CELL_GAP) cells.push({ text: str, from: x, to: x + width })
    else {
      cell.text += gap > size * WORD && !/\s$/.test(cell.text) ? ` ${str}` : str
      cell.to = Math.max(cell.to, x + width)
    }
    last = item
  }
  return cells
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
    return { str: isApart ? `${text} ` : text, x: from[0], y: from[1], width: to[0] - from[0], size, hasEOL }
  })
}
