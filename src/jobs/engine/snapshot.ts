import type { BulkBatch, BulkItem } from '../../contract/bulk.ts'
import type { Total } from '../../contract/schema.ts'
import { confirmToken, digestNext } from '../model/confirm-token.ts'
import { contractViolation, failureOf, loggableJobError } from '../model/failure.ts'
import { startedRow } from '../model/item-result.ts'
import type { Meta } from '../model/job-record.ts'
import { countForeseen, NO_WARNINGS } from '../model/warnings.ts'
import { SAMPLE_SIZE } from '../settings.ts'
import type { Ending, ListedItem } from '../store/job-store.ts'
import { isOutage } from '../store/redis-timeout.ts'
import { listingCall } from './abort-grace.ts'
import { waitFor } from './backoff.ts'
import { createPrefetch, pageViolation } from './listing-page.ts'
import { describeSample, sampleRow } from './preview.ts'
import type { Turn } from './turn-context.ts'

/**
 * Lists the items page by page, until all are listed or the turn is over. Every page is stored, so the next turn, even after a kill, resumes from
 * the last stored page. While a page is being written, the next one is fetched.
 */
export async function listItems(turn: Turn): Promise<Ending | 'fenced'> {
  const until = Date.now() + turn.settings.turn_ms
  const isOver = (): boolean => Date.now() >= until
  const prefetch = createPrefetch(turn)
  let { meta } = turn
  try {
    const first = meta.page === 0 ? await countItems(turn) : undefined
    if (first?.ending) return first.ending
    let expected = first
    while (!meta.ended && !isTooLarge(meta)) {
      if (turn.signal.aborted || (isOver() && !prefetch.isRunning())) return { how: 'yield' }
      const batch = await prefetch.take(meta)
      const violation = pageViolation(batch, turn)
      if (violation) return { how: 'fail', reason: 'adapter_broke_contract', error: contractViolation(violation) }
      const page = await nextPage(turn, meta, batch)
      const writing = turn.jobStore.appendPage(turn.epoch, {
        ...page.written,
        expected: expectedText(expected),
        warnings: { ...turn.warnings.take(), counts: page.foreseen }
      })
      if (!page.after.ended && !isTooLarge(page.after) && !isOver() && !turn.signal.aborted) prefetch.start(page.after)
      const result = await writing
      if (result === 'fenced') return 'fenced'
      if (result === 'stopped' || result === 'behind') return { how: 'yield' } // the next turn resumes from what is stored
      if (result === 'circular') return { how: 'fail', reason: 'adapter_broke_contract', error: contractViolation(CIRCULAR) }
      page.onStored() // 'ok', or 'repeated': this turn wrote it, and the response was lost
      meta = page.after
      expected = undefined
    }
    turn.listedIds.drop(turn.meta.id)
    if (isTooLarge(meta)) return tooManyItems(meta.maxItems, { value: meta.total, relation: meta.ended ? 'eq' : 'gte' })
    await offerPreview(turn, meta)
    return { how: 'yield' }
  } catch (error) {
    return endingAfterError(error, turn)
  } finally {
    await prefetch.stop()
  }
}

const CIRCULAR = 'nextBatch returned a cursor that it had returned before, without new items in between: the listing would never end'

const isTooLarge = ({ total, maxItems }: Meta): boolean => total > maxItems

interface Expected {
  total: Total | null
  ending?: Ending
}

/** Counts the items before any is listed. A system that cannot count them does not stop the job. */
async function countItems(turn: Turn): Promise<Expected> {
  const { adapter, meta } = turn
  if (meta.namedCount !== null) return { total: { value: meta.namedCount, relation: 'eq' } }
  try {
    const total = await listingCall(turn)(call => adapter.count(meta.query, call))
    const ending = total.relation !== 'estimate' && total.value > meta.maxItems ? tooManyItems(meta.maxItems, total) : undefined
    return { total, ...(ending && { ending }) }
  } catch (error) {
    turn.log.warn({ job: meta.id, err: loggableJobError(error, meta) }, 'The items could not be counted')
    turn.warnings.add(`The items could not be counted in advance: ${failureOf(error).message}`)
    return { total: null }
  }
}

