import pMap from 'p-map'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { UndoItem } from '../../../../contract/bulk.ts'
import { type BulkBatch, type BulkItem, type BulkPosition, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { foundDone, waitReason } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemFinding, type ItemResult, lookUpEach } from '../../../../contract/each-item.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { Total } from '../../../../contract/schema.ts'
import type { Page } from '../../schemas.ts'
import { storageIn } from '../content/content.ts'
import { countOccurrences, diffOf, isReplaced, type Replacement, replacedIn, tooLarge } from '../content/replacement.ts'
import { findPage } from '../pages/pages.ts'
import { editPage } from '../pages/write.ts'
import { CONCURRENCY } from '../request.ts'
import { changedSince, toItemError, unknownIfUnreadable } from './page-adapter.ts'
import { type ConfluenceBulkCall, countPages, nextPages, type PageQuery, pageIdOf } from './select.ts'

type ReplaceQuery = PageQuery & Replacement
export type ReplaceAction = Replacement & { version_message: string }

/** Data for undo: the version before the replacement. */
const Before = Type.Object({ version: Type.Integer() })

const read = (page_id: string, call: ConfluenceBulkCall, version?: number): Promise<Page> =>
  findPage(call.client, { page_id: pageIdOf(page_id) }, { format: 'storage', version }, call)

/** Counts the selected pages. How many contain the text is known only after reading them. */
async function countSelected(query: ReplaceQuery, call: ConfluenceBulkCall): Promise<Total> {
  const { value } = await countPages(query, call)
  return { value, relation: query.cql === '' ? 'eq' : 'estimate' }
}

/** Returns the pages that contain the text, with the version that was read. */
async function nextHolding(query: ReplaceQuery, at: BulkPosition, call: ConfluenceBulkCall): Promise<BulkBatch> {
  const { items, next } = await nextPages(query, at, call)
  const found = await pMap(items, async ({ id }) => await plan(id, query, call), { concurrency: CONCURRENCY })
  return { items: found.flatMap(page => (page?.holds ? [page.item] : [])), next }
}

/** Returns the listed pages, whether or not they contain the text. Unreadable ones are kept, and fail later. */
async function namedPages(ids: string[], query: ReplaceQuery, call: ConfluenceBulkCall): Promise<BulkItem[]> {
  const found = await pMap(ids, async id => (/^\d{1,20}$/.test(id) ? await plan(id, query, call) : undefined), { concurrency: CONCURRENCY })
  return found.map((page, at) => page?.item ?? { id: ids[at] ?? '', display_name: `${ids[at]} (not found)`, ...willFail(NO_PAGE) })
}

const NO_PAGE = 'the page does not exist, or this account cannot read it'

interface Plan {
  item: BulkItem
  /** Whether the page contains the text. */
  holds: boolean
}

/** Error codes that mean that one page cannot be read. */
const UNREADABLE: readonly string[] = ['NOT_FOUND_ERROR', 'PERMISSION_ERROR']

async function plan(id: string, query: ReplaceQuery, call: ConfluenceBulkCall): Promise<Plan | undefined> {
  try {
    const page = await read(id, call)
    const item = { id, display_name: page.title || id, etag: String(page.version.number) }
    // Without the body, it is unknown whether it contains the text: the page is kept, and fails later.
    if (!page.body?.storage) return { item: { ...item, ...willFail('Confluence does not return the body of the page') }, holds: true }
    const replacements = countOccurrences(storageIn(page), query)
    const refusal = tooLarge(id, storageIn(page), query)
    const data = { replacements, diff: diffOf(storageIn(page), query), ...(refusal && { problem: refusal.message }) }
    const foreseen = refusal
      ? willFail('the page would be too large after the replacement')
      : replacements === 0
        ? willBeSkipped('the page does not contain the text')
        : {}
    return { item: { ...item, data, ...foreseen }, holds: replacements > 0 }
  } catch (error) {
    if (error instanceof OperationError && UNREADABLE.includes(error.code) && !waitReason(error)) return undefined
    throw error
  }
}

/**
 * Replaces the text in the listed version only. If an interrupted run already created the next version, that version equals the replacement
 * in the listed one.
 */
async function replaceText(item: BulkItem, action: ReplaceAction, call: ConfluenceBulkCall): Promise<ItemResult> {
  const { id, etag } = item
  const page = await read(id, call)
  const storage = storageIn(page)
  const listed = Number(etag)
  if (page.version.number !== listed) {
    const done = { before: { version: listed }, data: { version: listed + 1 } }
    if ((await resultOf(page, listed, action, call)) === 'succeeded') return foundDone(item, done)
    if (countOccurrences(storage, action) === 0) return { outcome: 'skipped' }
    throw changedSince(id)
  }
  const replacements = countOccurrences(storage, action)
  if (replacements === 0) return { outcome: 'skipped' }
  const value = await replacedIn(storage, action, id, call)
  await write(page, value, action.version_message, call)
  return { outcome: 'succeeded', before: { version: listed }, data: { replacements, version: listed + 1 } }
}

async function find({ id, etag }: BulkItem, action: ReplaceAction, call: ConfluenceBulkCall): Promise<ItemFinding> {
  const outcome = await resultOf(await read(id, call), Number(etag), action, call)
  return { outcome, ...(outcome === 'succeeded' && { before: { version: Number(etag) } }) }
}

/** Whether the version after the listed one is the result of the replacement. */
async function resultOf(
  page: Page,
  listed: number,
  action: ReplaceAction,
  call: ConfluenceBulkCall
): Promise<'succeeded' | 'not_attempted'> {
  if (!(page.version.number > listed)) return 'not_attempted'
  const next = page.version.number === listed + 1 ? page : await read(page.id, call, listed + 1)
  const before = storageIn(await read(page.id, call, listed))
  return isReplaced(before, action, storageIn(next)) ? 'succeeded' : 'not_attempted'
}

/** Restores the previous body as a new version, unless another user changed the page. */
async function undoReplacement(item: UndoItem, { search }: ReplaceAction, call: ConfluenceBulkCall): Promise<ItemResult> {
  const { id, before } = item
  if (!Check(Before, before)) throw changedSince(id)
  const page = await read(id, call)
  const was = storageIn(await read(id, call, before.version))
  if (page.version.number === before.version + 2 && storageIn(page) === was) return foundDone(item, {})
  if (page.version.number !== before.version + 1) throw changedSince(id)
  await write(page, was, `Restored "${search.slice(0, 60)}"`, call)
  return { outcome: 'succeeded' }
}

const write = (page: Page, value: string, message: string, call: ConfluenceBulkCall): Promise<Page> => {
  const body = { representation: 'storage' as const, value }
  return editPage(call.client, { page, number: page.version.number + 1, title: page.title, body, message }, call)
}

/** The parts of the adapter that change and check pages. */
export const replacePages = {
  max_batch: 1,
  concurrency: 4,
  page_size: 25,
  idempotent: true,
  cost_units: 2,
  count: countSelected,
  nextBatch: nextHolding,
  lookUp: namedPages,
  executeBatch: (items: BulkItem[], action: ReplaceAction, call: ConfluenceBulkCall) =>
    forEachItem(items, call, item => replaceText(item, action, call), toItemError),
  reconcile: (items: BulkItem[], action: ReplaceAction, call: ConfluenceBulkCall) =>
    lookUpEach(items, call, item => find(item, action, call).catch(unknownIfUnreadable)),
  undo: {
    idempotent: true,
    executeBatch: (items: UndoItem[], action: ReplaceAction, call: ConfluenceBulkCall) =>
      forEachItem(items, call, item => undoReplacement(item, action, call), toItemError)
  }
}
