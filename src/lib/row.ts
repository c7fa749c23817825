/** An object in an upstream response. Missing properties become null or empty, so that an incomplete response is still passed on. */
export type Row = Readonly<Record<string, unknown>>

const NOTHING: Row = {}

export const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

export const rowOf = (value: unknown): Row => (isRow(value) ? value : NOTHING)

export const text = (row: Row, name: string): string => textOrNull(row, name) ?? ''

export function textOrNull(row: Row, name: string): string | null {
  const value = row[name]
  return typeof value === 'string' ? value : null
}

/** Returns an ID as a string. Some systems send IDs as numbers. */
export function idOrNull(row: Row, name: string): string | null {
  const value = row[name]
  return typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : null
}

export const id = (row: Row): string => idOrNull(row, 'id') ?? ''

export function numberOrNull(row: Row, name: string): number | null {
  const value = row[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function integerOrNull(row: Row, name: string): number | null {
  const value = numberOrNull(row, name)
  return value === null ? null : Math.trunc(value)
}

export function flagOrNull(row: Row, name: string): boolean | null {
  const value = row[name]
  return typeof value === 'boolean' ? value : null
}

export const flag = (row: Row, name: string): boolean => row[name] === true

/** A valid time in our own format. Most times match, and parsing one takes twenty times as long. */
const UTC_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Returns a time as ISO 8601 in UTC; null if there is none. */
export function time(row: Row, name: string): string | null {
  const written = text(row, name)
  if (UTC_TIME.test(written)) return written
  const at = new Date(written)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** Returns the object at a path of names; an empty one if any is missing. */
export function below(row: Row, ...names: string[]): Row {
  let at = row
  for (const name of names) at = rowOf(at[name])
  return at
}

/** Whether an object has at least one of these properties. One that has none is not what the API returns. */
export const hasAny = (row: Row, names: readonly string[]): boolean => names.some(name => has(row, name))

/** Returns the objects of a list; undefined if it contains anything else. Null is left out. */
export function rowsOrUndefined(value: unknown): Row[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items = value.filter(item => item !== null)
  return items.every(isRow) ? items : undefined
}

export const has = (row: Row, name: string): boolean => row[name] !== undefined && row[name] !== null

export function rows(row: Row, name: string): Row[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter(isRow) : []
}

export function texts(row: Row, name: string): string[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

/** Returns only these properties, without undefined ones. */
export const pick = (row: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => names.includes(name) && value !== undefined))
