import type { BulkBatch } from '../contract/bulk.ts'
import { etagFault, idFault } from '../contract/item-id.ts'
import type { Turn } from './context.ts'
import { jobKey } from './keys.ts'
import type { Meta } from './meta.ts'
import { expired } from './read-job.ts'
import { MAX_ITEM_DATA } from './settings.ts'
import { withinTime } from './within.ts'

/** The page that is fetched while the one before it is written. */
export function createAhead(turn: Turn) {
  let fetching: { page: Promise<BulkBatch>; stop: AbortController } | undefined
  return {
    fetch(meta: Meta): void {
      const stop = new AbortController()
      const page = fetchPage({ ...turn, signal: AbortSignal.any([turn.signal, stop.signal]) }, meta)
      page.catch(() => undefined) // told to whoever takes it
      fetching = { page, stop }
    },
    isUnderWay: () => fetching !== undefined,
    /** The page that comes next, which is the one under way unless that was dropped. */
    async take(meta: Meta): Promise<BulkBatch> {
      const page = fetching?.page ?? fetchPage(turn, meta)
      fetching = undefined
      return await page
    },
    /** Breaks off what is under way, which nobody wants any more. */
    async drop(): Promise<void> {
      fetching?.stop.abort()
      await fetching?.page.catch(() => undefined)
      fetching = undefined
    }
  }
}

async function fetchPage(turn: Turn, meta: Meta): Promise<BulkBatch> {
  const { adapter } = turn
  if (meta.given === null) {
    const cursor = meta.page === 0 ? undefined : meta.cursor
    const at = { size: adapter.page_size, offset: meta.listed, cursor }
    return await withinTime(turn)(call => adapter.nextBatch(meta.query, at, call))
  }
  const ids = await turn.redis.lrange(jobKey(meta.id, 'given'), meta.listed, meta.listed + adapter.page_size - 1)
  if (ids.length === 0) throw expired('The ids that this job was made for are no longer kept: make the job again.')
  const { lookUp } = adapter
  const found = lookUp ? await withinTime(turn)(call => lookUp(ids, meta.query, call)) : []
  const known = new Map(found.map(item => [item.id, item]))
  const items = ids.map(id => known.get(id) ?? { id, display_name: id })
  return { items, next: meta.listed + ids.length < meta.given ? 'more' : undefined }
}

/** What an adapter may not do while it lists, or undefined where all is well. */
export function faultOf({ items }: BulkBatch, { adapter, meta }: Turn): string | undefined {
  if (items.length > adapter.page_size) return `nextBatch answered ${items.length} items where ${adapter.page_size} were asked for`
  for (const { id, etag } of items) {
    const [ofId, ofEtag] = [idFault(id), etagFault(etag)]
    if (ofId) return `nextBatch answered an id that ${ofId}: ${shown(id)}`
    if (ofEtag) return `nextBatch answered an etag that ${ofEtag}, of the item ${shown(id)}`
  }
  const large =
    adapter.keeps_data && meta.parent === null
      ? items.find(({ data }) => Buffer.byteLength(JSON.stringify(data ?? null)) > MAX_ITEM_DATA)
      : undefined
  return large && `The data of ${large.id} is over ${MAX_ITEM_DATA} bytes`
}

const shown = (id: unknown): string => JSON.stringify(String(id).slice(0, 40))
