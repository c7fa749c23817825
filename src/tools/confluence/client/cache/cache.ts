import { LRUCache } from 'lru-cache'
import type { Caller } from '../../../../contract/call.ts'
import type { Page, Space } from '../../schemas.ts'
import type { SearchItem } from '../../search-item.ts'
import type { ListPage } from '../listing.ts'
import type { WriteMarker } from './write-marker.ts'

const LARGEST = 12 * 1024 * 1024

/** Size of small values. */
const ITEM_SIZE = 2000

/** Only the body of a page can be large. */
const pageSize = ({ body }: KeptPage): number => Object.values(body ?? {}).reduce((sum, text) => sum + (text?.value.length ?? 0), ITEM_SIZE)

const listSize = ({ listed }: ListPage<unknown>): number => ITEM_SIZE * (1 + listed.items.length)

interface CacheRequest {
  /** A cached value belongs to one key and its constraints, because keys see different content. */
  caller: Pick<Caller, 'id' | 'constraints'>
  /** Everything the value depends on. */
  input: unknown
  no_cache: boolean
}

/** Returns a cached value, or reads it. `no_cache` reads it again and drops the cached one. */
type CachedRead<T> = (request: CacheRequest, read: () => Promise<T>) => Promise<T>

/** The result of a search, and its duration in Confluence. */
type Found = ListPage<SearchItem> & { duration_ms: number | null }

/** A page, and warnings to repeat whenever it is returned. */
export type KeptPage = Page & { warnings?: readonly string[] }

export interface Cache {
  page: CachedRead<KeptPage>
  space: CachedRead<Space>
  spaces: CachedRead<ListPage<Space>>
  search: CachedRead<Found>
  /** Call it after a write, or when a cached value proved outdated: invalidates the caches of all processes. */
  forget: () => Promise<void>
}

/**
 * Caches responses of one instance: at most a hundred, about 40 MB in total. A response is valid while the write marker stays the one from
 * before its request: a write of any process changes it.
 */
export function createCache(mark: WriteMarker, now: () => number = Date.now): Cache {
  const clears: (() => void)[] = []
  function cached<T extends object>(max: number, ttl: number, sizeOf: (value: T) => number): CachedRead<T> {
    const sizeCalculation = ({ value }: Stored<T>): number => sizeOf(value)
    const kept = new LRUCache<string, Stored<T>>({ max, ttl, ttlResolution: 0, perf: { now }, maxSize: LARGEST, sizeCalculation })
    clears.push(() => kept.clear())
    return async ({ caller, input, no_cache }, read) => {
      const key = JSON.stringify([caller.id, caller.constraints, input])
      if (no_cache) kept.delete(key)
      const now = no_cache ? undefined : await mark.read()
      const known = now === undefined ? undefined : kept.get(key)
      if (known && known.mark === now) return known.value
      const value = await read()
      if (now !== undefined) kept.set(key, { mark: now, value })
      return value
    }
  }
  return {
    page: cached(50, 300_000, pageSize),
    space: cached(15, 900_000, () => ITEM_SIZE),
    spaces: cached<ListPage<Space>>(10, 900_000, listSize),
    search: cached<Found>(25, 60_000, listSize),
    async forget() {
      for (const clear of clears) clear()
      await mark.change()
    }
  }
}

interface Stored<T> {
  mark: string
  value: T
}
