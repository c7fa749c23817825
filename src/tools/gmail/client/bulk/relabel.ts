import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { Finding, UndoItem } from '../../../../contract/bulk.ts'
import { type BulkItem, type BulkPosition, type BulkResult, willBeSkipped } from '../../../../contract/bulk.ts'
import { failedItem, foundDone } from '../../../../contract/bulk-outcomes.ts'
import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { batchUnits, READ_BATCH } from '../quota.ts'
import { bisectBatch, succeeded } from './batch-bisect.ts'
import { readBatches, readLabelsOf } from './current-labels.ts'
import { countMessages, describeMessages, type GmailBulkCall, MAX_PAGE, type MessageQuery, nextMessages } from './select.ts'

/** IDs of labels to add and to remove. `named`: the caller selected the messages by ID, so whether they exist is unknown. */
export type LabelChange = { add: string[]; remove: string[]; named: boolean }

/** Labels that the change removed. It is not stored for a message that had all of them. */
const Before = Type.Object({ removed: Type.Array(Type.String()) })
type Before = Static<typeof Before>

/** The part of a bulk adapter that lists messages and sets the batch size. */
export const MESSAGE_LISTING = {
  max_batch: 1000,
  concurrency: 2,
  page_size: MAX_PAGE,
  cost_units: batchUnits,
  count: countMessages,
  nextBatch: (query: MessageQuery, at: BulkPosition, call: GmailBulkCall) => nextMessages(query, at, call)
} as const

export const isDone = (labels: readonly string[], { add, remove }: Pick<LabelChange, 'add' | 'remove'>): boolean =>
  add.every(id => labels.includes(id)) && !remove.some(id => labels.includes(id))

/** Adds and removes labels in one request. Gmail confirms the whole request, not single messages. */
function modify<Item extends BulkItem>(
  items: readonly Item[],
  { add, remove }: Pick<LabelChange, 'add' | 'remove'>,
  call: GmailBulkCall,
  resultOf?: (item: Item) => BulkResult
): AsyncGenerator<BulkResult> {
  const json = { ...(add.length > 0 && { addLabelIds: add }), ...(remove.length > 0 && { removeLabelIds: remove }) }
  // The request for a single message costs a tenth of a batch request.
  const send = ([first = '', ...others]: string[]): Promise<unknown> =>
    others.length === 0
      ? call.client.send({ path: `messages/${segment(first)}/modify`, method: 'POST', json }, call)
      : call.client.send({ path: 'messages/batchModify', method: 'POST', json: { ids: [first, ...others], ...json } }, call)
  return bisectBatch(items, send, call, resultOf)
}

async function* relabel(items: BulkItem[], action: LabelChange, call: GmailBulkCall): AsyncGenerator<BulkResult> {
  if (action.named) for (const batch of readBatches(items)) yield* relabelById(batch, action, call)
  else yield* modify(items, action, call, item => succeededWith(item, item.data === false ? [] : action.remove, action))
}

/** Gmail ignores unknown IDs and confirms the request anyway, so messages that were selected by ID are read first. */
async function* relabelById(items: BulkItem[], action: LabelChange, call: GmailBulkCall): AsyncGenerator<BulkResult> {
  const labelsOf = new Map<BulkItem, string[]>()
  for (const current of await readLabelsOf(items, call)) {
    const { item } = current
    if (!current.labels) yield current.failure
    else if (isDone(current.labels, action))
      yield { item_id: item.id, ...foundDone(item, Check(Before, item.before) && { before: item.before }) }
    else labelsOf.set(item, current.labels)
  }
  const removedOf = (item: BulkItem): string[] => action.remove.filter(id => labelsOf.get(item)?.includes(id))
  await Promise.all([...labelsOf.keys()].map(item => call.keepBefore?.(item.id, { removed: removedOf(item) } satisfies Before)))
  yield* modify([...labelsOf.keys()], action, call, item => succeededWith(item, removedOf(item), action))
}

const succeededWith = (item: BulkItem, removed: string[], { remove }: LabelChange): BulkResult => ({
  ...succeeded(item),
  ...(removed.length < remove.length && { before: { removed } satisfies Before })
})

/** Reverts the change of messages that still show it. Groups them by the labels to restore, one request each. */
async function* revert(items: UndoItem[], action: LabelChange, call: GmailBulkCall): AsyncGenerator<BulkResult> {
  const groups = new Map<string, UndoItem[]>()
  for (const { item, ...current } of await readLabelsOf(items, call)) {
    if (!current.labels) yield current.failure
    else if (!action.add.includes('TRASH') && current.labels.includes('TRASH')) yield failedItem(item, movedToTrash(item))
    else if (!isDone(current.labels, action)) yield { item_id: item.id, ...foundDone(item, {}) }
    else {
      const labels = JSON.stringify(removedFrom(item, action))
      groups.set(labels, [...(groups.get(labels) ?? []), item])
    }
  }
  for (const [labels, group] of groups) yield* modify(group, { add: JSON.parse(labels), remove: action.add }, call)
}

const removedFrom = ({ before }: UndoItem, { remove }: LabelChange): string[] => (Check(Before, before) ? before.removed : remove)

const movedToTrash = ({ id }: BulkItem): OperationError =>
  new OperationError('version_conflict', `The message ${id} was moved to the trash after the job changed it, so undo did not change it.`, {
    source: 'gateway',
    outcome: 'not_executed'
  })

async function* findRelabelled(items: BulkItem[], action: LabelChange, call: GmailBulkCall): AsyncGenerator<Finding> {
  for (const batch of readBatches(items))
    for (const { item, labels } of await readLabelsOf(batch, call)) yield { item_id: item.id, ...findingOf(item, labels, action) }
}

/** A message from the search was listed because it needed the change. For one that was selected by ID, this is known only if an attempt stored its labels. */
function findingOf({ before }: BulkItem, labels: string[] | undefined, action: LabelChange): Omit<Finding, 'item_id'> {
  if (!labels) return { outcome: 'unknown' }
  if (!isDone(labels, action)) return { outcome: 'not_attempted' }
  if (before !== undefined) return { outcome: 'succeeded', before }
  return { outcome: action.named ? 'unknown' : 'succeeded' }
}

/** The part of a bulk adapter that adds and removes labels. */
export const labelChangeAdapter = {
  ...MESSAGE_LISTING,
  idempotent: true,
  describe: (items: BulkItem[], call: GmailBulkCall, action: LabelChange) =>
    describeMessages(items, call, labels => (isDone(labels, action) ? willBeSkipped('the message is already as requested') : {})),
  executeBatch: relabel,
  keeps_before: (_item: BulkItem, { named }: LabelChange) => named,
  reconcile: findRelabelled,
  undo: {
    idempotent: true,
    max_batch: READ_BATCH,
    cost_units: (items: number) => batchUnits(items, true),
    executeBatch: revert
  }
}
