import { sql } from 'kysely'
import { relationKeyOf } from '../store/fold.ts'
import type { Session } from '../store/session.ts'
import { type AsOf, holding } from './as-of.ts'
import { type LinkRow, linkOutputs } from './links/rows.ts'
import { MAX_PARAMETERS, type ObjectRow, objectOutput, requireObject } from './objects/rows.ts'

export type Direction = 'outgoing' | 'incoming' | 'both'

interface TraversalFilter extends AsOf {
  relation?: string | undefined
  direction: Direction
}

export interface NeighbourhoodInput extends TraversalFilter {
  name: string
  depth: number
  /** Maximum number of objects and of links. */
  budget: number
  /** Number of links that earlier parts have. Undefined: this is the first part, which begins with the object itself. */
  after: number | undefined
}

/**
 * Returns what is within a number of links of an object, nearest first, up to the budget. `next` is the number of links up to there; null if that is
 * everything.
 */
export async function getNeighbourhood(session: Session, { name, depth, budget, after, ...filter }: NeighbourhoodInput) {
  const start = await requireObject(session, name)
  const distances = new Map([[start.id, 0]])
  const walked = new Set<number>()
  const objects = after === undefined ? [start.id] : []
  const links: LinkRow[] = []
  let frontier = [start.id]
  let next: number | null = null
  for (let distance = 1; distance <= depth && frontier.length > 0 && next === null; distance++) {
    const reached: number[] = []
    const missing = (after ?? 0) + budget - walked.size + 1
    const found = await linksOfObjects(session, frontier, filter, missing + walked.size) // the links that led here are read again
    for (const link of found.filter(({ id }) => !walked.has(id))) {
      const newIds = [...new Set([link.from_id, link.to_id])].filter(id => !distances.has(id))
      if (walked.size >= (after ?? 0)) {
        if (links.length === budget || objects.length + newIds.length > budget) {
          next = walked.size
          break
        }
        links.push(link)
        objects.push(...newIds)
      }
      walked.add(link.id)
      for (const id of newIds) distances.set(id, distance)
      reached.push(...newIds)
    }
    frontier = reached
  }
  return {
    objects: (await objectsOf(session, objects)).map(object => ({ ...objectOutput(object), distance: distances.get(object.id) ?? 0 })),
    links: await linkOutputs(session, links, filter.known_at),
    next
  }
}

/** Returns the links of these objects that hold, in the order they were recorded. */
async function linksOfObjects({ db, now }: Session, ids: number[], filter: TraversalFilter, limit: number): Promise<LinkRow[]> {
  const { relation, direction, ...time } = filter
  const found: LinkRow[] = []
  const seen = new Set<number>()
  const kind = relation === undefined ? sql`true` : sql`l.relation_key = ${relationKeyOf(relation)}`
  for (let at = 0; at < ids.length && found.length < limit; at += MAX_PARAMETERS) {
    for (const end of ENDS[direction]) {
      const part = sql.join(ids.slice(at, at + MAX_PARAMETERS))
      const query = sql<LinkRow>`select l.* from memory_links l where ${sql.ref(`l.${end}`)} in (${part}) and ${kind} and ${holding(time, now)} order by l.id limit ${limit}`
      for (const link of (await query.execute(db)).rows) {
        if (!seen.has(link.id)) found.push(link)
        seen.add(link.id)
      }
    }
  }
  return found.slice(0, limit)
}

const ENDS: Readonly<Record<Direction, readonly ('from_id' | 'to_id')[]>> = {
  outgoing: ['from_id'],
  incoming: ['to_id'],
  both: ['from_id', 'to_id']
}

async function objectsOf({ db }: Session, ids: number[]): Promise<ObjectRow[]> {
  const found = new Map<number, ObjectRow>()
  for (let at = 0; at < ids.length; at += MAX_PARAMETERS) {
    const part = ids.slice(at, at + MAX_PARAMETERS)
    for (const row of await db.selectFrom('memory_objects').selectAll().where('id', 'in', part).execute()) found.set(row.id, row)
  }
  return ids.flatMap(id => found.get(id) ?? [])
}

export interface PathInput extends TraversalFilter {
  from: string
  to: string
  max_depth: number
}

/** Maximum number of links that a path search reads. */
const MAX_LINKS = 50_000

/** Returns a shortest path from one object to another over links that hold. */
export async function findPath(session: Session, { from, to, max_depth, ...way }: PathInput) {
  const start = await requireObject(session, from)
  const goal = await requireObject(session, to)
  const reachedBy = new Map<number, LinkRow | null>([[start.id, null]])
  let edge = [start.id]
  let left = MAX_LINKS
  for (let distance = 0; distance < max_depth && edge.length > 0 && left > 0 && !reachedBy.has(goal.id); distance++) {
    const links = await linksOfObjects(session, edge, way, left)
    left -= links.length
    edge = links.flatMap(link => reached(link, way.direction, reachedBy))
  }
  if (!reachedBy.has(goal.id)) return { found: false, objects: [], links: [], complete: left > 0 }
  const { ids, links } = backtrack(goal.id, reachedBy)
  const names = new Map((await objectsOf(session, ids)).map(({ id, name }) => [id, name]))
  return {
    found: true,
    objects: ids.flatMap(id => names.get(id) ?? []),
    links: await linkOutputs(session, links, way.known_at),
    complete: true
  }
}

function reached(link: LinkRow, direction: Direction, cameBy: Map<number, LinkRow | null>): number[] {
  const steps = [
    ...(direction === 'incoming' ? [] : [[link.from_id, link.to_id] as const]),
    ...(direction === 'outgoing' ? [] : [[link.to_id, link.from_id] as const])
  ]
  return steps.flatMap(([here, there]) => {
    if (!cameBy.has(here) || cameBy.has(there)) return []
    cameBy.set(there, link)
    return [there]
  })
}

function backtrack(goal: number, cameBy: ReadonlyMap<number, LinkRow | null>): { ids: number[]; links: LinkRow[] } {
  const ids = [goal]
  const links: LinkRow[] = []
  for (let at = goal, link = cameBy.get(at); link; link = cameBy.get(at)) {
    at = link.from_id === at ? link.to_id : link.from_id
    ids.unshift(at)
    links.unshift(link)
  }
  return { ids, links }
}
