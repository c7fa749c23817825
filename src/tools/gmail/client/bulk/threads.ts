import pMap from 'p-map'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { type BulkItem, type BulkPosition, type UndoItem, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemFinding, type ItemResult, ifMissing, lookUpEach } from '../../../../contract/each-item.ts'
import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { type ApiMessage, readThread } from '../api.ts'
import { headerOf } from '../messages/headers.ts'
import { dateOf, undefinedIfMissing } from '../messages/messages.ts'
import { MAX_CONCURRENT_REQUESTS } from '../quota.ts'
import { isDone, type LabelChange } from './relabel.ts'
import { countMessages, type GmailBulkCall, MAX_PAGE, type MessageQuery, nextMessages, toMinutes } from './select.ts'

/** The messages that the change concerned, by the labels that it removed from them. Message IDs are separated by spaces, to take little space. */
const Image = Type.Array(Type.Object({ removed: Type.Array(Type.String()), ids: Type.String() }))
type Image = Static<typeof Image>

const pathOf = (id: string): string => `threads/${segment(id)}`

async function readMessages(id: string, call: GmailBulkCall): Promise<ApiMessage[]> {
  const { messages = [] } = readThread(await call.client.send({ path: pathOf(id), query: { format: 'minimal' } }, call))
  return messages
}

const needsChange = ({ labelIds = [] }: ApiMessage, action: LabelChange): boolean => !isDone(labelIds, action)

/** Returns which messages the change concerns. `before`: those that an earlier attempt of this job changed. */
function imageOf(messages: readonly ApiMessage[], action: LabelChange, before: unknown): Image {
  const earlier = Check(Image, before) ? before : []
  const known = new Set(earlier.flatMap(({ ids }) => ids.split(' ')))
  const groups = new Map<string, string[]>()
  for (const message of messages) {
    if (!needsChange(message, action) || known.has(message.id)) continue
    const removed = JSON.stringify(action.remove.filter(label => message.labelIds?.includes(label)))
    groups.set(removed, [...(groups.get(removed) ?? []), message.id])
  }
  return [...earlier, ...[...groups].map(([removed, ids]) => ({ removed: JSON.parse(removed), ids: ids.join(' ') }))]
}

async function change(item: BulkItem, action: LabelChange, call: GmailBulkCall): Promise<ItemResult> {
  const messages = await readMessages(item.id, call)
  if (!messages.some(message => needsChange(message, action))) return foundDone(item, Check(Image, item.before) && { before: item.before })
  const before = imageOf(messages, action, item.before)
  await call.keepBefore?.(item.id, before)
  const { add, remove } = action
  const request = add.includes('TRASH')
    ? { path: `${pathOf(item.id)}/trash` }
    : { path: `${pathOf(item.id)}/modify`, json: { addLabelIds: add, removeLabelIds: remove } }
  await call.client.send({ ...request, method: 'POST' }, call)
  return { outcome: 'succeeded', before }
}

/** Reverts the change of the messages that still show it. Messages that arrived after the job are left alone. */
async function restore(item: UndoItem, action: LabelChange, call: GmailBulkCall): Promise<ItemResult> {
  const { id, before } = item
  if (!Check(Image, before)) throw unknownBefore(id)
  const current = new Map((await readMessages(id, call)).map(message => [message.id, message.labelIds ?? []]))
  const isTrash = action.add.includes('TRASH')
  const groups = before.map(({ removed, ids }) => ({
    removed,
    ids: ids.split(' ').filter(message => isDone(current.get(message) ?? NOT_DONE, action) && current.has(message))
  }))
  const inTrash = (message: string): boolean => !isTrash && (current.get(message) ?? []).includes('TRASH')
  const restorable = groups.map(({ removed, ids }) => ({ removed, ids: ids.filter(message => !inTrash(message)) }))
  if (restorable.every(({ ids }) => ids.length === 0)) {
    if (groups.some(({ ids }) => ids.length > 0)) throw movedToTrash(item)
    return foundDone(item, {})
  }
  for (const { removed, ids } of restorable)
    if (ids.length > 0)
      await call.client.send(
        { path: 'messages/batchModify', method: 'POST', json: { ids, addLabelIds: removed, removeLabelIds: action.add } },
        call
      )
  return { outcome: 'succeeded' }
}

