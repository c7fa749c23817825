/** A window of a text: whole parts from an offset. */
export interface Window {
  /** Maximum length; undefined: to the end. */
  max_chars: number | undefined
  /** UTF-16 code units before the window. */
  offset: number
}

/** Returns the last position between `offset` and `limit` at which a part of the text ends; undefined if there is none. */
export type LastEnd = (text: string, offset: number, limit: number) => number | undefined

/** Returns the window and its end. A part longer than the window is cut, so that reading always makes progress. Characters are never split. */
export function cut(text: string, lastEnd: LastEnd, { max_chars = text.length, offset }: Window): { text: string; end: number } {
  const limit = offset + max_chars
  if (limit >= text.length) return { text: text.slice(offset), end: text.length }
  const end = lastEnd(text, offset, limit) ?? (isWithin(text, limit) ? limit - 1 : limit)
  return { text: text.slice(offset, end), end }
}

/** Whether a position is inside a surrogate pair. */
const isWithin = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff

const BLANK_LINE = '\n\n'

/**
 * Finds the end of a paragraph of Markdown or plain text, or of a line or word of a paragraph that fits into no window. Reads only the window and the next
 * one, because a text may have a million paragraphs.
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
