/** What a service answered, before anybody has looked at it. */
export type Row = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined where it is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What stands below a name; an empty one where nothing does. */
export function below(row: Row, name: string): Row {
  const value = row[name]
  return isRecord(value) ? value : {}
}

/** The records of a list; services leave lists out, and put null into them. */
export function rowsIn(row: Row, name: string): Row[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function textOrNull(row: Row, name: string): string | null {
  const value = row[name]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

export function numberOrNull(row: Row, name: string): number | null {
  const value = row[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export const textsIn = (row: Row, name: string): string[] => {
  const value = row[name]
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
