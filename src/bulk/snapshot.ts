import type { BulkBatch, BulkItem } from '../contract/bulk.ts'
import type { Total } from '../contract/schema.ts'
import type { Turn } from './context.ts'
import { jobKey } from './keys.ts'
import type { Ending, ListedItem } from './ledger.ts'
import type { Meta } from './meta.ts'
import { describeSample, sampleRow } from './preview.ts'
import { isOutage } from './reach.ts'
import { expired } from './read-job.ts'
import { fetchMeta } from './read-meta.ts'
import { MAX_ID, MAX_ITEM_DATA, SAMPLE_SIZE } from './settings.ts'
import { confirmToken, digestNext } from './token.ts'
import { breach, failureOf, waitFor } from './waits.ts'
import { withinTime } from './within.ts'

/** Lists the items, page by page, until all are listed or the turn is over. Every page is kept, so that the next turn goes on from there. */
export async function listingTurn(turn: Turn): Promise<Ending | 'fenced'> {
  const until = Date.now() + turn.settings.turn_ms
  let meta: Meta | undefined = turn.meta
  try {
    const tooMany = meta.page === 0 ? await expectation(turn) : undefined
    if (tooMany?.ending) return tooMany.ending
    let expectations = tooMany
    while (meta && !meta.ended && !isTooLarge(meta)) {
      if (turn.signal.aborted || Date.now() >= until) return { how: 'yield' }
      const batch = await fetchPage(turn, meta)
      const wrong = faultOf(batch, turn)
      if (wrong) return { how: 'fail', reason: 'adapter_broke_contract', error: breach(wrong) }
      const answer = await keepPage(turn, meta, batch, expectations)
      if (answer === 'fenced') return 'fenced'
      if (answer === 'stopped') return { how: 'yield' }
      if (answer === 'circular') return { how: 'fail', reason: 'adapter_broke_contract', error: breach(CIRCULAR) }
      meta = await fetchMeta(turn.redis, turn.meta.id)
      expectations = undefined
    }
    turn.listedIds.drop(turn.meta.id)
    if (meta && isTooLarge(meta)) return refusal(meta.maxItems, { value: meta.total, relation: meta.ended ? 'eq' : 'gte' })
    if (meta) await offer(turn, meta)
    return { how: 'yield' }
  } catch (error) {
    return whatNow(error, turn)
  }
}

const CIRCULAR = 'nextBatch answered a next that it had answered before, and no further items in between: it would never end'

const isTooLarge = ({ total, maxItems }: Meta): boolean => total > maxItems

interface Expectation {
  total: Total | null
  ending?: Ending
}

/** Asks how many there are, before any is listed. A system that cannot say does not stop the job. */
async function expectation(turn: Turn): Promise<Expectation> {
  const { adapter, meta } = turn
  if (meta.given !== null) return { total: { value: meta.given, relation: 'eq' } }
  try {
    const total = await withinTime(turn)(call => adapter.count(meta.query, call))
    const ending = total.relation !== 'estimate' && total.value > meta.maxItems ? refusal(meta.maxItems, total) : undefined
    return { total, ...(ending && { ending }) }
  } catch (error) {
    turn.log.warn({ job: meta.id, err: error }, 'The items could not be counted')
    turn.warnings.add(`The items could not be counted beforehand: ${failureOf(error).message}`)
    return { total: null }
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
function faultOf({ items }: BulkBatch, { adapter, meta }: Turn): string | undefined {
  if (items.length > adapter.page_size) return `nextBatch answered ${items.length} items where ${adapter.page_size} were asked for`
  const odd = items.find(({ id }) => typeof id !== 'string' || id === '' || id.includes('\0'))
  if (odd) return 'nextBatch answered an item without a usable id'
  const long = items.find(
    ({ id, etag }) => id.length > MAX_ID || (etag !== undefined && !(typeof etag === 'string' && etag.length <= MAX_ID))
  )
  if (long) return `The id of ${long.id.slice(0, 40)}…, or its etag, is over ${MAX_ID} characters`
  const large =
    adapter.keeps_data && meta.parent === null
      ? items.find(({ data }) => Buffer.byteLength(JSON.stringify(data ?? null)) > MAX_ITEM_DATA)
      : undefined
  return large && `The data of ${large.id} is over ${MAX_ITEM_DATA} bytes`
}

async function keepPage(turn: Turn, meta: Meta, { items, next }: BulkBatch, expected: Expectation | undefined) {
  const { epoch, ledger, warnings, listedIds } = turn
  const room = SAMPLE_SIZE - meta.total
  // An item listed twice counts once. Ids that were named are known to differ.
  const fresh = meta.given === null ? await listedIds.fresh(meta.id, meta.total, items) : items
  const page = fresh.map((item, at) => listedItem(item, turn, at < room))
  const answer = await ledger.append(epoch, {
    number: meta.page,
    cursor: next ?? '',
    ended: next === undefined,
    digest: digestNext(meta.digest, page),
    size: items.length,
    expected: expected?.total ? JSON.stringify(expected.total) : '',
    warnings: warnings.take(),
    items: page
  })
  if (answer === 'ok' && meta.given === null) listedIds.added(meta.id, meta.total, fresh)
  return answer
}

function listedItem(item: BulkItem, { adapter, meta }: Turn, inSample: boolean): ListedItem {
  return {
    id: item.id,
    etag: item.etag,
    data: adapter.keeps_data ? JSON.stringify(item.data ?? null) : '',
    sample: inSample ? JSON.stringify(sampleRow(item)) : '',
    again: meta.parent !== null && item.again === true
  }
}

/** Ends the listing with a preview, to be confirmed by its own token. */
async function offer(turn: Turn, meta: Meta): Promise<void> {
  const sample = await describeSample(turn, withinTime(turn))
  await turn.ledger.listed(turn.epoch, {
    token: confirmToken(meta),
    standsMs: turn.settings.offer_ms,
    sample,
    warnings: turn.warnings.take()
  })
}

function refusal(maxItems: number, { value, relation }: Total): Ending {
  const many = `${relation === 'eq' ? '' : 'At least '}${value} items match`
  const message = `${many}, and max_items is ${maxItems}: narrow the selection, or raise max_items. Nothing was done.`
  return { how: 'fail', reason: 'too_many_items', error: { code: 'VALIDATION_ERROR', reason: 'cannot_be_honoured', message } }
}

function whatNow(error: unknown, { adapter, meta, settings, signal, log }: Turn): Ending {
  if (signal.aborted) return { how: 'yield' }
  if (isOutage(error)) throw error // of the job store: no fault of the system, and the next turn goes on
  log.warn({ job: meta.id, err: error }, 'The items could not be listed')
  const failure = failureOf(error, adapter.tool.name)
  return waitFor(error, meta.waits, settings.first_wait_ms, adapter.tool.name) ?? { how: 'fail', reason: failure.reason, error: failure }
}
