/** A window of a text: whole parts, from an offset on. */
export interface Window {
  /** Undefined: to the end. */
  max_chars: number | undefined
  /** Characters before it, as JavaScript counts them. */
  offset: number
}

/** At least one part, or a part that is longer than the window cut within, since nothing would never end. No character is cut in two. */
export function cut(
  text: string,
  endsOf: (text: string) => number[],
  { max_chars = text.length, offset }: Window
): { text: string; end: number } {
  const limit = offset + max_chars
  if (limit >= text.length) return { text: text.slice(offset), end: text.length }
  const end = endsOf(text).findLast(at => at > offset && at <= limit) ?? (isWithin(text, limit) ? limit - 1 : limit)
  return { text: text.slice(offset, end), end }
}

/** Between the two halves of a character beyond the first 65,536. */
const isWithin = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff

/** Where paragraphs of Markdown or plain text end. */
export const paragraphEnds = (text: string): number[] => [...text.matchAll(/\n\n/g)].map(({ index }) => index + 2)
