/** A window of a text: whole parts, from an offset on. */
export interface Window {
  /** Undefined: to the end. */
  max_chars: number | undefined
  /** Characters before it, as JavaScript counts them. */
  offset: number
}

/** The last place after `offset`, and at `limit` or before it, where a part of the text ends; undefined where none does. */
export type LastEnd = (text: string, offset: number, limit: number) => number | undefined

/** At least one part, or a part that is longer than the window cut within, since nothing would never end. No character is cut in two. */
export function cut(text: string, lastEnd: LastEnd, { max_chars = text.length, offset }: Window): { text: string; end: number } {
  const limit = offset + max_chars
  if (limit >= text.length) return { text: text.slice(offset), end: text.length }
  const end = lastEnd(text, offset, limit) ?? (isWithin(text, limit) ? limit - 1 : limit)
  return { text: text.slice(offset, end), end }
}

/** Between the two halves of a character beyond the first 65,536. */
const isWithin = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff

const BLANK_LINE = '\n\n'

/**
 * A paragraph of Markdown or plain text; of one that fits into no window, such as a long list, a line or a word. Only the window and the next
 * are looked at: a text may be a million paragraphs, and is cut while others wait.
 */
export const paragraphEnd: LastEnd = (text, offset, limit) => {
  const window = text.slice(offset, limit)
  const whole = endOf(window, BLANK_LINE)
  if (whole !== undefined && fits(text, offset + whole, limit - offset)) return offset + whole
  const end = endOf(window, '\n') ?? whole ?? endOf(window, ' ')
  return end && offset + end
}

function endOf(window: string, sign: string): number | undefined {
  const at = window.lastIndexOf(sign)
  return at === -1 ? undefined : at + sign.length
}

const fits = (text: string, from: number, size: number): boolean =>
  text.length - from <= size || text.slice(from, from + size).includes(BLANK_LINE)
