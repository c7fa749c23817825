import { type Row, text } from '../../lib/row.ts'

/** Undefined where it is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Blanks say nothing either. */
export function textOrNull(row: Row, name: string): string | null {
  const said = text(row, name)
  return said.trim() === '' ? null : said
}