/** The labels of a message that no longer exists. */
const NOT_DONE: readonly string[] = []

const movedToTrash = ({ id }: BulkItem): OperationError =>
  new OperationError(
    'version_conflict',
    `The messages of the conversation ${id} were moved to the trash after the job changed them, so undo did not change them.`,
    { source: 'gateway', outcome: 'not_executed' }
  )

const unknownBefore = (id: string): OperationError =>
  new OperationError(
    'version_conflict',
    `The messages of the conversation ${id} that the job changed are unknown, so undo did not change it.`,
    {
      source: 'gateway',
      outcome: 'not_executed'
    }
  )

async function find({ id, before }: BulkItem, action: LabelChange, call: GmailBulkCall): Promise<ItemFinding> {
  const messages = await readMessages(id, call)
  if (messages.some(message => needsChange(message, action))) return { outcome: 'not_attempted' }
  return Check(Image, before) ? { outcome: 'succeeded', before } : { outcome: 'unknown' }
}

/** Adds subject, last sender, number of messages and expected outcome to items that hold only an ID. */
const describe = (items: BulkItem[], call: GmailBulkCall, action: LabelChange): Promise<BulkItem[]> =>
  pMap(items, async item => ({ ...item, ...(await describeThread(item.id, action, call)) }), { concurrency: MAX_CONCURRENT_REQUESTS })

async function describeThread(id: string, action: LabelChange, call: GmailBulkCall): Promise<Pick<BulkItem, 'display_name' | 'foreseen'>> {
  const query = { format: 'metadata', metadataHeaders: ['Subject', 'From'] }
  const body = await undefinedIfMissing(call.client.send({ path: pathOf(id), query }, call)).catch(invalidId)
  if (body === undefined) return { display_name: `${id} (not found)`, ...willFail('no such conversation') }
  const { messages = [] } = readThread(body)
  const last = messages.at(-1)
  const date = last ? dateOf(last) : null
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`
  const title = `${headerOf(messages[0]?.payload, 'subject') || '(no subject)'} — ${headerOf(last?.payload, 'from') || '(no sender)'}, ${count}`
  const isFinished = !messages.some(message => needsChange(message, action))
  return {
    display_name: date === null ? title : `${title}, ${toMinutes(date)}`,
    ...(isFinished && willBeSkipped('the conversation is already as requested'))
  }
}

/** Gmail refuses an ID that cannot be one of a conversation. */
function invalidId(error: unknown): undefined {
  if (error instanceof OperationError && error.code === 'VALIDATION_ERROR') return undefined
  throw error
}

/** Units to read the conversation and to change it. */
const UNITS = 20
const UNDO_UNITS = 60

/** A bulk adapter for whole conversations. Each is read before it is changed, so that undo reverts exactly the messages that the job changed. */
export const threadChangeAdapter = {
  idempotent: true,
  max_batch: 1,
  concurrency: 4,
  page_size: MAX_PAGE,
  cost_units: UNITS,
  count: countMessages,
  nextBatch: (query: MessageQuery, at: BulkPosition, call: GmailBulkCall) => nextMessages(query, at, call),
  describe,
  executeBatch: (items: BulkItem[], action: LabelChange, call: GmailBulkCall) =>
    forEachItem(items, call, item => change(item, action, call)),
  keeps_before: () => true,
  reconcile: (items: BulkItem[], action: LabelChange, call: GmailBulkCall) =>
    lookUpEach(items, call, item => find(item, action, call).catch(ifMissing<ItemFinding>({ outcome: 'unknown' }))),
  undo: {
    idempotent: true,
    cost_units: UNDO_UNITS,
    executeBatch: (items: UndoItem[], action: LabelChange, call: GmailBulkCall) =>
      forEachItem(items, call, item => restore(item, action, call))
  }
}
