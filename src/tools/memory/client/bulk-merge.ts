import { Type } from 'typebox'
import type { BulkBatch, BulkItem, BulkPosition, BulkResult } from '../../../contract/bulk.ts'
import { beforeNext, failedItem } from '../../../contract/bulk-failure.ts'
import type { Total } from '../../../contract/schema.ts'
import { failure } from '../graph/failures.ts'
import { cursorFor, placeIn } from './cursor.ts'
import { graphOf, type Turn } from './turn.ts'

/** As a job keeps it; empty: all. */
export type PairQuery = { type: string }

const Place = Type.Object({ loose_key: Type.String(), id: Type.Integer() }, { additionalProperties: false })

export async function countPairs({ type }: PairQuery, turn: Turn): Promise<Total> {
  turn.signal.throwIfAborted()
  return { value: await graphOf(turn).read('countDuplicates', { type }), relation: 'eq' }
}

/** An item is a pair: the object that goes, and the one that stays, by their ids. */
export async function nextPairs({ type }: PairQuery, { size, cursor }: BulkPosition, turn: Turn): Promise<BulkBatch> {
  turn.signal.throwIfAborted()
  const pairs = await graphOf(turn).read('duplicatePairs', { type, after: placeIn(Place, cursor), limit: size })
  const last = pairs.at(-1)
  return {
    items: pairs.map(({ id, name, into_id, into_name }) => ({ id: `${id}-${into_id}`, display_name: `${name} → ${into_name}` })),
    next: pairs.length === size && last ? cursorFor({ loose_key: last.loose_key, id: last.id }) : undefined
  }
}

/** Pairs that a caller names get the names of their objects. */
export async function pairsNamed(ids: string[], turn: Turn): Promise<BulkItem[]> {
  const pairs = ids.flatMap(id => pairIn(id) ?? [])
  const names = new Map<number, string>()
  for (let at = 0; at < pairs.length; at += AT_A_TIME) {
    turn.signal.throwIfAborted()
    const part = pairs.slice(at, at + AT_A_TIME).flatMap(({ from, into }) => [from, into])
    for (const { id, name } of await graphOf(turn).read('namesOfPairs', { ids: part })) names.set(id, name)
  }
  return pairs.map(({ from, into }) => ({ id: `${from}-${into}`, display_name: `${names.get(from) ?? from} → ${names.get(into) ?? into}` }))
}

const AT_A_TIME = 250

function pairIn(id: string): { from: number; into: number } | undefined {
  const [, from, into] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? []
  return from === undefined || into === undefined || from === into ? undefined : { from: Number(from), into: Number(into) }
}

export async function* mergeEach(items: BulkItem[], turn: Turn): AsyncGenerator<BulkResult> {
  for (const item of items) {
    beforeNext(turn.signal)
    yield await mergeOne(item, turn).catch(error => failedItem(item, error))
  }
}

/** One that is gone was merged already, and one that is no longer like the other is left alone. */
async function mergeOne({ id }: BulkItem, turn: Turn): Promise<BulkResult> {
  const pair = pairIn(id)
  if (!pair) throw failure('invalid_field_value', `${id} is no pair: give the two ids as the preview of this action does.`)
  const merged = await graphOf(turn).write('mergePair', pair)
  if (!merged) return { item_id: id, outcome: 'skipped' }
  return { item_id: id, outcome: 'succeeded', data: { links_moved: merged.links_moved, links_dropped: merged.dropped.length } }
}
