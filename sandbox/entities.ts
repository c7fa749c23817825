import { parseFragment } from 'parse5'

/** Replaces every HTML entity (`&ndash;`, `&#x1F600;`) with its character. Other characters, such as `<`, stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  const [node] = parseFragment(text.replaceAll('<', '&lt;')).childNodes
  return node !== undefined && 'value' in node ? node.value : ''
}
