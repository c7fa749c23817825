import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, BulkResult, Json } from '../../../contract/bulk.ts'
import type { Finding, UndoItem } from '../../../contract/bulk-afterwards.ts'
import { beforeNext, failedItem } from '../../../contract/bulk-failure.ts'
import { OperationError } from '../../../contract/errors.ts'
import type { Page } from '../schemas.ts'
import { type BulkTurn, countPages, describePages, nextPages, pageIdOf } from './bulk-select.ts'
import { isOfPage } from './content.ts'
import { findPage } from './pages.ts'

/** What is done to pages, seen on the page, and done again without harm. */
export interface PageDeed<Action extends Json> {
  isDone: (page: Page, action: Action) => boolean
  change: (page: Page, action: Action, call: BulkTurn) => Promise<unknown>
  /** The change needs the body of the page. */
  needs_body?: boolean
}

/** A deed that can be taken back. */
export interface PageChange<Action extends Json, Image extends TSchema> extends PageDeed<Action> {
  /** What undo needs of a page. */
  Image: Image
  imageOf: (page: Page) => Static<Image> & Json
  isAsBefore: (page: Page, before: Static<Image>, action: Action) => boolean
  restore: (page: Page, before: Static<Image>, action: Action, call: BulkTurn) => Promise<unknown>
}

/** How every action on pages finds them. */
export const ON_PAGES = {
  max_batch: 1,
  concurrency: 4,
  page_size: 100,
  count: countPages,
  nextBatch: nextPages,
  describe: describePages
} as const

const readFor =
  ({ needs_body }: Pick<PageDeed<never>, 'needs_body'>) =>
  (page_id: string, call: BulkTurn): Promise<Page> =>
    findPage(call.client, { page_id: pageIdOf(page_id) }, { format: needs_body ? 'storage' : undefined, anyStatus: true }, call)

/** The parts of a bulk action that does it: it reads a page, then writes it. `imageOf`: what is kept of the page as it was. */
export function doing<Action extends Json>(what: PageDeed<Action>, imageOf?: (page: Page) => Json) {
  const read = readFor(what)
  async function act({ id }: BulkItem, action: Action, call: BulkTurn): Promise<Done> {
    const page = await read(id, call)
    if (what.isDone(page, action)) return { outcome: 'skipped' }
    try {
      await what.change(page, action, call)
    } catch (error) {
      // Confluence refuses what is so already: somebody may have been quicker.
      if (!wasRefused(error) || !what.isDone(await read(id, call), action)) throw error
      if (!isUnknown(error)) return { outcome: 'skipped' }
    }
    return { outcome: 'succeeded', ...(imageOf && { before: imageOf(page) }) }
  }

  return {
    ...ON_PAGES,
    idempotent: true,
    cost_units: 2,
    executeBatch: (items: BulkItem[], action: Action, call: BulkTurn) => each(items, call, item => act(item, action, call)),
    reconcile: (items: BulkItem[], action: Action, call: BulkTurn) =>
      look(items, async ({ id }) => (what.isDone(await read(id, call), action) ? 'succeeded' : 'not_attempted'))
  }
}

/** The parts of a bulk action whose deed can be taken back. */
export function changing<Action extends Json, Image extends TSchema>(what: PageChange<Action, Image>) {
  const read = readFor(what)
  async function restore({ id, before }: UndoItem, action: Action, call: BulkTurn): Promise<Done> {
    if (!Check(what.Image, before)) throw conflict(`Nobody can say what the page ${id} was before; it was left alone.`)
    const page = await read(id, call)
    if (what.isAsBefore(page, before, action)) return { outcome: 'skipped' }
    if (!what.isDone(page, action)) throw changedSince(id)
    await what.restore(page, before, action, call)
    return { outcome: 'succeeded' }
  }

  return {
    ...doing(what, what.imageOf),
    undo: {
      idempotent: true,
      executeBatch: (items: UndoItem[], action: Action, call: BulkTurn) => each(items, call, item => restore(item, action, call))
    }
  }
}

export type Done = Omit<BulkResult, 'item_id'>

/** Acts on one after another. What fails of one is its result; what is no item's doing ends the turn. */
export async function* each<Item extends BulkItem>(
  items: Item[],
  call: BulkTurn,
  act: (item: Item) => Promise<Done>
): AsyncGenerator<BulkResult> {
  for (const item of items) {
    beforeNext(call.signal)
    yield await act(item).then(
      done => ({ item_id: item.id, ...done }),
      error => failedItem(item, ofPage(error))
    )
  }
}

/** As what fails of one, where the page alone is to blame. */
const ofPage = (error: unknown): unknown =>
  error instanceof OperationError && isOfPage(error) ? new OperationError('cannot_be_honoured', error.message, error.details) : error

/** Looks at one after another. Of a page that is gone, or whose body is not told, nobody can say what became of it before. */
export async function* look(items: BulkItem[], find: (item: BulkItem) => Promise<Finding['outcome']>): AsyncGenerator<Finding> {
  for (const item of items) yield { item_id: item.id, outcome: await find(item).catch(unknownIfUntold) }
}

function unknownIfUntold(error: unknown): Finding['outcome'] {
  if (error instanceof OperationError && (error.code === 'NOT_FOUND_ERROR' || isOfPage(error))) return 'unknown'
  throw error
}

const REFUSALS: readonly string[] = ['VALIDATION_ERROR', 'NOT_FOUND_ERROR', 'CONFLICT_ERROR']

const wasRefused = (error: unknown): boolean => error instanceof OperationError && REFUSALS.includes(error.code)

/** It was taken, and nobody said what came of it. */
const isUnknown = (error: unknown): boolean => error instanceof OperationError && error.details.outcome === 'unknown'

export const changedSince = (id: string): OperationError => conflict(`Somebody changed the page ${id} since; it was left alone.`)

export const conflict = (message: string): OperationError =>
  new OperationError('version_conflict', message, { source: 'gateway', outcome: 'not_executed' })
