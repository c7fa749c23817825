import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import type { UndoItem } from '../../../../contract/bulk.ts'
import { type BulkItem, type BulkPosition, type Json, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemFinding, type ItemResult, ifInvisible, lookUpEach } from '../../../../contract/each-item.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { Page } from '../../schemas.ts'
import { isOfPage } from '../content/content.ts'
import { findPage } from '../pages/pages.ts'
import type { Predict } from './predict.ts'
import { type ConfluenceBulkCall, countPages, describePages, nextPages, type PageQuery, pageIdOf } from './select.ts'

/** An idempotent change of a page whose effect is visible on the page. */
export interface PageAction<Action extends Json> {
  isDone: (page: Page, action: Action) => boolean
  /** Returns why the change must fail on this page; undefined if the page shows no reason. */
  obstacle?: (page: Page, action: Action) => string | undefined
  change: (page: Page, action: Action, call: ConfluenceBulkCall) => Promise<unknown>
  /** Whether the change needs the body of the page. */
  needs_body?: boolean
}

/** A change that can be undone. */
export interface PageChange<Action extends Json, Image extends TSchema> extends PageAction<Action> {
  /** Schema of the data for undo. */
  Image: Image
  imageOf: (page: Page) => Static<Image> & Json
  isAsBefore: (page: Page, before: Static<Image>, action: Action) => boolean
  restore: (page: Page, before: Static<Image>, action: Action, call: ConfluenceBulkCall) => Promise<unknown>
}

/** How every bulk adapter on pages finds its items. */
export const ON_PAGES = {
  max_batch: 1,
  concurrency: 4,
  page_size: 100,
  count: countPages,
  nextBatch: (query: PageQuery, at: BulkPosition, call: ConfluenceBulkCall) => nextPages(query, at, call),
  describe: (items: BulkItem[], call: ConfluenceBulkCall) => describePages(items, call)
} as const

const readFor =
  ({ needs_body }: Pick<PageAction<never>, 'needs_body'>) =>
  (page_id: string, call: ConfluenceBulkCall): Promise<Page> =>
    findPage(call.client, { page_id: pageIdOf(page_id) }, { format: needs_body ? 'storage' : undefined, anyStatus: true }, call)

/** Creates a bulk adapter that reads each page, then changes it. `imageOf`: the previous state to store. */
export function pageAdapter<Action extends Json>(what: PageAction<Action>, imageOf?: (page: Page) => Json) {
  const read = readFor(what)
  /** A stored previous state proves that this job started the change. */
  const ownChange = ({ before }: BulkItem) => before !== undefined && { ...(imageOf && { before }) }

  async function act(item: BulkItem, action: Action, call: ConfluenceBulkCall): Promise<ItemResult> {
    const { id } = item
    const page = await read(id, call)
    if (what.isDone(page, action)) return foundDone(item, ownChange(item))
    await call.keepBefore?.(id, imageOf?.(page) ?? {})
    try {
      await what.change(page, action, call)
    } catch (error) {
      // Confluence refuses a change that is already in effect: another user may have made it.
      if (!wasRefused(error)) throw error
      const now = await read(id, call).catch(unread => {
        throw isUnknown(error) ? error : unread
      })
      if (!what.isDone(now, action)) throw error
      if (!isUnknown(error)) return foundDone(item, ownChange(item))
    }
    return { outcome: 'succeeded', ...(imageOf && { before: imageOf(page) }) }
  }

  async function find(item: BulkItem, action: Action, call: ConfluenceBulkCall): Promise<ItemFinding> {
    if (!what.isDone(await read(item.id, call), action)) return { outcome: 'not_attempted' }
    const own = ownChange(item)
    return own ? { outcome: 'succeeded', ...own } : { outcome: 'unknown' }
  }

  const predict =
    (action: Action): Predict =>
    page => {
      if (what.isDone(page, action)) return willBeSkipped('the page already has the requested state')
      const obstacle = what.obstacle?.(page, action)
      return obstacle === undefined ? {} : willFail(obstacle)
    }

  return {
    ...ON_PAGES,
    nextBatch: (query: PageQuery, at: BulkPosition, call: ConfluenceBulkCall, action: Action) =>
      nextPages(query, at, call, predict(action)),
    describe: (items: BulkItem[], call: ConfluenceBulkCall, action: Action) => describePages(items, call, predict(action)),
    idempotent: true,
    cost_units: 2,
    executeBatch: (items: BulkItem[], action: Action, call: ConfluenceBulkCall) =>
      forEachItem(items, call, item => act(item, action, call), toItemError),
    keeps_before: () => true,
    reconcile: (items: BulkItem[], action: Action, call: ConfluenceBulkCall) =>
      lookUpEach(items, call, item => find(item, action, call).catch(unknownIfUnreadable))
  }
}

/** Creates a bulk adapter with undo. */
export function undoablePageAdapter<Action extends Json, Image extends TSchema>(what: PageChange<Action, Image>) {
  const read = readFor(what)
  async function restore(item: UndoItem, action: Action, call: ConfluenceBulkCall): Promise<ItemResult> {
    const { id, before } = item
    if (!Check(what.Image, before)) throw conflict(`The previous state of the page ${id} is unknown; it was left unchanged.`)
    const page = await read(id, call)
    if (what.isAsBefore(page, before, action)) return foundDone(item, {})
    if (!what.isDone(page, action)) throw changedSince(id)
    await what.restore(page, before, action, call)
    return { outcome: 'succeeded' }
  }

  return {
    ...pageAdapter(what, what.imageOf),
    undo: {
      idempotent: true,
      executeBatch: (items: UndoItem[], action: Action, call: ConfluenceBulkCall) =>
        forEachItem(items, call, item => restore(item, action, call), toItemError)
    }
  }
}

/** For `forEachItem`: an error that concerns only this page becomes its result and does not end the batch. */
export const toItemError = (error: unknown): unknown =>
  error instanceof OperationError && isOfPage(error) ? new OperationError('cannot_be_honoured', error.message, error.details) : error

/** For `.catch()`: returns a finding of unknown if the page does not exist, or Confluence does not return its body; throws any other error. */
export function unknownIfUnreadable(error: unknown): ItemFinding {
  if (error instanceof OperationError && isOfPage(error)) return { outcome: 'unknown' }
  return ifInvisible<ItemFinding>({ outcome: 'unknown' })(error)
}

const REFUSALS: readonly string[] = ['VALIDATION_ERROR', 'NOT_FOUND_ERROR', 'CONFLICT_ERROR']

const wasRefused = (error: unknown): boolean => error instanceof OperationError && REFUSALS.includes(error.code)

/** Whether the change was sent but its result is unknown. */
const isUnknown = (error: unknown): boolean => error instanceof OperationError && error.details.outcome === 'unknown'

export const changedSince = (id: string): OperationError =>
  conflict(`Another user changed the page ${id} in the meantime; it was left unchanged.`)

const conflict = (message: string): OperationError =>
  new OperationError('version_conflict', message, { source: 'gateway', outcome: 'not_executed' })
