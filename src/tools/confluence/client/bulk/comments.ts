import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { type BulkBatch, type BulkItem, type BulkPosition, type UndoItem, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemFinding, type ItemResult, ifInvisible, lookUpEach } from '../../../../contract/each-item.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { Total } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import type { Page } from '../../schemas.ts'
import { contentPath } from '../cloud/pages.ts'
import { checkResolvable, inlineCommentAt, inlineCommentOf, type ReadComment, STATUSES, setResolved } from '../comments/inline-comments.ts'
import { positionQuery, type VendorPage, vendorPage } from '../listing.ts'
import { findPage } from '../pages/pages.ts'
import { type ConfluenceBulkCall, positionIn } from './select.ts'

/** The page whose comments the job resolves or reopens; null if the caller lists IDs. */
export type CommentQuery = { page: { id: string; type: Page['type'] } | null; resolved: boolean }

type Action = { resolved: boolean }

const Image = Type.Object({ resolved: Type.Boolean() })
type Image = Static<typeof Image>

/** Finds the page whose comments to resolve. Throws if there is none, or if the deployment cannot resolve comments. */
export async function selectComments(page_id: string | undefined, resolved: boolean, call: ConfluenceBulkCall): Promise<CommentQuery> {
  checkResolvable(call.client)
  if (page_id === undefined) return { page: null, resolved }
  const { id, type } = await findPage(call.client, { page_id }, { format: undefined }, call)
  return { page: { id, type }, resolved }
}

async function commentsAt({ page, resolved }: CommentQuery, { size, cursor, offset }: BulkPosition, call: ConfluenceBulkCall) {
  if (page === null) return undefined
  const position = positionIn(cursor, offset)
  const query = { limit: size, 'resolution-status': STATUSES[resolved ? 'open' : 'resolved'].join(','), ...positionQuery(position) }
  const subject = { kind: 'page', name: page.id } as const
  const path = `${contentPath(page.type, page.id)}/inline-comments`
  return vendorPage(await call.client.send({ path, query, subject }, call), position)
}

const MAX_PAGE = 250

async function count(query: CommentQuery, call: ConfluenceBulkCall): Promise<Total> {
  const page = await commentsAt(query, { cursor: undefined, offset: 0, size: MAX_PAGE }, call)
  return { value: page?.rows.length ?? 0, relation: page?.next ? 'gte' : 'eq' }
}

/** Names a comment by the text that it is about. */
const nameOf = ({ id, text_selection }: ReadComment['comment']): string => `Comment ${id} on "${brief(text_selection ?? '')}"`

async function nextBatch(query: CommentQuery, at: BulkPosition, call: ConfluenceBulkCall): Promise<BulkBatch> {
  const page: VendorPage | undefined = await commentsAt(query, at, call)
  if (!page) return { items: [] }
  const items = page.rows.map((row): BulkItem => {
    const comment = inlineCommentOf(row, query.page?.id ?? null, call.client)
    return { id: comment.id, display_name: nameOf(comment) }
  })
  return { items, next: page.next && (page.next.cursor ?? String(page.next.start)) }
}

async function readComment(named: string, call: ConfluenceBulkCall): Promise<ReadComment> {
  if (/^\d{1,20}$/.test(named)) return await inlineCommentAt(call.client, named, undefined, call)
  throw invalidField('ids', `names no comment: ${named.slice(0, 100)}`, 'ids of inline comments, digits')
}

const isDone = ({ comment }: ReadComment, { resolved }: Action): boolean => comment.resolved === resolved

/** Adds the text that a listed comment is about, and the expected outcome. */
async function describeOne(item: BulkItem, action: Action, call: ConfluenceBulkCall): Promise<BulkItem> {
  if (item.display_name !== item.id) return item
  const read = await readComment(item.id, call).catch(ifInvisible(undefined))
  if (!read) return { ...item, display_name: `${item.id} (not found)`, ...willFail('there is no such inline comment') }
  return { ...item, display_name: nameOf(read.comment), ...(isDone(read, action) && willBeSkipped('the comment already has this state')) }
}

async function act(item: BulkItem, action: Action, call: ConfluenceBulkCall): Promise<ItemResult> {
  const read = await readComment(item.id, call)
  if (isDone(read, action)) return foundDone(item, Check(Image, item.before) && { before: item.before })
  const before: Image = { resolved: read.comment.resolved ?? !action.resolved }
  await call.keepBefore?.(item.id, before)
  await setResolved(call.client, read, action.resolved, call)
  return { outcome: 'succeeded', before }
}

async function restore(item: UndoItem, action: Action, call: ConfluenceBulkCall): Promise<ItemResult> {
  const { id, before } = item
  if (!Check(Image, before))
    throw new OperationError('version_conflict', `The previous state of the comment ${id} is unknown; it was left unchanged.`, {
      source: 'gateway',
      outcome: 'not_executed'
    })
  const read = await readComment(id, call)
  if (!isDone(read, action)) return foundDone(item, {})
  await setResolved(call.client, read, before.resolved, call)
  return { outcome: 'succeeded' }
}

async function find({ id, before }: BulkItem, action: Action, call: ConfluenceBulkCall): Promise<ItemFinding> {
  if (!isDone(await readComment(id, call), action)) return { outcome: 'not_attempted' }
  return Check(Image, before) ? { outcome: 'succeeded', before } : { outcome: 'unknown' }
}

/** Resolves or reopens inline comments. Each is read before it is written, since Confluence needs its version. */
export const resolveComments = {
  max_batch: 1,
  concurrency: 4,
  page_size: 100,
  idempotent: true,
  cost_units: 3,
  count,
  nextBatch,
  describe: (items: BulkItem[], call: ConfluenceBulkCall, action: Action) =>
    Promise.all(items.map(item => describeOne(item, action, call))),
  executeBatch: (items: BulkItem[], action: Action, call: ConfluenceBulkCall) => forEachItem(items, call, item => act(item, action, call)),
  keeps_before: () => true,
  reconcile: (items: BulkItem[], action: Action, call: ConfluenceBulkCall) =>
    lookUpEach(items, call, item => find(item, action, call).catch(ifInvisible<ItemFinding>({ outcome: 'unknown' }))),
  undo: {
    idempotent: true,
    executeBatch: (items: UndoItem[], action: Action, call: ConfluenceBulkCall) =>
      forEachItem(items, call, item => restore(item, action, call))
  }
}
