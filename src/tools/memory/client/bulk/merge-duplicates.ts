import { Type } from 'typebox'
import {
  type BulkBatch,
  type BulkItem,
  type BulkPosition,
  type BulkResult,
  type Finding,
  willBeSkipped,
  willFail
} from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemResult } from '../../../../contract/each-item.ts'
import type { Total } from '../../../../contract/schema.ts'
import { failure } from '../../graph/errors.ts'
import { createCursor, readCursor } from '../cursor.ts'
import { graphOf, type MemoryCall } from '../memory.ts'

/** As stored with the job; an empty type means all. */
export type PairQuery = { type: string }

const Position = Type.Object({ loose_key: Type.String(), id: Type.Integer() }, { additionalProperties: false })

export async function countPairs({ type }: PairQuery, call: MemoryCall): Promise<Total> {
  call.signal.throwIfAborted()
  return { value: await graphOf(call).read('countDuplicates', { type }), relation: 'eq' }
}

/** An item is a pair: the object to remove and the object to keep, by their IDs. */
export async function nextPairs({ type }: PairQuery, { size, cursor }: BulkPosition, call: MemoryCall): Promise<BulkBatch> {
  call.signal.throwIfAborted()
  const pairs = await graphOf(call).read('duplicatePairs', { type, after: readCursor(Position, cursor), limit: size })
  const last = pairs.at(-1)
  return {
    items: pairs.map(({ id, name, into_id, into_name }) => ({ id: `${id}-${into_id}`, display_name: `${name} → ${into_name}` })),
    next: pairs.length === size && last ? createCursor({ loose_key: last.loose_key, id: last.id }) : undefined
  }
}

/** Adds object names to the pairs that the caller listed. */
export async function lookUpPairs(ids: string[], call: MemoryCall): Promise<BulkItem[]> {
  const pairs = ids.flatMap(id => parsePair(id) ?? [])
  const names = new Map<number, string>()
  for (let at = 0; at < pairs.length; at += BATCH_SIZE) {
    call.signal.throwIfAborted()
    const part = pairs.slice(at, at + BATCH_SIZE).flatMap(({ from, into }) => [from, into])
    for (const { id, name } of await graphOf(call).read('namesOfPairs', { ids: part })) names.set(id, name)
  }
  return [...pairs.map(pair => namedPair(pair, names)), ...ids.filter(id => !parsePair(id)).map(invalidPair)]
}

function namedPair({ from, into }: Pair, names: ReadonlyMap<number, string>): BulkItem {
  const item = { id: `${from}-${into}`, display_name: `${names.get(from) ?? from} → ${names.get(into) ?? into}` }
  if (!names.has(from)) return { ...item, ...willBeSkipped('the first object does not exist, or was merged already') }
  return names.has(into) ? item : { ...item, ...willFail('the object to merge into does not exist') }
}

const invalidPair = (id: string): BulkItem => ({
  id,
  display_name: id,
  ...willFail('not a pair of two IDs as in the preview of this operation')
})

const BATCH_SIZE = 250

interface Pair {
  from: number
  into: number
}

function parsePair(id: string): Pair | undefined {
  const [, from, into] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? []
  return from === undefined || into === undefined || from === into ? undefined : { from: Number(from), into: Number(into) }
}

/** Merges pairs one by one. An image of each pair is stored first: after a lost result, it shows that this job merged the pair. */
export async function* mergeEach(items: BulkItem[], call: MemoryCall): AsyncGenerator<BulkResult> {
  const pairs = await readPairs(items, call)
  await Promise.all(items.map(({ id }) => pairs.get(id) === 'two' && call.keepBefore?.(id, {})))
  yield* forEachItem(items, call, item => mergeOne(item, pairs.get(item.id) === 'merged' && item.before !== undefined, call))
}

/** Finds out which pairs this job merged. */
export async function* findMerged(items: BulkItem[], call: MemoryCall): AsyncGenerator<Finding> {
  const pairs = await readPairs(items, call)
  for (const { id, before } of items) {
    const state = pairs.get(id)
    yield {
      item_id: id,
      outcome: state === 'two' ? 'not_attempted' : state === 'merged' && before !== undefined ? 'succeeded' : 'unknown'
    }
  }
}

/** Returns whether both objects of each pair exist (`two`), or only the one to merge into (`merged`), by ID. */
async function readPairs(items: readonly BulkItem[], call: MemoryCall): Promise<Map<string, 'two' | 'merged' | 'missing'>> {
  const pairs = items.flatMap(({ id }) => {
    const pair = parsePair(id)
    return pair ? [{ id, ...pair }] : []
  })
  const objects = pairs.length > 0 ? await graphOf(call).read('namesOfPairs', { ids: pairs.flatMap(({ from, into }) => [from, into]) }) : []
  const existing = new Set(objects.map(({ id }) => id))
  return new Map(pairs.map(({ id, from, into }) => [id, !existing.has(into) ? 'missing' : existing.has(from) ? 'two' : 'merged']))
}

/** Skips a pair if its first object no longer exists, or if the two are no longer similar. */
async function mergeOne(item: BulkItem, wasMergedByJob: boolean, call: MemoryCall): Promise<ItemResult> {
  const pair = parsePair(item.id)
  if (!pair) throw failure('invalid_field_value', `${item.id} is not a pair: pass two IDs as in the preview of this operation.`)
  const merged = await graphOf(call).write('mergePair', pair)
  if (!merged) return foundDone(item, wasMergedByJob && {})
  return { outcome: 'succeeded', data: { links_moved: merged.links_moved, links_dropped: merged.dropped.length } }
}
