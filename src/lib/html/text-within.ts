import type { DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node

const UNREAD = new Set(['head', 'script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg'])
const INLINE = new Set('a abbr b bdi bdo cite code em font i mark q s small span strong u'.split(' '))
/** Superscript and subscript would otherwise become part of the number before it. */
const MARKS: ReadonlyMap<string, string> = new Map(Object.entries<string>({ sup: '^', sub: '_' }))

/** Returns all text of a document in order, with a line per block. Not recursive, because documents may be nested arbitrarily deeply. */
export function textWithin(root: Node): string {
  const words: string[] = []
  const open: Node[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (UNREAD.has(node.nodeName)) continue
    if ('value' in node) words.push(node.value.replace(/\s+/g, ' '))
    else if (!INLINE.has(node.nodeName)) words.push(MARKS.get(node.nodeName) ?? '\n')
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) open.push(child)
  }
  return words
    .join('')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n\n')
}
