import { countOf } from '../../../../../lib/find-text.ts'
import { childOf, type Element, isElement, type Node, parseStorage } from './tree.ts'

/** Elements whose text readers see elsewhere, or not at all. */
const NO_TEXT = new Set(['ac:parameter', 'ac:plain-text-body', 'ac:task-id', 'ac:task-uuid', 'ac:task-status', 'ac:placeholder'])
/** Elements that end a line of text: a selection does not go beyond them. */
const BLOCKS = /^(?:p|h[1-6]|li|td|th|tr|table|ul|ol|div|blockquote|pre|hr|br|ac:.*)$/
const IN_LINE = new Set(['ac:inline-comment-marker', 'ac:link', 'ac:link-body', 'ac:plain-text-link-body'])

/** Returns how often a text occurs in what readers see of a page, within its blocks. */
export function countText(storage: string, text: string): number {
  const wanted = text.replace(/\s+/g, ' ').trim()
  const root = parseStorage(storage)
  if (wanted === '' || !root) return 0
  let shown = ''
  const walk = (node: Node): void => {
    if (node.type === 'text') shown += node.text.replace(/\s+/g, ' ')
    if (!isElement(node) || NO_TEXT.has(node.name)) return
    const isBlock = BLOCKS.test(node.name) && !IN_LINE.has(node.name)
    if (isBlock) shown += '\n'
    for (const child of node.children) walk(child)
    if (isBlock) shown += '\n'
  }
  for (const child of root.children) walk(child)
  return countOf(shown, wanted)
}

/** An image of a page. */
export interface PageImage {
  filename: string | null
  url: string | null
  alt: string | null
  width: string | null
  height: string | null
}

/** Returns the images of a page in order. */
export function imagesIn(storage: string): PageImage[] {
  const root = parseStorage(storage)
  if (!root) return []
  const found: PageImage[] = []
  const open: Node[] = root.children.toReversed()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isElement(node)) continue
    if (node.name === 'ac:image') found.push(imageOf(node))
    else open.push(...node.children.toReversed())
  }
  return found
}

const imageOf = (element: Element): PageImage => ({
  filename: childOf(element, 'ri:attachment')?.attributes['ri:filename'] ?? null,
  url: childOf(element, 'ri:url')?.attributes['ri:value'] ?? null,
  alt: element.attributes['ac:alt'] ?? null,
  width: element.attributes['ac:width'] ?? null,
  height: element.attributes['ac:height'] ?? null
})
