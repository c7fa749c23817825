import type { DefaultTreeAdapterTypes } from 'parse5'
import { isWithin } from '../../../lib/extent.ts'

/** Nested deeper, a page is no article, and looking for one would take minutes. As many elements take seconds; long articles have a fourth of these. */
const LARGEST = { depth: 100, elements: 40_000 }

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

/** Whether a reader can look for what the page is about. */
export const isManageable = (root: DefaultTreeAdapterTypes.Document): boolean => isWithin(root, LARGEST)
