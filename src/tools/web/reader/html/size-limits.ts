import type { DefaultTreeAdapterTypes } from 'parse5'
import { isWithin } from '../../../../lib/tree-limits.ts'

/**
 * Limits for article detection: it takes minutes for deeper nesting, and seconds for this many elements. Long articles have a quarter of
 * them.
 */
const MAX_SIZE = { depth: 100, elements: 40_000 }

/** Maximum number of tags to parse: more take seconds and hundreds of megabytes. */
const MAX_TAGS = 200_000

/** Returns as much of a page as can be parsed. */
export function truncateHtml(html: string): string {
  let end = -1
  for (let tags = 0; tags <= MAX_TAGS; tags++) {
    end = html.indexOf('<', end + 1)
    if (end === -1) return html
  }
  return html.slice(0, end)
}

/** Whether article detection can process a document. */
export const isManageable = (root: DefaultTreeAdapterTypes.Document): boolean => isWithin(root, MAX_SIZE)
