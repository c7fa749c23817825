import { Type } from 'typebox'
import type { ListInput } from '../../../contract/operation.ts'
import { isoOrNull, parseAsOf } from '../graph/time.ts'
import type { Direction } from '../graph/traverse.ts'
import { requireNames, requireStorable } from '../graph/validate-text.ts'
import { createCursor, Offset, readCursor } from './cursor.ts'
import { embedQuery } from './embed-query.ts'
import { graphOf, type MemoryCall } from './memory.ts'

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

export async function search({ query, match, kind, type, relation, limit, cursor, ...past }: Query, call: MemoryCall) {
  requireStorable({ query, type, relation })
  const offset = readCursor(Offset, cursor) ?? 0
  const input = { query, match, kind, type, relation, offset, limit, ...parseAsOf(past), vector: await embedQuery(query, call) }
  const { items, total, omitted_words } = await graphOf(call).read('search', input)
  if (omitted_words > 0) call.warn(`The query has more than 100 different words; ${omitted_words} of them were ignored.`)
  const end = offset + items.length
  return { items, next_cursor: end < total.value && items.length > 0 ? createCursor(end) : null, total }
}

/** Number of links before a part. */
const LinkCount = Type.Integer({ minimum: 0, maximum: 100_000_000 })

interface TraversalFilter extends Past {
  relation?: string
  direction: Direction
}

export async function getNeighbourhood(
  input: TraversalFilter & { name: string; depth: number; budget: number; links_cursor?: string },
  call: MemoryCall
) {
  const { name, depth, budget, links_cursor, relation, direction } = input
  requireNames({ name, relation })
  const after = readCursor(LinkCount, links_cursor, 'links_cursor')
  const { next, ...found } = await graphOf(call).read('getNeighbourhood', {
    name,
    depth,
    budget,
    after,
    relation,
    direction,
    ...parseAsOf(input)
  })
  if (next !== null) {
    const hint =
      'For more distant objects, pass next_links_cursor as links_cursor. Or use a smaller depth, a single relation, or a larger budget.'
    call.truncate({ reason: 'limit', omitted: null, next: 'next_links_cursor', hint })
  }
  return { ...found, complete: next === null, ...(next !== null && { next_links_cursor: createCursor(next) }) }
}

export async function findPath(input: TraversalFilter & { from: string; to: string; max_depth: number }, call: MemoryCall) {
  const { from, to, max_depth, relation, direction } = input
  requireNames({ from, to, relation })
  const { complete, ...found } = await graphOf(call).read('findPath', { from, to, max_depth, relation, direction, ...parseAsOf(input) })
  if (!complete) call.warn('There are too many links within max_depth to read them all: a path may exist.')
  return found
}

export async function getStatistics(call: MemoryCall) {
  const { objects, eldest, links, ended, to_come, latest, types, relations } = await graphOf(call).read('getStatistics', undefined)
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
