import type { DefaultTreeAdapterTypes } from 'parse5'
import { withoutInvisible } from '../invisible.ts'
import { removeHidden } from './hidden.ts'
import { textWithin } from './text-within.ts'

type Node = DefaultTreeAdapterTypes.Node
type Document = DefaultTreeAdapterTypes.Document | DefaultTreeAdapterTypes.DocumentFragment

/**
 * Whether unmodified HTML contains or may contain text that people do not see: hidden elements, comments, templates, invisible
 * characters. Removes the hidden elements from the document. Not recursive; `maxSteps` as in removeHidden.
 */
export const hidesText = (document: Document, maxSteps?: number): boolean =>
  hasUnshown(document) || removeHidden(document, maxSteps).length > 0 || withoutInvisible(textWithin(document)).found.size > 0

/** Whether there is a comment with words, or a template. */
function hasUnshown(document: Document): boolean {
  const open: Node[] = [...document.childNodes]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('data' in node && /\p{L}/u.test(node.data)) return true
    if ('content' in node && node.content.childNodes.length > 0) return true
    if ('childNodes' in node) for (const child of node.childNodes) open.push(child)
  }
  return false
}
