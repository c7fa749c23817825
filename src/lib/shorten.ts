/** Returns the text, or as many of its first sentences as fit. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const end = Math.max(...['. ', '! ', '? '].map(mark => text.lastIndexOf(mark, max - 1)))
  return end > 0 ? text.slice(0, end + 1) : `${text.slice(0, max - 1)}…`
}
