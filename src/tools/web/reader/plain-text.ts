import type { DefaultTreeAdapterTypes } from 'parse5'
import { told } from './facts.ts'
import { NO_FACTS, type PageFacts, type ReadText } from './page.ts'

type Node = DefaultTreeAdapterTypes.Node

const UNREAD = new Set(['head', 'script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg'])
const INLINE = new Set('a abbr b bdi bdo cite code em font i mark q s small span strong u'.split(' '))
/** What is above or below the line would otherwise become a part of the number before it. */
const MARKS: Readonly<Record<string, string>> = { sup: '^', sub: '_' }

/** All text of a page, in the order in which it stands there; for what is no document that a reader could make something of. */
export const plainly = (page: DefaultTreeAdapterTypes.Document, warnings: string[]): ReadText => ({
  ...NO_FACTS,
  ...factsOf(page),
  content: textOf(page),
  links: [],
  images: [],
  warnings
})

/** What stands where it must in any document that was parsed. */
function factsOf(page: Node): Pick<PageFacts, 'title' | 'language'> {
  const html = childOf(page, 'html')
  const title = childOf(childOf(childOf(html, 'head'), 'title'), '#text')
  const lang = html && 'attrs' in html ? html.attrs.find(({ name }) => name === 'lang')?.value : undefined
  return { title: told(title && 'value' in title ? title.value : null), language: told(lang) }
}

const childOf = (node: Node | undefined, name: string): Node | undefined =>
  node && 'childNodes' in node ? node.childNodes.find(({ nodeName }) => nodeName === name) : undefined

/** Not by recursion: such pages are nested without end. */
function textOf(root: Node): string {
  const words: string[] = []
  const open: Node[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (UNREAD.has(node.nodeName)) continue
    if ('value' in node) words.push(node.value.replace(/\s+/g, ' '))
    else if (!INLINE.has(node.nodeName)) words.push(MARKS[node.nodeName] ?? '\n')
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) open.push(child)
  }
  return words
    .join('')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n\n')
}
