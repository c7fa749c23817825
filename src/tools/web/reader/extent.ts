import type { DefaultTreeAdapterTypes } from 'parse5'

/** Nested deeper, a page is no article, and looking for one would take minutes. */
const DEEPEST = 100
/** As many take seconds. Long articles have a fourth of these. */
const MOST_ELEMENTS = 40_000

/** What is parsed of a page: more tags take seconds and hundreds of megabytes, whatever is made of them then. */
const MOST_TAGS = 200_000

/** As much of a page as can be parsed. */
export function beginningOf(html: string): string {
  let end = -1
  for (let tags = 0; tags <= MOST_TAGS; tags++) {
    end = html.indexOf('<', end + 1)
    if (end === -1) return html
  }
  return html.slice(0, end)
}

/** Whether a reader can look for what the page is about. Not by recursion: what is asked is whether that would go well. */
export function isManageable(root: DefaultTreeAdapterTypes.Document): boolean {
  const open: [DefaultTreeAdapterTypes.Node, number][] = [[root, 0]]
  let elements = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next
    if (!('childNodes' in node)) continue
    if (depth > DEEPEST || ++elements > MOST_ELEMENTS) return false
    for (const child of node.childNodes) open.push([child, depth + 1])
  }
  return true
}
