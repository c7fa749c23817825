import { sql } from 'kysely'
import { relationKeyOf } from '../store/fold.ts'
import type { Session } from '../store/session.ts'
import { type AsOf, holding } from './as-of.ts'
import { type LinkRow, linksShown } from './links.ts'
import { MOST_PARAMETERS, type ObjectRow, objectShown, theObject } from './objects.ts'

export type Direction = 'outgoing' | 'incoming' | 'both'

interface Way extends AsOf {
  relation?: string | undefined
  direction: Direction
}

export interface Neighbourhood extends Way {
  name: string
  depth: number
  /** Most objects and most links to answer. */
  budget: number
}

/** What is around an object: everything within so many links, as far as the budget goes. */
export async function getNeighbourhood(session: Session, { name, depth, budget, ...way }: Neighbourhood) {
  const start = await theObject(session, name)
  const distances = new Map([[start.id, 0]])
  const links = new Map<number, LinkRow>()
  let edge = [start.id]
  let all = true
  for (let distance = 1; distance <= depth && edge.length > 0; distance++) {
    const next: number[] = []
    const most = budget + links.size + 1 // those that led here come again
    const found = await linksAt(session, edge, way, most)
    if (found.length === most) all = false
    for (const link of found) {
      const fresh = [link.from_id, link.to_id].filter(id => !distances.has(id))
      if (!links.has(link.id) && (links.size === budget || distances.size + fresh.length > budget)) {
        all = false
        continue
      }
      links.set(link.id, link)
      for (const id of fresh) distances.set(id, distance)
      next.push(...fresh)
    }
    edge = next
  }
  return {
    objects: (await objectsOf(session, [...distances.keys()])).map(object => ({
      ...objectShown(object),
      distance: distances.get(object.id) ?? 0
    })),
    links: await linksShown(session, [...links.values()], way.known_at),
    complete: all
  }
}

/** Links at these objects that hold, the eldest first. */
async function linksAt({ db, now }: Session, ids: number[], way: Way, most: number): Promise<LinkRow[]> {
  const { relation, direction, ...time } = way
  const found: LinkRow[] = []
  const seen = new Set<number>()
  const kind = relation === undefined ? sql`true` : sql`l.relation_key = ${relationKeyOf(relation)}`
  for (let at = 0; at < ids.length && found.length < most; at += MOST_PARAMETERS) {
    for (const end of ENDS[direction]) {
      const part = sql.join(ids.slice(at, at + MOST_PARAMETERS))
      const query = sql<LinkRow>`select l.* from memory_links l where ${sql.ref(`l.${end}`)} in (${part}) and ${kind} and ${holding(time, now)} order by l.id limit ${most}`
      for (const link of (await query.execute(db)).rows) {
        if (!seen.has(link.id)) found.push(link)
        seen.add(link.id)
      }
    }
  }
  return found.slice(0, most)
}

const ENDS: Readonly<Record<Direction, readonly ('from_id' | 'to_id')[]>> = {
  outgoing: ['from_id'],
  incoming: ['to_id'],
  both: ['from_id', 'to_id']
}

async function objectsOf({ db }: Session, ids: number[]): Promise<ObjectRow[]> {
  const found = new Map<number, ObjectRow>()
  for (let at = 0; at < ids.length; at += MOST_PARAMETERS) {
    const part = ids.slice(at, at + MOST_PARAMETERS)
    for (const row of await db.selectFrom('memory_objects').selectAll().where('id', 'in', part).execute()) found.set(row.id, row)
  }
  return ids.flatMap(id => found.get(id) ?? [])
}

export interface PathAsked extends Way {
  from: string
  to: string
  max_depth: number
}

/** Links looked at before a search for a path gives up. */
const MOST_LINKS = 50_000

/** A shortest way from one object to another over links that hold. */
export async function findPath(session: Session, { from, to, max_depth, ...way }: PathAsked) {
  const start = await theObject(session, from)
  const goal = await theObject(session, to)
  const cameBy = new Map<number, LinkRow | null>([[start.id, null]])
  let edge = [start.id]
  let left = MOST_LINKS
  for (let distance = 0; distance < max_depth && edge.length > 0 && left > 0 && !cameBy.has(goal.id); distance++) {
    const links = await linksAt(session, edge, way, left)
    left -= links.length
    edge = links.flatMap(link => reached(link, way.direction, cameBy))
  }
  if (!cameBy.has(goal.id)) return { found: false, objects: [], links: [], complete: left > 0 }
  const { ids, links } = wayBack(goal.id, cameBy)
  const names = new Map((await objectsOf(session, ids)).map(({ id, name }) => [id, name]))
  return {
    found: true,
    objects: ids.flatMap(id => names.get(id) ?? []),
    links: await linksShown(session, links, way.known_at),
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

function wayBack(goal: number, cameBy: ReadonlyMap<number, LinkRow | null>): { ids: number[]; links: LinkRow[] } {
  const ids = [goal]
  const links: LinkRow[] = []
  for (let at = goal, link = cameBy.get(at); link; link = cameBy.get(at)) {
    at = link.from_id === at ? link.to_id : link.from_id
    ids.unshift(at)
    links.unshift(link)
  }
  return { ids, links }
}
