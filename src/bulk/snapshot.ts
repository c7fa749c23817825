import type { BulkBatch, BulkItem } from '../contract/bulk.ts'
import type { Total } from '../contract/schema.ts'
import type { Turn } from './context.ts'
import type { Ending, ListedItem } from './ledger.ts'
import type { Meta } from './meta.ts'
import { createAhead, faultOf } from './page.ts'
import { describeSample, sampleRow } from './preview.ts'
import { isOutage } from './reach.ts'
import { SAMPLE_SIZE } from './settings.ts'
import { confirmToken, digestNext } from './token.ts'
import { breach, failureOf, waitFor } from './waits.ts'
import { withinTime } from './within.ts'

/**
 * Lists the items, page by page, until all are listed or the turn is over. Every page is kept, so that the next turn goes on from there; while
 * one is on its way to Redis, the next is fetched.
 */
export async function listingTurn(turn: Turn): Promise<Ending | 'fenced'> {
  const until = Date.now() + turn.settings.turn_ms
  const isOver = (): boolean => Date.now() >= until
  const ahead = createAhead(turn)
  let { meta } = turn
  try {
    const tooMany = meta.page === 0 ? await expectation(turn) : undefined
    if (tooMany?.ending) return tooMany.ending
    let expectations = tooMany
    while (!meta.ended && !isTooLarge(meta)) {
      if (turn.signal.aborted || (isOver() && !ahead.isUnderWay())) return { how: 'yield' }
      const batch = await ahead.take(meta)
      const wrong = faultOf(batch, turn)
      if (wrong) return { how: 'fail', reason: 'adapter_broke_contract', error: breach(wrong) }
      const page = await freshPage(turn, meta, batch)
      const keeping = turn.ledger.append(turn.epoch, { ...page.written, expected: wordsOf(expectations), warnings: turn.warnings.take() })
      if (!page.after.ended && !isTooLarge(page.after) && !isOver() && !turn.signal.aborted) ahead.fetch(page.after)
      const answer = await keeping
      if (answer === 'fenced') return 'fenced'
      if (answer === 'stopped' || answer === 'behind') return { how: 'yield' } // the next turn goes on from what is kept
      if (answer === 'circular') return { how: 'fail', reason: 'adapter_broke_contract', error: breach(CIRCULAR) }
      page.kept() // 'ok', or 'repeated': this turn wrote it, and the answer was lost
      meta = page.after
      expectations = undefined
    }
    turn.listedIds.drop(turn.meta.id)
    if (isTooLarge(meta)) return refusal(meta.maxItems, { value: meta.total, relation: meta.ended ? 'eq' : 'gte' })
    await offer(turn, meta)
    return { how: 'yield' }
  } catch (error) {
    return whatNow(error, turn)
  } finally {
    await ahead.drop()
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

const wordsOf = (expected: Expectation | undefined): string => (expected?.total ? JSON.stringify(expected.total) : '')

/** One page of the listing as it is written, and the job once it is. */
async function freshPage({ adapter, listedIds }: Turn, meta: Meta, { items, next }: BulkBatch) {
  const room = SAMPLE_SIZE - meta.total
  // An item listed twice counts once. Ids that were named are known to differ.
  const fresh = meta.given === null ? await listedIds.fresh(meta.id, meta.total, items) : items
  const page = fresh.map((item, at) => listedItem(item, adapter, meta, at < room))
  const place = { cursor: next ?? '', ended: next === undefined, digest: digestNext(meta.digest, page) }
  return {
    written: { ...place, number: meta.page, size: items.length, items: page },
    after: { ...meta, ...place, page: meta.page + 1, listed: meta.listed + items.length, total: meta.total + fresh.length },
    kept: () => {
      if (meta.given === null) listedIds.added(meta.id, meta.total, fresh)
    }
  }
}

function listedItem(item: BulkItem, adapter: Turn['adapter'], meta: Meta, inSample: boolean): ListedItem {
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
    digest: meta.digest,
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
