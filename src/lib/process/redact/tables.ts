import { type HeldLine, hideValue } from './items.ts'
import { holdsItem, isSecretName, namesItem } from './secret-names.ts'
import { HIDDEN } from './values.ts'

interface Column {
  start: number
  /** undefined: to the end of the line. */
  end: number | undefined
  name: string
}

/** A heading such as `NAME     DB_PASSWORD`: titles in capitals with at least two spaces between them. */
const TITLES = /^ {0,2}[A-Z][A-Z\d_-]*(?: {1,100}[A-Z][A-Z\d_-]*)*\s*$/

/** In a box, columns are separated by bars. */
const withoutBars = (text: string): string => (/^[|│]/.test(text) ? text.replace(/[|│]/g, ' ') : text)

function columnsOf(line: string): Column[] {
  const text = withoutBars(line)
  if (!TITLES.test(text)) return []
  const found = [...text.matchAll(/(?<=^| {2})[A-Z\d_-]+(?: [A-Z\d_-]+)*/g)]
  return found.map(({ index, 0: name }, at) => ({ start: index, end: found[at + 1]?.index, name }))
}

/** A name and its value, `  DB_PASSWORD    …`, as gcloud prints variables below a heading. */
const PAIR = /^(?:\s+(?=\S)|(?=[A-Z\d_]+ ))([\w.-]{1,100}) {2,}(?=\S)/

/** Hides values in tables, by the title of their column or the name in their row. */
export function createTableScanner() {
  let columns: Column[] = []

  function hideCell(line: HeldLine, { start, end = line.text.length }: Column): void {
    const cell = withoutBars(line.text).slice(start, end)
    const length = cell.trimEnd().length
    if (length > 0) hideValue({ line, start, end: start + length, hidden: HIDDEN })
  }

  function scanRow(line: HeldLine): void {
    const cellOf = ({ start, end }: Column): string => withoutBars(line.text).slice(start, end).trim()
    const isSecret = columns.some(column => namesItem(column.name) && isSecretName(cellOf(column)))
    for (const column of columns) if (isSecretName(column.name) || (isSecret && holdsItem(column.name))) hideCell(line, column)
  }

  return {
    /** Whether the next value may be part of a secret. */
    mayHide: (): boolean => columns.length > 0,
    scan(line: HeldLine): void {
      const titles = columnsOf(line.text)
      const hiding = titles.some(({ name }) => isSecretName(name) || holdsItem(name))
      if (titles.length > 1 || hiding) columns = hiding ? titles : []
      else if (line.text.trim() === '') columns = []
      else if (columns.length > 0) scanRow(line)
      else {
        const found = PAIR.exec(line.text)
        if (found && isSecretName(found[1] ?? ''))
          hideValue({ line, start: found[0].length, end: line.text.trimEnd().length, hidden: HIDDEN })
      }
    }
  }
}
