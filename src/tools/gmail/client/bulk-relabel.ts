import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, BulkResult } from '../../../contract/bulk.ts'
import type { Finding, UndoItem } from '../../../contract/bulk-afterwards.ts'
import { failedItem } from '../../../contract/bulk-failure.ts'
import { OperationError } from '../../../contract/errors.ts'
import { segment } from './api.ts'
import { look, portions } from './bulk-look.ts'
import { type BulkTurn, countMail, describeMail, MOST_MESSAGES, nextMail } from './bulk-select.ts'
import { succeeded, together } from './bulk-together.ts'
import { batchUnits, LOOKED_AT_ONCE } from './units.ts'

/** Labels to put on and to take off, by id. `named`: the caller gave the messages, so nobody knows yet whether they are there. */
export type Relabel = { add: string[]; remove: string[]; named: boolean }

/** Labels that the change took off; absent of a message that had all of them. */
const Before = Type.Object({ removed: Type.Array(Type.String()) })
type Before = Static<typeof Before>

/** How every action on messages finds them, and how many it takes at once. */
export const ON_MAIL = {
  max_batch: 1000,
  concurrency: 2,
  page_size: MOST_MESSAGES,
  cost_units: batchUnits,
  count: countMail,
  nextBatch: nextMail,
  describe: describeMail
} as const

const isSo = (labels: readonly string[], { add, remove }: Pick<Relabel, 'add' | 'remove'>): boolean =>
  add.every(id => labels.includes(id)) && !remove.some(id => labels.includes(id))

/** Gmail confirms the request, and says nothing of single messages. */
function modify<Item extends BulkItem>(
  items: readonly Item[],
  { add, remove }: Pick<Relabel, 'add' | 'remove'>,
  call: BulkTurn,
  resultOf?: (item: Item) => BulkResult
): AsyncGenerator<BulkResult> {
  const json = { ...(add.length > 0 && { addLabelIds: add }), ...(remove.length > 0 && { removeLabelIds: remove }) }
  // For one message a request of its own costs a tenth.
  const send = ([first = '', ...others]: string[]): Promise<unknown> =>
    others.length === 0
      ? call.client.send({ path: `messages/${segment(first)}/modify`, method: 'POST', json }, call)
      : call.client.send({ path: 'messages/batchModify', method: 'POST', json: { ids: [first, ...others], ...json } }, call)
  return together(items, send, call, resultOf)
}

async function* relabel(items: BulkItem[], action: Relabel, call: BulkTurn): AsyncGenerator<BulkResult> {
  if (action.named) for (const portion of portions(items)) yield* relabelNamed(portion, action, call)
  else yield* modify(items, action, call, item => doneTo(item, item.data === false ? [] : action.remove, action))
}

/** Gmail passes over ids that it does not know, and confirms all the same: named messages are looked at first. */
async function* relabelNamed(items: BulkItem[], action: Relabel, call: BulkTurn): AsyncGenerator<BulkResult> {
  const labelsOf = new Map<BulkItem, string[]>()
  for (const seen of await look(items, call)) {
    if (!seen.labels) yield seen.failure
    else if (isSo(seen.labels, action)) yield { item_id: seen.item.id, outcome: 'skipped' }
    else labelsOf.set(seen.item, seen.labels)
  }
  const removedOf = (item: BulkItem): string[] => action.remove.filter(id => labelsOf.get(item)?.includes(id))
  yield* modify([...labelsOf.keys()], action, call, item => doneTo(item, removedOf(item), action))
}

const doneTo = (item: BulkItem, removed: string[], { remove }: Relabel): BulkResult => ({
  ...succeeded(item),
  ...(removed.length < remove.length && { before: { removed } satisfies Before })
})

/** Takes back what the job did, where it still stands. */
async function* takeBack(items: UndoItem[], action: Relabel, call: BulkTurn): AsyncGenerator<BulkResult> {
  const open = new Map<string, UndoItem[]>()
  for (const { item, ...seen } of await look(items, call)) {
    if (!seen.labels) yield seen.failure
    else if (!action.add.includes('TRASH') && seen.labels.includes('TRASH')) yield failedItem(item, trashed(item))
    else if (!isSo(seen.labels, action)) yield { item_id: item.id, outcome: 'skipped' }
    else {
      const back = JSON.stringify(removedFrom(item, action))
      open.set(back, [...(open.get(back) ?? []), item])
    }
  }
  for (const [back, group] of open) yield* modify(group, { add: JSON.parse(back), remove: action.add }, call)
}

const removedFrom = ({ before }: UndoItem, { remove }: Relabel): string[] => (Check(Before, before) ? before.removed : remove)

const trashed = ({ id }: BulkItem): OperationError =>
  new OperationError('version_conflict', `Somebody moved the message ${id} to the trash since; it was left alone.`, {
    source: 'gateway',
    outcome: 'not_executed'
  })

async function* findRelabelled(items: BulkItem[], action: Relabel, call: BulkTurn): AsyncGenerator<Finding> {
  for (const portion of portions(items))
    for (const { item, labels } of await look(portion, call))
      yield { item_id: item.id, outcome: labels === undefined ? 'unknown' : isSo(labels, action) ? 'succeeded' : 'not_attempted' }
}

/** The parts of a bulk action that changes labels. */
export const relabelling = {
  ...ON_MAIL,
  idempotent: true,
  executeBatch: relabel,
  reconcile: findRelabelled,
  undo: {
    idempotent: true,
    max_batch: LOOKED_AT_ONCE,
    cost_units: (items: number) => batchUnits(items, true),
    executeBatch: takeBack
  }
}
