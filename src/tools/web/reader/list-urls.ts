import { gunzipSync } from 'node:zlib'
import { parse } from 'parse5'
import { removeHidden } from '../../../lib/html/hidden.ts'
import { TaskError } from '../../../lib/threads/errors.ts'
import { decode } from './decode.ts'
import { truncateHtml } from './html/size-limits.ts'
import { childrenOf, elementsIn, parseXml, readXml, xmlText } from './xml.ts'

/** The URLs that a document lists, in its order, each once, and the further site maps that it refers to. */
export interface ListedUrls {
  urls: string[]
  sitemaps: string[]
}

/** Limit of the site map protocol. */
const MAX_DECOMPRESSED = 50 * 1024 * 1024

/** Returns the URLs of a site map, a feed, a text with a URL per line, or the visible links of a page. */
export function listUrls(bytes: Uint8Array, contentType: string, url: string): ListedUrls {
  const text = decode(unpacked(bytes), contentType)
  const beginning = text.slice(0, 2_000)
  if (/<(?:urlset|sitemapindex)[\s>]/i.test(beginning)) return inSitemap(text, url)
  if (/<(?:rss|feed|rdf:RDF)[\s>]/i.test(beginning)) return { urls: absolute(inFeed(text), url), sitemaps: [] }
  if (/<[a-z!]/i.test(beginning)) return { urls: inPage(text, url), sitemaps: [] }
  // The file robots.txt names the site maps of a site.
  const sitemaps = Array.from(text.matchAll(/^sitemap:[ \t]*(\S+)/gim), ([, address = '']) => address)
  if (sitemaps.length > 0) return { urls: [], sitemaps: absolute(sitemaps, url) }
  const lines = text.split(/\r?\n/).map(line => line.trim())
  return {
    urls: absolute(
      lines.filter(line => /^https?:\/\/\S+$/i.test(line)),
      url
    ),
    sitemaps: []
  }
}

/** A site map may be compressed as a file, beside the compression of HTTP. */
function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_DECOMPRESSED })
  } catch (error) {
    throw new TaskError('its compression is broken, or it has more than 50 MB', { cause: error })
  }
}

function inSitemap(xml: string, url: string): ListedUrls {
  const [urls, sitemaps]: [string[], string[]] = [[], []]
  let [parent, value, isReading] = ['', '', false]
  readXml(xml, {
    open(name) {
      if (name === 'url' || name === 'sitemap') parent = name
      isReading = name === 'loc'
      value = ''
    },
    text(text) {
      if (isReading) value += text
    },
    close(name) {
      if (name === 'loc') (parent === 'sitemap' ? sitemaps : urls).push(value.trim())
      isReading = false
    }
  })
  return { urls: absolute(urls, url), sitemaps: absolute(sitemaps, url) }
}

function inFeed(xml: string): string[] {
  const document = parseXml(xml)
  return [...elementsIn(document, 'item'), ...elementsIn(document, 'entry')].map(item => {
    const links = childrenOf(item, 'link')
    const chosen = links.find(({ attributes: { rel = 'alternate' } }) => rel === 'alternate') ?? links[0]
    return chosen?.attributes['href'] ?? xmlText(chosen)
  })
}

function inPage(html: string, url: string): string[] {
  const page = parse(truncateHtml(html))
  removeHidden(page)
  const found: string[] = []
  let base: string | undefined
  const open = page.childNodes.toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if ('attrs' in node && /^(?:a|area|base)$/.test(node.tagName)) {
      const address = node.attrs.find(({ name }) => name === 'href')?.value ?? ''
      if (node.tagName === 'base') base ??= URL.parse(address, url)?.href
      else if (address !== '') found.push(address)
    }
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) open.push(child)
  }
  return absolute(found, base ?? url).filter(link => link !== withoutFragment(url))
}

function absolute(addresses: readonly string[], base: string): string[] {
  const found = new Set<string>()
  for (const address of addresses) {
    const url = URL.parse(address, base)
    if (url && /^https?:$/.test(url.protocol)) found.add(withoutFragment(url.href))
  }
  return [...found]
}

const withoutFragment = (url: string): string => url.split('#')[0] ?? url
