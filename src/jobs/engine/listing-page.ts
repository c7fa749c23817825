import { type BulkBatch, etagFault, idFault } from '../../contract/bulk.ts'
import type { Meta } from '../model/job-record.ts'
import { MAX_ITEM_DATA } from '../settings.ts'
import { jobKey } from '../store/keys.ts'
import { expired } from '../store/read-job.ts'
import { listingCall } from './abort-grace.ts'
import type { Turn } from './turn-context.ts'

/** Fetches the next page while the current one is being written. */
export function createPrefetch(turn: Turn) {
  let fetching: { page: Promise<BulkBatch>; stop: AbortController } | undefined
  return {
    start(meta: Meta): void {
      const stop = new AbortController()
      const page = fetchPage({ ...turn, signal: AbortSignal.any([turn.signal, stop.signal]) }, meta)
      page.catch(() => undefined) // `take` throws it
      fetching = { page, stop }
    },
    isRunning: () => fetching !== undefined,
    /** Returns the next page: the one that is being fetched, if any. */
    async take(meta: Meta): Promise<BulkBatch> {
      const page = fetching?.page ?? fetchPage(turn, meta)
      fetching = undefined
      return await page
    },
    /** Aborts a fetch whose page is no longer needed. */
    async stop(): Promise<void> {
      fetching?.stop.abort()
      await fetching?.page.catch(() => undefined)
      fetching = undefined
    }
  }
}

async function fetchPage(turn: Turn, meta: Meta): Promise<BulkBatch> {
  const { adapter } = turn
  if (meta.namedCount === null) {
    const cursor = meta.page === 0 ? undefined : meta.cursor
    const at = { size: adapter.page_size, offset: meta.listed, cursor }
    return await listingCall(turn)(call => adapter.nextBatch(meta.query, at, call, meta.action))
  }
  const ids = await turn.redis.lrange(jobKey(meta.id, 'named_ids'), meta.listed, meta.listed + adapter.page_size - 1)
  if (ids.length === 0) throw expired('The IDs that were named for this job are no longer stored: create the job again.')
  const { lookUp } = adapter
  const found = lookUp ? await listingCall(turn)(call => lookUp(ids, meta.query, call, meta.action)) : []
  const known = new Map(found.map(item => [item.id, item]))
  const items = ids.map(id => known.get(id) ?? { id, display_name: id })
  return { items, next: meta.listed + ids.length < meta.namedCount ? 'more' : undefined }
}

/** Returns how a page violates the contract of adapters; undefined if it does not. */
export function pageViolation({ items }: BulkBatch, { adapter, meta }: Turn): string | undefined {
  if (items.length > adapter.page_size) return `nextBatch returned ${items.length} items; the maximum is ${adapter.page_size}`
  for (const { id, etag } of items) {
    const [ofId, ofEtag] = [idFault(id), etagFault(etag)]
    if (ofId) return `nextBatch returned an invalid ID (${quoted(id)}): it ${ofId}`
    if (ofEtag) return `nextBatch returned an invalid etag for the item ${quoted(id)}: it ${ofEtag}`
  }
  const large =
    adapter.keeps_data && meta.parent === null
      ? items.find(({ data }) => Buffer.byteLength(JSON.stringify(data ?? null)) > MAX_ITEM_DATA)
      : undefined
  return large && `The data of ${large.id} is over ${MAX_ITEM_DATA} bytes`
}

const quoted = (id: unknown): string => JSON.stringify(String(id).slice(0, 40))
