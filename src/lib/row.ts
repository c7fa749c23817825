/** A thing as an upstream answers it. What it lacks is null or empty: an answer is passed on, whatever it lacks. */
export type Row = Readonly<Record<string, unknown>>

const NOTHING: Row = {}

export const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

export const rowOf = (value: unknown): Row => (isRow(value) ? value : NOTHING)

export const text = (row: Row, name: string): string => textOrNull(row, name) ?? ''

export function textOrNull(row: Row, name: string): string | null {
  const value = row[name]
  return typeof value === 'string' ? value : null
}

/** Ids are numbers here and texts there. */
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

/** A time as we tell it, of a day that every month has: most times come so, and to read and write one takes twenty times as long. */
const AS_TOLD = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** ISO 8601 in UTC; null where there is no time. */
export function time(row: Row, name: string): string | null {
  const told = text(row, name)
  if (AS_TOLD.test(told)) return told
  const at = new Date(told)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** What is below a path of names; empty where any of them is lacking. */
export function below(row: Row, ...names: string[]): Row {
  let at = row
  for (const name of names) at = rowOf(at[name])
  return at
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

/** Only these properties, and of them those that are given. */
export const pick = (row: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => names.includes(name) && value !== undefined))
