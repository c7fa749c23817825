import { LRUCache } from 'lru-cache'
import type { ReadPage } from './page.ts'

const MAX_PAGES = 100
const MAX_CHARACTERS = 20_000_000
/** Long enough to continue a truncated page, short enough for news. */
const TTL_MS = 300_000

/** Cache of recently read pages. */
export interface PageCache {
  get: (name: unknown) => ReadPage | undefined
  set: (name: unknown, page: ReadPage) => void
}

export function createPageCache(): PageCache {
  const pages = new LRUCache<string, ReadPage>({
    max: MAX_PAGES,
    ttl: TTL_MS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: sizeOf
  })
  return {
    get: name => pages.get(JSON.stringify(name)),
    set: (name, page) => void pages.set(JSON.stringify(name), page)
  }
}

/** An estimate: serializing a page of many megabytes to measure it would be slow. */
const sizeOf = ({ content, links, images }: ReadPage): number =>
  1 + content.length + [...links, ...images].reduce((sum, { text, url }) => sum + text.length + url.length, 0)
