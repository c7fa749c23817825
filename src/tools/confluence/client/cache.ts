import { LRUCache } from 'lru-cache'
import type { Page, Space } from '../schemas.ts'
import type { SearchItem } from '../search-item.ts'
import type { Told } from './listing.ts'
import type { Mark } from './mark.ts'

const LARGEST = 12 * 1024 * 1024

/** Of what is small in any case. */
const ITEM_SIZE = 2000

/** What can be large of a page is its body. */
const pageSize = ({ body }: Page): number => Object.values(body ?? {}).reduce((sum, text) => sum + (text?.value.length ?? 0), ITEM_SIZE)

const listSize = ({ listed }: Told<unknown>): number => ITEM_SIZE * (1 + listed.items.length)

export interface Asked {
  /** Whose answer it is: what one key may see, another may not. */
  caller: { id: string }
  /** All that the answer depends on. */
  input: unknown
  no_cache: boolean
}

/** The answer of a while ago, or a new one. `no_cache` asks anew, and drops what was kept. */
type Shelf<T> = (asked: Asked, ask: () => Promise<T>) => Promise<T>

/** What a search found, and how long Confluence searched. */
export type Found = Told<SearchItem> & { duration_ms: number | null }

export interface Cache {
  page: Shelf<Page>
  space: Shelf<Space>
  spaces: Shelf<Told<Space>>
  search: Shelf<Found>
  /** After a write of ours, or once something of it proved to be old: what was read before may not be so any more, in no process. */
  forget: () => Promise<void>
}

/**
 * Answers of one instance: a hundred at most, of some 40 MB together. An answer is as good as the mark that was there before it was asked for:
 * a write of any process changes that.
 */
export function createCache(mark: Mark, now: () => number = Date.now): Cache {
  const clears: (() => void)[] = []
  function shelf<T extends object>(max: number, ttl: number, sizeOf: (value: T) => number): Shelf<T> {
    const sizeCalculation = ({ value }: Kept<T>): number => sizeOf(value)
    const kept = new LRUCache<string, Kept<T>>({ max, ttl, ttlResolution: 0, perf: { now }, maxSize: LARGEST, sizeCalculation })
    clears.push(() => kept.clear())
    return async ({ caller, input, no_cache }, ask) => {
      const key = JSON.stringify([caller.id, input])
      if (no_cache) kept.delete(key)
      const now = no_cache ? undefined : await mark.read()
      const known = now === undefined ? undefined : kept.get(key)
      if (known && known.mark === now) return known.value
      const value = await ask()
      if (now !== undefined) kept.set(key, { mark: now, value })
      return value
    }
  }
  return {
    page: shelf(50, 300_000, pageSize),
    space: shelf(15, 900_000, () => ITEM_SIZE),
    spaces: shelf<Told<Space>>(10, 900_000, listSize),
    search: shelf<Found>(25, 60_000, listSize),
    async forget() {
      for (const clear of clears) clear()
      await mark.change()
    }
  }
}

interface Kept<T> {
  mark: string
  value: T
}
