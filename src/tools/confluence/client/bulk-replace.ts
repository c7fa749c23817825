import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkBatch, BulkItem, BulkPosition } from '../../../contract/bulk.ts'
import type { UndoItem } from '../../../contract/bulk-afterwards.ts'
import { waitReason } from '../../../contract/bulk-failure.ts'
import { OperationError } from '../../../contract/errors.ts'
import type { Total } from '../../../contract/schema.ts'
import type { Page } from '../schemas.ts'
import { changedSince, type Done, each, look } from './bulk-change.ts'
import { type BulkTurn, countPages, nextPages, type PageQuery, pageIdOf } from './bulk-select.ts'
import { storageIn } from './content.ts'
import { inParallel } from './in-parallel.ts'
import { findPage } from './pages.ts'
import { diffOf, isReplaced, placesIn, type Replacement, replacedIn, tooLarge } from './replacement.ts'
import { editPage } from './write.ts'

export type ReplaceQuery = PageQuery & Replacement
export type ReplaceAction = Replacement & { version_message: string }

/** What undo needs: the version that was replaced in. */
const Before = Type.Object({ version: Type.Integer() })

const read = (page_id: string, call: BulkTurn, version?: number): Promise<Page> =>
  findPage(call.client, { page_id: pageIdOf(page_id) }, { format: 'storage', version }, call)

/** Pages that fit; how many of them hold the text is not known before they are read. */
async function countSelected(query: ReplaceQuery, call: BulkTurn): Promise<Total> {
  const { value } = await countPages(query, call)
  return { value, relation: query.cql === '' ? 'eq' : 'estimate' }
}

/** Pages that hold the text, at the version at which they were read. */
async function nextHolding(query: ReplaceQuery, at: BulkPosition, call: BulkTurn): Promise<BulkBatch> {
  const { items, next } = await nextPages(query, at, call)
  const found = await inParallel(items, async ({ id }) => await planned(id, query, call))
  return { items: found.flatMap(page => (page?.holds ? [page.item] : [])), next }
}

/** Named pages, whether or not they hold the text. Those that cannot be read are acted on by their ids, and fail there. */
async function namedPages(ids: string[], query: ReplaceQuery, call: BulkTurn): Promise<BulkItem[]> {
  const found = await inParallel(ids, async id => (/^\d{1,20}$/.test(id) ? await planned(id, query, call) : undefined))
  return found.flatMap(page => (page ? [page.item] : []))
}

interface Planned {
  item: BulkItem
  /** Whether the page holds the text. */
  holds: boolean
}

/** What says of one page that it cannot be read. */
const UNREADABLE: readonly string[] = ['NOT_FOUND_ERROR', 'PERMISSION_ERROR']

async function planned(id: string, query: ReplaceQuery, call: BulkTurn): Promise<Planned | undefined> {
  try {
    const page = await read(id, call)
    const item = { id, display_name: page.title || id, etag: String(page.version.number) }
    // Where the body is not told nobody knows: it is listed, and the deed says so.
    if (!page.body?.storage) return { item, holds: true }
    const replacements = placesIn(storageIn(page), query)
    const refusal = tooLarge(id, storageIn(page), query)
    const data = { replacements, diff: diffOf(storageIn(page), query), ...(refusal && { problem: refusal.message }) }
    return { item: { ...item, data }, holds: replacements > 0 }
  } catch (error) {
    if (error instanceof OperationError && UNREADABLE.includes(error.code) && !waitReason(error)) return undefined
    throw error
  }
}

/**
 * Replaces in the version that was listed, and in no other. A run that was cut off may have made the next version itself: then that is what the
 * replacement makes of the listed one.
 */
async function replaceIn({ id, etag, again }: BulkItem, action: ReplaceAction, call: BulkTurn): Promise<Done> {
  const page = await read(id, call)
  const storage = storageIn(page)
  const listed = Number(etag)
  if (page.version.number !== listed) {
    const done = { before: { version: listed }, data: { version: listed + 1 } }
    if ((await madeBy(page, listed, action, call)) === 'succeeded')
      return again ? { outcome: 'succeeded', ...done } : { outcome: 'skipped' }
    if (placesIn(storage, action) === 0) return { outcome: 'skipped' }
    throw changedSince(id)
  }
  const replacements = placesIn(storage, action)
  if (replacements === 0) return { outcome: 'skipped' }
  const value = await replacedIn(storage, action, id, call)
  await write(page, value, action.version_message, call)
  return { outcome: 'succeeded', before: { version: listed }, data: { replacements, version: listed + 1 } }
}

/** Whether the version after the listed one is what the replacement makes of it. */
async function madeBy(page: Page, listed: number, action: ReplaceAction, call: BulkTurn): Promise<'succeeded' | 'not_attempted'> {
  if (!(page.version.number > listed)) return 'not_attempted'
  const next = page.version.number === listed + 1 ? page : await read(page.id, call, listed + 1)
  const before = storageIn(await read(page.id, call, listed))
  return isReplaced(before, action, storageIn(next)) ? 'succeeded' : 'not_attempted'
}

/** The body of the version before, as a further one, where nobody wrote since. */
async function takeBack({ id, before }: UndoItem, { search }: ReplaceAction, call: BulkTurn): Promise<Done> {
  if (!Check(Before, before)) throw changedSince(id)
  const page = await read(id, call)
  const was = storageIn(await read(id, call, before.version))
  if (page.version.number === before.version + 2 && storageIn(page) === was) return { outcome: 'skipped' }
  if (page.version.number !== before.version + 1) throw changedSince(id)
  await write(page, was, `Brought back "${search.slice(0, 60)}"`, call)
  return { outcome: 'succeeded' }
}

const write = (page: Page, value: string, message: string, call: BulkTurn): Promise<Page> => {
  const body = { representation: 'storage' as const, value }
  return editPage(call.client, { page, number: page.version.number + 1, title: page.title, body, message }, call)
}

/** The parts of the action that change pages, and look at them. */
export const replacing = {
  max_batch: 1,
  concurrency: 4,
  page_size: 25,
  idempotent: true,
  cost_units: 2,
  count: countSelected,
  nextBatch: nextHolding,
  lookUp: namedPages,
  executeBatch: (items: BulkItem[], action: ReplaceAction, call: BulkTurn) => each(items, call, item => replaceIn(item, action, call)),
  reconcile: (items: BulkItem[], action: ReplaceAction, call: BulkTurn) =>
    look(items, async ({ id, etag }) => await madeBy(await read(id, call), Number(etag), action, call)),
  undo: {
    idempotent: true,
    executeBatch: (items: UndoItem[], action: ReplaceAction, call: BulkTurn) => each(items, call, item => takeBack(item, action, call))
  }
}
