import type { DefaultTreeAdapterTypes } from 'parse5'
import { textWithin } from '../../../../lib/html/text-within.ts'
import { NO_FACTS, type PageFacts, type ReadText } from '../page.ts'
import { cleanText } from './metadata.ts'

type Node = DefaultTreeAdapterTypes.Node

/** Returns all text of a page in order, for documents that cannot be analyzed. */
export const toPlainText = (page: DefaultTreeAdapterTypes.Document, warnings: string[]): ReadText => ({
  ...NO_FACTS,
  ...factsOf(page),
  content: textWithin(page),
  links: [],
  images: [],
  warnings
})

/** Elements that every parsed document has. */
function factsOf(page: Node): Pick<PageFacts, 'title' | 'language'> {
  const html = childOf(page, 'html')
  const title = childOf(childOf(childOf(html, 'head'), 'title'), '#text')
  const lang = html && 'attrs' in html ? html.attrs.find(({ name }) => name === 'lang')?.value : undefined
  return { title: cleanText(title && 'value' in title ? title.value : null), language: cleanText(lang) }
}

const childOf = (node: Node | undefined, name: string): Node | undefined =>
  node && 'childNodes' in node ? node.childNodes.find(({ nodeName }) => nodeName === name) : undefined
