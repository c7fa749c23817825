import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { type BulkItem, type BulkPosition, type UndoItem, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemResult, ifInvisible } from '../../../../contract/each-item.ts'
import type { Total } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { type Row, rows, text } from '../../../../lib/row.ts'
import { discussionOf } from '../mappers/merge-requests.ts'
import { conflict, type GitLabBulkCall, reconcileEach } from './call.ts'
import { partsOf } from './item-ids.ts'
import { describeWith, MAX_ROWS, NAMED, nextRows, notFound, type Source, sourceOf, withArchived } from './selection.ts'

/** Selects the threads of a merge request that can be resolved. `of`: project and number, as item IDs begin. */
type Threads = { source: Source; of: string }
type Action = { resolved: boolean }

export async function selectThreads(reference: string | undefined, iid: number | undefined, call: GitLabBulkCall): Promise<Threads> {
  if (reference === undefined || iid === undefined) return { source: NAMED, of: '' }
  const project = await call.client.project(reference, call)
  const source = sourceOf(`${project.path}/merge_requests/${iid}/discussions`, project.subject('merge request', `!${iid}`), {})
  return { source: await withArchived(source, project, call), of: `${project.reference}!${iid}` }
}

/** Stored for undo. */
const Image = Type.Object({ resolved: Type.Boolean() })

const nameOf = (row: Row): string => brief(text(rows(row, 'notes')[0] ?? {}, 'body')) || text(row, 'id')

function itemOf(row: Row, of: string, { resolved: wanted }: Action): BulkItem | undefined {
  const { id, resolved } = discussionOf(row)
  if (id === null || resolved === null) return undefined
  return { id: `${of}:${id}`, display_name: nameOf(row), data: { resolved }, ...foresee(resolved, wanted) }
}

const foresee = (resolved: boolean, wanted: boolean) =>
  resolved === wanted ? willBeSkipped(`it is already ${wanted ? 'resolved' : 'open'}`) : {}

async function threadRequest(id: string, call: GitLabBulkCall) {
  const { project: reference, name } = partsOf(id, '!')
  const [, iid, thread] = /^(\d{1,15}):([0-9a-f]{40})$/.exec(name) ?? []
  if (iid === undefined || thread === undefined)
    throw invalidField('ids', `has an invalid ID: ${id.slice(0, 100)}`, 'threads, such as group/name!34:6a9c…, with 40 hex digits')
  const project = await call.client.project(reference, call)
  const path = `${project.path}/merge_requests/${iid}/discussions/${segment(thread, 'ids')}`
  return { path, subject: project.subject('thread', `${thread} on !${iid}`) }
}

async function read(id: string, call: GitLabBulkCall): Promise<boolean> {
  const { resolved } = discussionOf(await call.client.row(await threadRequest(id, call), call))
  if (resolved === null) throw conflict(`${id} cannot be resolved: it is a comment, not a thread.`)
  return resolved
}

const write = async (id: string, json: Action, call: GitLabBulkCall): Promise<void> =>
  void (await call.client.row({ method: 'PUT', ...(await threadRequest(id, call)), json }, call))

/** The state before, as an earlier attempt or the listing stored it, if the thread was changed since then. */
function imageBefore({ before, data }: BulkItem, { resolved }: Action) {
  const image = Check(Image, before) ? before : data
  return Check(Image, image) && image.resolved !== resolved && { before: image }
}

async function change(item: BulkItem, action: Action, call: GitLabBulkCall): Promise<ItemResult> {
  const resolved = await read(item.id, call)
  if (resolved === action.resolved) return foundDone(item, imageBefore(item, action))
  if (!Check(Image, item.data)) await call.keepBefore?.(item.id, { resolved })
  await write(item.id, action, call)
  return { outcome: 'succeeded', before: { resolved } }
}

async function restore(item: UndoItem, call: GitLabBulkCall): Promise<ItemResult> {
  const { id, before } = item
  if (!Check(Image, before)) throw conflict(`The previous state of ${id} is unknown; it was left unchanged.`)
  if ((await read(id, call)) === before.resolved) return foundDone(item, {})
  await write(id, before, call)
  return { outcome: 'succeeded' }
}

const nextThreads = ({ source, of }: Threads, at: BulkPosition, call: GitLabBulkCall, action: Action) =>
  nextRows(source, at, call, row => itemOf(row, of, action))

/** GitLab counts comments, too, so the threads of one page are counted. */
async function countThreads(threads: Threads, call: GitLabBulkCall): Promise<Total> {
  const { items, next } = await nextThreads(threads, { size: MAX_ROWS, offset: 0, cursor: undefined }, call, { resolved: true })
  return { value: items.length, relation: next === undefined ? 'eq' : 'gte' }
}

/** Adapter parts that resolve threads, or reopen them. */
export const resolving = {
  max_batch: 1,
  concurrency: 4,
  page_size: MAX_ROWS,
  keeps_data: true,
  idempotent: true,
  cost_units: 2,
  count: countThreads,
  nextBatch: nextThreads,
  describe: describeWith<Action>(async (id, call, { resolved: wanted }) => {
    const row = await call.client.row(await threadRequest(id, call), call).catch(ifInvisible(undefined))
    if (!row) return notFound(id)
    const { resolved } = discussionOf(row)
    return { display_name: nameOf(row), ...(resolved === null ? willFail('it is a comment, not a thread') : foresee(resolved, wanted)) }
  }),
  executeBatch: (items: BulkItem[], action: Action, call: GitLabBulkCall) => forEachItem(items, call, item => change(item, action, call)),
  keeps_before: ({ data }: BulkItem) => !Check(Image, data),
  reconcile: (items: BulkItem[], action: Action, call: GitLabBulkCall) =>
    reconcileEach(items, call, async item => {
      if ((await read(item.id, call)) !== action.resolved) return { outcome: 'not_attempted' }
      const own = imageBefore(item, action)
      return own ? { outcome: 'succeeded', ...own } : { outcome: 'unknown' }
    }),
  undo: {
    idempotent: true,
    executeBatch: (items: UndoItem[], _action: Action, call: GitLabBulkCall) => forEachItem(items, call, item => restore(item, call))
  }
} as const
