import { counted } from '../../../../lib/format.ts'
import type { ReadOptions } from '../page.ts'
import { childrenOf, elementsIn, localName, parseXml, readXml, type XmlElement } from '../xml.ts'
import type { Archive } from './archive.ts'
import { relationsOf } from './relations.ts'

const MAIN = 'xl/workbook.xml'
const MAX_COLUMNS = 100
const MAX_ROWS = 50_000

/** Returns the sheets of a workbook as tables, without hidden sheets, rows, columns and cells. */
export function readXlsx(archive: Archive, { format }: ReadOptions): { content: string; warnings: string[] } {
  const workbook = parseXml(archive.text(MAIN))
  const files = relationsOf(archive, MAIN)
  const shared = elementsIn(parseXml(archive.text('xl/sharedStrings.xml')), 'si').map(sharedText)
  const book: Book = {
    shared,
    formats: formatsIn(archive),
    startsIn1904: elementsIn(workbook, 'workbookpr')[0]?.attributes['date1904'] === '1'
  }
  const omitted: Omitted = { sheets: 0, cells: 0, isCut: false }
  const parts: string[] = []
  for (const { attributes } of elementsIn(workbook, 'sheet')) {
    if (/^(?:hidden|veryHidden)$/.test(attributes['state'] ?? '')) {
      omitted.sheets++
      continue
    }
    const rows = readSheet(archive.text(files.get(attributes['r:id'] ?? '') ?? ''), book, omitted)
    const name = attributes['name'] ?? ''
    parts.push(format === 'markdown' ? `## ${name}\n\n${asMarkdown(rows)}` : `${name}\n\n${rows.map(row => row.join('\t')).join('\n')}`)
  }
  return { content: parts.map(part => part.trim()).join('\n\n'), warnings: warningsOf(omitted) }
}

interface Book {
  shared: readonly string[]
  formats: readonly CellFormat[]
  startsIn1904: boolean
}

/** How cells of a style look. */
interface CellFormat {
  kind: 'date' | 'time' | 'number'
  isHidden: boolean
}

interface Omitted {
  sheets: number
  cells: number
  isCut: boolean
}

function warningsOf({ sheets, cells, isCut }: Omitted): string[] {
  const parts = [...(sheets > 0 ? [counted(sheets, 'sheet')] : []), ...(cells > 0 ? [counted(cells, 'cell')] : [])]
  return [
    ...(parts.length > 0 ? [`Hidden text was omitted (${parts.join(', ')}): programs do not show it to people.`] : []),
    ...(isCut ? [`Only the first ${MAX_ROWS.toLocaleString('en')} rows and ${MAX_COLUMNS} columns of a sheet are returned.`] : [])
  ]
}

/** Phonetic hints are not part of the text. */
const sharedText = (item: XmlElement): string =>
  [item, ...childrenOf(item, 'r')]
    .flatMap(part => childrenOf(part, 't'))
    .map(({ children }) => children.filter(child => typeof child === 'string').join(''))
    .join('')

function formatsIn(archive: Archive): CellFormat[] {
  const styles = parseXml(archive.text('xl/styles.xml'))
  const codes = new Map(elementsIn(styles, 'numfmt').map(({ attributes }) => [attributes['numfmtid'], attributes['formatcode'] ?? '']))
  const fonts = childrenOf(elementsIn(styles, 'fonts')[0], 'font').map(font => colorOf(childrenOf(font, 'color')[0]))
  const fills = childrenOf(elementsIn(styles, 'fills')[0], 'fill').map(fill => {
    const [pattern] = childrenOf(fill, 'patternfill')
    return pattern?.attributes['patterntype'] === 'solid' ? colorOf(childrenOf(pattern, 'fgcolor')[0]) : WHITE
  })
  return childrenOf(elementsIn(styles, 'cellxfs')[0], 'xf').map(({ attributes }) => {
    const id = attributes['numfmtid'] ?? '0'
    const code = codes.get(id) ?? ''
    const color = fonts[Number(attributes['fontid'])]
    const isLikeBackground = color !== undefined && color === fills[Number(attributes['fillid'] ?? 0)]
    return { kind: kindOf(Number(id), code), isHidden: isLikeBackground || /^;;;?(?:;|$)/.test(code.trim()) }
  })
}

