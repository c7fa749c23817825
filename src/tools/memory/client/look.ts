import type { ListInput } from '../../../contract/operation.ts'
import { asOf } from '../graph/moment.ts'
import { requireNames, requireSound } from '../graph/sound.ts'
import { isoOrNull } from '../graph/time.ts'
import type { Direction } from '../graph/walk.ts'
import { cursorFor, Offset, placeIn } from './cursor.ts'
import { graphOf, type Turn } from './turn.ts'

interface Past {
  as_of?: string
  known_at?: string
}

export interface Query extends Past, ListInput {
  query: string
  match: 'all' | 'any'
  kind?: 'object' | 'link'
  type?: string
  relation?: string
}

export async function search({ query, match, kind, type, relation, limit, cursor, ...past }: Query, turn: Turn) {
  requireSound({ query, type, relation })
  const offset = placeIn(Offset, cursor) ?? 0
  const { items, total } = await graphOf(turn).read('search', { query, match, kind, type, relation, offset, limit, ...asOf(past) })
  const end = offset + items.length
  return { items, next_cursor: end < total.value && items.length > 0 ? cursorFor(end) : null, total }
}

interface Way extends Past {
  relation?: string
  direction: Direction
}

export async function getNeighbourhood(input: Way & { name: string; depth: number; budget: number }, turn: Turn) {
  const { name, depth, budget, relation, direction } = input
  requireNames({ name, relation })
  const { complete, ...found } = await graphOf(turn).read('getNeighbourhood', { name, depth, budget, relation, direction, ...asOf(input) })
  if (!complete) turn.truncate({ reason: 'limit', omitted: null, hint: 'Ask for a smaller depth, one relation, or a larger budget.' })
  return { ...found, complete }
}

export async function findPath(input: Way & { from: string; to: string; max_depth: number }, turn: Turn) {
  const { from, to, max_depth, relation, direction } = input
  requireNames({ from, to, relation })
  const { complete, ...found } = await graphOf(turn).read('findPath', { from, to, max_depth, relation, direction, ...asOf(input) })
  if (!complete) turn.warn('There are more links within that distance than were looked at: a path may exist all the same.')
  return found
}

export async function getStatistics(turn: Turn) {
  const { objects, eldest, links, ended, to_come, latest, types, relations } = await graphOf(turn).read('getStatistics', undefined)
  const [all, over, later] = [Number(links ?? 0), Number(ended ?? 0), Number(to_come ?? 0)]
  return {
    objects: Number(objects ?? 0),
    links: { total: all, current: all - over - later, ended: over, to_come: later },
    types: types.map(({ name, count }) => ({ type: name, objects: Number(count) })),
    relations: relations.map(({ name, count }) => ({ relation: name ?? '', links: Number(count) })),
    first_recorded: isoOrNull(eldest ?? null),
    last_recorded: isoOrNull(latest === null || latest === undefined ? (eldest ?? null) : latest)
  }
}
