import { LRUCache } from 'lru-cache'
import type { ReadPage } from './page.ts'

const MOST_PAGES = 100
const MOST_CHARACTERS = 20_000_000
/** Long enough to go on where a page was cut, short enough for news. */
const KEPT_MS = 300_000

/** Pages that were read a while ago. */
export interface Shelf {
  get: (name: unknown) => ReadPage | undefined
  keep: (name: unknown, page: ReadPage) => void
}

export function createShelf(): Shelf {
  const pages = new LRUCache<string, ReadPage>({
    max: MOST_PAGES,
    ttl: KEPT_MS,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: sizeOf
  })
  return {
    get: name => pages.get(JSON.stringify(name)),
    keep: (name, page) => void pages.set(JSON.stringify(name), page)
  }
}

/** Nearly; a page of many megabytes is not written out to be weighed. */
const sizeOf = ({ content, links, images }: ReadPage): number =>
  1 + content.length + [...links, ...images].reduce((sum, { text, url }) => sum + text.length + url.length, 0)