const WHITE = 'FFFFFF'
/** The first two colors of every theme are those of windows: white and black. */
const THEME: readonly string[] = [WHITE, '000000']

function colorOf(color: XmlElement | undefined): string | undefined {
  const { rgb, theme, indexed, tint } = color?.attributes ?? {}
  if (rgb !== undefined) return rgb.slice(-6).toUpperCase()
  if (indexed === '9' || indexed === '1') return WHITE
  return theme !== undefined && tint === undefined ? THEME[Number(theme)] : undefined
}

/** Numbers of the built-in formats. */
function kindOf(id: number, code: string): CellFormat['kind'] {
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time'
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date'
  const letters = code.replace(/"[^"]*"|\[[^\][]*\]|\\./g, '').toLowerCase()
  return /[yd]/.test(letters) ? 'date' : /[hs]/.test(letters) ? 'time' : 'number'
}

/** Returns the rows of a sheet as texts, without empty ones at its end. */
function readSheet(xml: string, book: Book, omitted: Omitted): string[][] {
  const rows: string[][] = []
  const hiddenColumns: [from: number, to: number][] = []
  let [isHiddenRow, rowNumber, column, type, style, value, isReading] = [false, 0, 0, '', 0, '', false]
  readXml(xml, {
    open(name, attributes) {
      const local = localName(name)
      if (local === 'col' && isOn(attributes['hidden'])) hiddenColumns.push([Number(attributes['min']), Number(attributes['max'])])
      else if (local === 'row') {
        rowNumber = Number(attributes['r']) || rowNumber + 1
        isHiddenRow = isOn(attributes['hidden'])
        column = 0
      } else if (local === 'c') {
        column = columnOf(attributes['r'] ?? '') || column + 1
        ;[type, style, value] = [attributes['t'] ?? 'n', Number(attributes['s'] ?? 0), '']
      } else if (local === 'v' || local === 't') isReading = true
    },
    text(text) {
      if (isReading) value += text
    },
    close(name) {
      const local = localName(name)
      if (local === 'v' || local === 't') isReading = false
      if (local !== 'c' || value === '') return
      const format = book.formats[style]
      if (isHiddenRow || format?.isHidden || hiddenColumns.some(([from, to]) => column >= from && column <= to)) omitted.cells++
      else if (rowNumber > MAX_ROWS || column > MAX_COLUMNS) omitted.isCut = true
      else {
        while (rows.length < rowNumber) rows.push([])
        const row = rows[rowNumber - 1] ?? []
        while (row.length < column) row.push('')
        row[column - 1] = cellText(value, type, format?.kind ?? 'number', book)
      }
    }
  })
  return rows.filter(row => row.length > 0)
}

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

/** `AB12` is in column 28. */
const columnOf = (reference: string): number => {
  const [letters = ''] = /^[A-Z]{1,3}/i.exec(reference) ?? []
  return Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

const DAY_MS = 86_400_000
/** Day 0 of the two calendars; the first one has a leap day that did not exist. */
const EPOCHS = { usual: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) }

function cellText(value: string, type: string, kind: CellFormat['kind'], { shared, startsIn1904 }: Book): string {
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  const number = Number(value)
  if (type !== 'n' || kind === 'number' || !Number.isFinite(number)) return value
  const date = new Date((startsIn1904 ? EPOCHS.from1904 : EPOCHS.usual) + Math.round(number * DAY_MS))
  if (Number.isNaN(date.getTime())) return value
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T')
  return kind === 'time' ? time : time === '00:00:00' ? day : `${day} ${time}`
}

function asMarkdown(rows: readonly string[][]): string {
  const width = rows.reduce((max, { length }) => Math.max(max, length), 0)
  if (width === 0) return ''
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_none, at) => inCell(cells[at] ?? '')).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), line(Array.from({ length: width }, () => '---')), ...rest.map(line)].join('\n')
}

const inCell = (text: string): string => text.trim().replaceAll('|', '\\|').replace(/\r?\n/g, '<br>')
