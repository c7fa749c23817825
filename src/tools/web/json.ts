import { type Row, text } from '../../lib/row.ts'

/** Returns undefined if the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns null for an empty or blank text. */
export function textOrNull(row: Row, name: string): string | null {
  const value = text(row, name)
  return value.trim() === '' ? null : value
}
