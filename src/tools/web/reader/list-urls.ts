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

/** Which URLs to list. Others are left out here, in the worker thread, since a document may list a million. */
export interface ListLimits {
  /** Only URLs that start with it. */
  prefix: string
  max_length: number
  max_urls: number
  max_sitemaps: number
}

/** Limits of the site map protocol. */
const MAX_DECOMPRESSED = 50 * 1024 * 1024
const MAX_SITEMAP_URL = 2_048

/** Returns the URLs of a site map, a feed, a text with a URL per line, or the visible links of a page. */
export function listUrls(bytes: Uint8Array, contentType: string, url: string, limits: ListLimits): ListedUrls {
  const text = decode(unpacked(bytes), contentType)
  const beginning = text.slice(0, 2_000)
  const urls = createList(limits.max_urls, one => one.length <= limits.max_length && one.startsWith(limits.prefix))
  const sitemaps = createList(limits.max_sitemaps, one => one.length <= MAX_SITEMAP_URL)
  if (/<(?:urlset|sitemapindex)[\s>]/i.test(beginning)) {
    for (const { address, isSitemap } of inSitemap(text)) (isSitemap ? sitemaps : urls).add(address, url)
  } else if (/<(?:rss|feed|rdf:RDF)[\s>]/i.test(beginning)) {
    for (const address of inFeed(text)) urls.add(address, url)
  } else if (/<[a-z!]/i.test(beginning)) {
    for (const address of inPage(text, url)) urls.add(address, url)
  } else {
    // The file robots.txt names the site maps of a site.
    for (const [, address = ''] of text.matchAll(/^sitemap:[ \t]*(\S+)/gim)) sitemaps.add(address, url)
    if (sitemaps.listed.size === 0)
      for (const line of text.split('\n')) if (/^https?:\/\/\S+$/i.test(line.trim())) urls.add(line.trim(), url)
  }
  return { urls: [...urls.listed], sitemaps: [...sitemaps.listed] }
}

/** Collects the first web URLs that are accepted, each once. */
function createList(max: number, accepts: (url: string) => boolean) {
  const listed = new Set<string>()
  return {
    listed,
    add(address: string, base: string): void {
      if (listed.size >= max) return
      const url = resolved(address, base)
      if (url !== undefined && accepts(url)) listed.add(url)
    }
  }
}

/** A site map may be compressed as a file, in addition to the compression of HTTP. */
function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_DECOMPRESSED })
  } catch (error) {
    throw new TaskError('its compression is broken, or it has more than 50 MB', { cause: error })
  }
}

function inSitemap(xml: string): { address: string; isSitemap: boolean }[] {
  const found: { address: string; isSitemap: boolean }[] = []
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
      if (name === 'loc') found.push({ address: value.trim(), isSitemap: parent === 'sitemap' })
      isReading = false
    }
  })
  return found
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
  return found.flatMap(address => resolved(address, base ?? url) ?? []).filter(link => link !== withoutFragment(url))
}

/** undefined: not a web URL. */
function resolved(address: string, base: string): string | undefined {
  const url = URL.parse(address, base)
  return url && /^https?:$/.test(url.protocol) ? withoutFragment(url.href) : undefined
}

const withoutFragment = (url: string): string => url.split('#')[0] ?? url
