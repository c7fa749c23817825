/** A thing as Trello answers it. What it lacks is null or empty: an answer is passed on, whatever it lacks. */
export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

export const text = (row: Row, name: string): string => textOrNull(row, name) ?? ''

export function textOrNull(row: Row, name: string): string | null {
  const value = row[name]
  return typeof value === 'string' ? value : null
}

export function numberOrNull(row: Row, name: string): number | null {
  const value = row[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export const flag = (row: Row, name: string): boolean => row[name] === true

/** ISO 8601 in UTC; null where there is no time. */
export function time(row: Row, name: string): string | null {
  const at = new Date(text(row, name))
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

export function below(row: Row, name: string): Row {
  const value = row[name]
  return isRow(value) ? value : {}
}

export function rowsBelow(row: Row, name: string): Row[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter(isRow) : []
}

export function texts(row: Row, name: string): string[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
