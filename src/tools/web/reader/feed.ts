import { escapeHtml } from './html/escape.ts'
import { readHtml } from './html/html.ts'
import { cleanText } from './html/metadata.ts'
import type { ReadOptions, ReadText } from './page.ts'
import { childrenOf, elementsIn, parseXml, type XmlElement, xmlMarkup, xmlText } from './xml.ts'

/** Names of the properties in RSS, RDF and Atom, the preferred one first. */
const DATES = ['pubdate', 'published', 'dc:date', 'updated', 'lastbuilddate']
const AUTHORS = ['dc:creator', 'author']
const SUMMARIES = ['description', 'summary', 'subtitle', 'content:encoded', 'content']

/** Returns a feed as a page with a section for each item. */
export function readFeed(xml: string, url: string, options: ReadOptions): ReadText {
  const [root] = childrenOf(parseXml(xml), 'rss', 'feed', 'rdf:rdf')
  const feed = root?.name === 'feed' ? root : childrenOf(root, 'channel')[0]
  const items = [...elementsIn(root, 'item'), ...childrenOf(root, 'entry')]
  const title = textOf(feed, ['title']) || 'Feed'
  const html = `<title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1>${summaryOf(feed)}${items.map(itemHtml).join('')}`
  const read = readHtml(html, url, { ...options, main_only: false })
  return {
    ...read,
    author: cleanText(textOf(feed, AUTHORS)),
    language: cleanText(textOf(feed, ['language']) || root?.attributes['xml:lang']),
    published_time: cleanText(textOf(feed, DATES))
  }
}

function itemHtml(item: XmlElement): string {
  const link = linkOf(item)
  const name = escapeHtml(textOf(item, ['title']) || link || 'Untitled')
  const facts = [textOf(item, DATES), textOf(item, AUTHORS)].filter(fact => fact !== '').join(', ')
  const heading = link === '' ? name : `<a href="${escapeHtml(link)}">${name}</a>`
  return `<h2>${heading}</h2>${facts === '' ? '' : `<p>${escapeHtml(facts)}</p>`}${summaryOf(item)}`
}

/** Returns the first of these properties that is not empty, in one line. */
function textOf(element: XmlElement | undefined, names: readonly string[]): string {
  const found = names.flatMap(name => childrenOf(element, name)).map(child => xmlText(childrenOf(child, 'name')[0] ?? child))
  return (found.find(text => text !== '') ?? '').replace(/\s+/g, ' ')
}

/** Atom has links of several kinds. */
function linkOf(item: XmlElement): string {
  const links = childrenOf(item, 'link')
  const chosen = links.find(({ attributes: { rel = 'alternate' } }) => rel === 'alternate') ?? links[0]
  return chosen?.attributes['href'] ?? xmlText(chosen)
}

/** Returns the summary, or else the content, as HTML. It is markup within XML (xhtml), plain text, or HTML as a text. */
function summaryOf(element: XmlElement | undefined): string {
  const found = SUMMARIES.flatMap(name => childrenOf(element, name)).find(child => xmlText(child) !== '')
  if (!found) return ''
  const { name, attributes } = found
  const isPlain = name !== 'description' && name !== 'content:encoded' && (attributes['type'] ?? 'text') === 'text'
  const html = attributes['type'] === 'xhtml' ? xmlMarkup(found) : isPlain ? escapeHtml(xmlText(found)) : xmlText(found)
  return `<div>${html}</div>`
}
