import { printableLine } from './outcome.ts'

/** Returns rows as text, each on one line, in which the cells of each column begin at the same place. */
export function inColumns(cells: readonly string[][]): string {
  const rows = cells.map(row => row.map(printableLine))
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}
