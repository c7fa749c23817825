/** The text, or as many of its first sentences as fit. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const end = Math.max(...['. ', '! ', '? '].map(mark => text.lastIndexOf(mark, most - 1)))
  return end > 0 ? text.slice(0, end + 1) : `${text.slice(0, most - 1)}…`
}
