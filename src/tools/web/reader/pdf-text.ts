import type { StructuredTextItem } from 'unpdf'

/** A line of a page, and how high it stands there. */
interface Line {
  text: string
  y: number
}

/** Further below the line before than this, of what is usual on the page, begins a new paragraph. */
const WIDE = 1.25

/** The text of a page. A PDF knows no paragraphs: they are told from the room above them. */
export function paragraphsOf(items: readonly StructuredTextItem[]): string {
  const lines = linesOf(items)
  const usual = usualGap(lines)
  return lines
    .map(({ text, y }, at) => `${at === 0 ? '' : (lines[at - 1]?.y ?? y) - y > usual * WIDE ? '\n\n' : '\n'}${text}`)
    .join('')
    .trim()
}

function linesOf(items: readonly StructuredTextItem[]): Line[] {
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

/** A fourth of the lines stand as close or closer; of one that goes on in another column there is no gap. */
function usualGap(lines: readonly Line[]): number {
  const gaps = lines.flatMap(({ y }, at) => (at > 0 ? [(lines[at - 1]?.y ?? y) - y] : [])).filter(gap => gap > 0)
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 0
}