const expectedText = (expected: Expected | undefined): string => (expected?.total ? JSON.stringify(expected.total) : '')

/** Returns a page of the listing as it is written, and the job after that. */
async function nextPage({ adapter, listedIds }: Turn, meta: Meta, { items, next }: BulkBatch) {
  const sampleLeft = SAMPLE_SIZE - meta.total
  // An item that is listed twice counts once. IDs that the caller named are distinct.
  const newItems = meta.namedCount === null ? await listedIds.newItems(meta.id, meta.total, items) : items
  const page = newItems.map((item, at) => listedItem(item, adapter, meta, at < sampleLeft))
  const place = { cursor: next ?? '', ended: next === undefined, digest: digestNext(meta.digest, page) }
  return {
    written: { ...place, number: meta.page, size: items.length, items: page },
    foreseen: countForeseen(newItems),
    after: { ...meta, ...place, page: meta.page + 1, listed: meta.listed + items.length, total: meta.total + newItems.length },
    onStored: () => {
      if (meta.namedCount === null) listedIds.add(meta.id, meta.total, newItems)
    }
  }
}

function listedItem(item: BulkItem, adapter: Turn['adapter'], meta: Meta, inSample: boolean): ListedItem {
  return {
    id: item.id,
    etag: item.etag,
    data: adapter.keeps_data ? JSON.stringify(item.data ?? null) : '',
    sample: inSample ? JSON.stringify(sampleRow(item)) : '',
    startedRow: meta.parent !== null && item.again === true ? startedRow('maybe_done', item.before) : ''
  }
}

/** Ends the listing with a preview and the token that confirms it. */
async function offerPreview(turn: Turn, meta: Meta): Promise<void> {
  const { rows: sample, foreseen: counts } = await describeSample({ ...turn, meta }, listingCall(turn))
  await turn.jobStore.finishListing(turn.epoch, {
    digest: meta.digest,
    token: confirmToken(meta),
    confirmMs: turn.settings.confirmation_ttl_ms,
    sample,
    warnings: { ...turn.warnings.take(), counts }
  })
}

/** Ends the turn of a job that was confirmed before the policy required an approval: it waits for another confirmation. */
export async function offerAgain({ jobStore, epoch, meta, settings }: Turn): Promise<Ending> {
  const warnings = { ...NO_WARNINGS, texts: [NOW_NEEDS_APPROVAL] }
  await jobStore.withdrawConfirmation(epoch, { token: confirmToken(meta), confirmMs: settings.confirmation_ttl_ms, warnings })
  return { how: 'yield' }
}

const NOW_NEEDS_APPROVAL = 'The policy now requires an approval, so the job has not started: confirm its preview with jobs_confirm.'

function tooManyItems(maxItems: number, { value, relation }: Total): Ending {
  const count = `${relation === 'eq' ? '' : 'At least '}${value} items match`
  const message = `${count}, and max_items is ${maxItems}: narrow the selection, or increase max_items. Nothing was done.`
  return { how: 'fail', reason: 'too_many_items', error: { code: 'VALIDATION_ERROR', reason: 'cannot_be_honoured', message } }
}

function endingAfterError(error: unknown, { adapter, meta, settings, signal, log }: Turn): Ending {
  if (signal.aborted) return { how: 'yield' }
  if (isOutage(error)) throw error // Redis is unavailable: the system is not to blame, and the next turn resumes
  log.warn({ job: meta.id, err: loggableJobError(error, meta) }, 'The items could not be listed')
  const failure = failureOf(error, adapter.tool.name)
  return waitFor(error, meta.waits, settings.first_wait_ms, adapter.tool.name) ?? { how: 'fail', reason: failure.reason, error: failure }
}
