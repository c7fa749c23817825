import type { DefaultTreeAdapterTypes } from 'parse5'
import { NO_FACTS, type ReadText } from './page.ts'

type Node = DefaultTreeAdapterTypes.Node

const UNREAD = new Set(['head', 'script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg'])
const INLINE = new Set('a abbr b bdi bdo cite code em font i mark q s small span strong sub sup u'.split(' '))

/** All text of a page, in the order in which it stands there; for what is no document that a reader could make something of. */
export const plainly = (page: DefaultTreeAdapterTypes.Document, warnings: string[]): ReadText => ({
  ...NO_FACTS,
  content: textOf(page),
  links: [],
  images: [],
  warnings
})

/** Not by recursion: such pages are nested without end. */
function textOf(root: Node): string {
  const words: string[] = []
  const open: Node[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (UNREAD.has(node.nodeName)) continue
    if ('value' in node) words.push(node.value.replace(/\s+/g, ' '))
    else if (!INLINE.has(node.nodeName)) words.push('\n')
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) open.push(child)
  }
  return words
    .join('')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n\n')
}
