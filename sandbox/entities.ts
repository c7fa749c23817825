import { parseFragment } from 'parse5'

/** Text in which every entity of HTML is the sign that it stands for: `&ndash;`, `&#x1F600;`. Other signs stay, also `<`. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  const [node] = parseFragment(text.replaceAll('<', '&lt;')).childNodes
  return node !== undefined && 'value' in node ? node.value : ''
}
