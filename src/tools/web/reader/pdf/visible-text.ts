import { getResolvedPDFJS, type StructuredTextItem } from 'unpdf'
import { type Run, runsOf } from './drawing.ts'
import { asBox, EVERYWHERE } from './geometry.ts'
import { asItems, type Item, itemsOf } from './paragraphs.ts'

type Document = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>

/** The visible text of pages, and warnings. */
interface VisibleText {
  pages: Item[][]
  warnings: string[]
}

interface SeenPage {
  items: Item[]
  /** Number of omitted characters. */
  hidden: number
  isRecognized: boolean
  isJudged: boolean
}

/** Returns the visible text of each page. `items`: all text of each page, in the order of the PDF library. */
export async function visibleItems(pdf: Document, items: readonly StructuredTextItem[][], bytes: Uint8Array): Promise<VisibleText> {
  const { OPS } = await getResolvedPDFJS()
  const names: string[] = []
  for (const [name, number] of Object.entries(OPS)) if (typeof number === 'number') names[number] = name
  const layers = await pdf.getOptionalContentConfig()
  const hasPictures = PICTURE.test(Buffer.from(bytes).toString('latin1'))
  const pages: SeenPage[] = []
  for (const [at, all] of items.entries()) {
    const page = await pdf.getPage(at + 1)
    const { fnArray, argsArray } = await page.getOperatorList()
    const fonts = page.commonObjs
    const drawing = {
      operators: fnArray.map(number => names[number] ?? ''),
      args: argsArray,
      view: asBox(page.view) ?? EVERYWHERE,
      hasPictures,
      isShown: (layer: unknown): boolean => layers.isVisible(layer),
      isDrawnFont: (name: string): boolean => fonts.has(name) && fonts.get(name).isType3Font === true
    }
    pages.push(seen(all, runsOf(drawing, names)))
    page.cleanup()
  }
  return { pages: pages.map(page => page.items), warnings: warningsOf(pages) }
}

/** Images are streams, whose dictionaries are uncompressed in the file. */
const PICTURE = /\/Subtype\s*\/Image\b/

function seen(items: readonly StructuredTextItem[], { runs, isJudged }: { runs: Run[]; isJudged: boolean }): SeenPage {
  const isRecognized = hasRecognizedText(runs)
  const isLeft = ({ hiding, isOverPicture }: Run): boolean =>
    hiding === undefined || (isRecognized && hiding === 'unpainted' && isOverPicture)
  const hidden = lengthOf(runs.filter(run => !isLeft(run)))
  return { items: hidden === 0 ? asItems(items) : itemsOf(runs.filter(isLeft)), hidden, isRecognized, isJudged }
}

/** Text recognition writes most text of a page invisibly over the image of it. */
function hasRecognizedText(runs: readonly Run[]): boolean {
  const recognized = lengthOf(runs.filter(({ hiding, isOverPicture }) => hiding === 'unpainted' && isOverPicture))
  return recognized > 0 && recognized >= lengthOf(runs.filter(({ hiding }) => hiding === undefined))
}

const lengthOf = (runs: readonly Run[]): number => runs.reduce((sum, { text }) => sum + text.trim().length, 0)

function warningsOf(pages: readonly SeenPage[]): string[] {
  const hidden = pages.reduce((sum, page) => sum + page.hidden, 0)
  const recognized = pages.filter(({ isRecognized }) => isRecognized).length
  return [
    ...(hidden > 0 ? [leftOut(hidden)] : []),
    ...(recognized > 0 ? [recognizedText(recognized, pages.length)] : []),
    ...(pages.every(({ isJudged }) => isJudged) ? [] : [NOT_JUDGED])
  ]
}

export const NOT_JUDGED = 'The PDF is too large to detect hidden text: the text may contain some.'

const leftOut = (characters: number): string =>
  `Hidden text was omitted (${characters} characters): it is not painted, or readers of the PDF cannot see it.`

const recognizedText = (count: number, all: number): string =>
  `On ${count} of ${all} pages, the text is an invisible layer over an image, as text recognition writes it: it may differ from the image.`
