import { type RawBuilder, sql } from 'kysely'
import type { Session } from '../store/session.ts'
import { type AsOf, holding } from './as-of.ts'
import { type LinkRow, linksShown } from './links.ts'
import { objectShown, theObject } from './objects.ts'

/** Ends of links: at `from_id` they go out, at `to_id` they come in. */
type End = 'from_id' | 'to_id'

export interface ObjectAsked extends AsOf {
  name: string
  /** Most links to answer. */
  limit: number
  /** The id of the last link of the page before. */
  after?: number | undefined
}

/** Beyond that many, links are not counted. */
const MOST_COUNTED = 1000

/** An object, and the links that hold at a time, the eldest first. */
export async function getObject(session: Session, { name, limit, after = 0, ...time }: ObjectAsked) {
  const object = await theObject(session, name)
  const where = holding(time, session.now)
  const found = [
    ...(await linksAt(session, object.id, 'from_id', { where, after, limit })),
    ...(await linksAt(session, object.id, 'to_id', { where, after, limit }))
  ]
  const page = found.toSorted((a, b) => a.id - b.id).slice(0, limit)
  const shown = await linksShown(session, page, time.known_at)
  const goesOut = (place: number): boolean => page[place]?.from_id === object.id
  const [outgoing, incoming] = [shown.filter((_link, place) => goesOut(place)), shown.filter((_link, place) => !goesOut(place))]
  const last = page.at(-1)
  const whole = after === 0 && found.length === page.length
  return {
    object: objectShown(object),
    outgoing,
    incoming,
    outgoing_total: whole ? counted(outgoing.length) : await count(session, object.id, 'from_id', where),
    incoming_total: whole ? counted(incoming.length) : await count(session, object.id, 'to_id', where),
    next: found.length > limit && last ? last.id : null
  }
}

/** Each end by an index of its own: of an object with a hundred thousand links a page is as quick as any. One more than asked for. */
async function linksAt({ db }: Session, id: number, end: End, page: { where: RawBuilder<boolean>; after: number; limit: number }) {
  const { where, after, limit } = page
  const own = end === 'from_id' ? sql`true` : sql`l.from_id <> ${id}` // one that leads to itself is told once
  const query = sql<LinkRow>`select l.* from memory_links l where ${sql.ref(`l.${end}`)} = ${id} and l.id > ${after} and ${own} and ${where}
    order by l.id limit ${limit + 1}`
  return (await query.execute(db)).rows
}

async function count({ db }: Session, id: number, end: End, where: RawBuilder<boolean>) {
  const own = end === 'from_id' ? sql`true` : sql`l.from_id <> ${id}`
  const query = sql<{
    value: number
  }>`select count(*) as value from (select 1 from memory_links l where ${sql.ref(`l.${end}`)} = ${id} and ${own}
    and ${where} limit ${MOST_COUNTED + 1}) found`
  return counted((await query.execute(db)).rows[0]?.value ?? 0)
}

const counted = (value: number) =>
  value > MOST_COUNTED ? { value: MOST_COUNTED, relation: 'gte' as const } : { value, relation: 'eq' as const }
