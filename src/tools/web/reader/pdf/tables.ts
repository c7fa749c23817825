import type { ReadOptions } from '../page.ts'

/** A part of a line, with its left and right end. */
export interface Cell {
  text: string
  from: number
  to: number
}

/** A line of a page, its vertical position, the size of its letters, and its parts with wide gaps between them. */
export interface Line {
  text: string
  y: number
  size: number
  cells: Cell[]
}

/** Rows of prose in columns are longer. */
const MAX_CELL = 60
const MAX_COLUMNS = 50

interface Column {
  from: number
  to: number
}

/** Returns the table that starts at a line, and the line after it; undefined if there is none. The lines of a table have cells below each other. */
export function tableAt(lines: readonly Line[], start: number, format: ReadOptions['format']): { text: string; end: number } | undefined {
  let columns: Column[] = []
  let end = start
  for (let line = lines[end]; line && line.cells.length > 1; line = lines[++end]) {
    const extended = withCells(columns, line.cells)
    if (!extended) break
    columns = extended
  }
  const rows = lines.slice(start, end)
  const cells = rows.flatMap(row => row.cells)
  const isTable = rows.length > 2 || (rows.length === 2 && columns.length > 2)
  if (!isTable || cells.reduce((sum, { text }) => sum + text.length, 0) > MAX_CELL * cells.length) return undefined
  const grid = rows.map(row => columns.map(column => row.cells.find(cell => isWithin(cell, column))?.text.trim() ?? ''))
  return { text: format === 'markdown' ? markdownOf(grid) : grid.map(row => row.join('\t')).join('\n'), end }
}

const isWithin = (cell: Cell, { from, to }: Column): boolean => cell.from < to && cell.to > from

/** Returns the columns, extended by the cells of a line; undefined if the cells do not fit into them. */
function withCells(columns: readonly Column[], cells: readonly Cell[]): Column[] | undefined {
  const extended = columns.map(column => ({ ...column }))
  const taken = new Set<Column>()
  for (const cell of cells) {
    const own = extended.filter(column => isWithin(cell, column))
    const [column = { from: cell.from, to: cell.to }] = own
    if (own.length > 1 || taken.has(column)) return undefined
    if (own.length === 0) extended.push(column)
    taken.add(column)
    column.from = Math.min(column.from, cell.from)
    column.to = Math.max(column.to, cell.to)
  }
  const sorted = extended.toSorted((one, other) => one.from - other.from)
  const areApart = sorted.every(({ from }, at) => at === 0 || from >= (sorted[at - 1]?.to ?? from))
  return areApart && sorted.length <= MAX_COLUMNS ? sorted : undefined
}

function markdownOf([head = [], ...rest]: readonly string[][]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(text => text.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n')
}
