import { type RawBuilder, sql } from 'kysely'
import type { Session } from '../../store/session.ts'
import { type AsOf, holding } from '../as-of.ts'
import { type LinkRow, linkOutputs } from '../links/rows.ts'
import { objectOutput, requireObject } from './rows.ts'

/** The end of a link that is at the object: outgoing at `from_id`, incoming at `to_id`. */
type End = 'from_id' | 'to_id'

export interface GetObjectInput extends AsOf {
  name: string
  /** Maximum number of links. */
  limit: number
  /** ID of the last link of the previous page. */
  after?: number | undefined
}

/** Links are counted up to this number. */
const MAX_COUNTED = 1000

/** Returns an object and the links that hold at a time, in the order they were recorded. */
export async function getObject(session: Session, { name, limit, after = 0, ...time }: GetObjectInput) {
  const object = await requireObject(session, name)
  const where = holding(time, session.now)
  const found = [
    ...(await linksAt(session, object.id, 'from_id', { where, after, limit })),
    ...(await linksAt(session, object.id, 'to_id', { where, after, limit }))
  ]
  const page = found.toSorted((a, b) => a.id - b.id).slice(0, limit)
  const shown = await linkOutputs(session, page, time.known_at)
  const goesOut = (index: number): boolean => page[index]?.from_id === object.id
  const [outgoing, incoming] = [shown.filter((_link, index) => goesOut(index)), shown.filter((_link, index) => !goesOut(index))]
  const last = page.at(-1)
  const whole = after === 0 && found.length === page.length
  return {
    object: objectOutput(object),
    outgoing,
    incoming,
    outgoing_total: whole ? counted(outgoing.length) : await count(session, object.id, 'from_id', where),
    incoming_total: whole ? counted(incoming.length) : await count(session, object.id, 'to_id', where),
    next: found.length > limit && last ? last.id : null
  }
}

/**
 * Queries each end through its own index, so a page is fast even for an object with a hundred thousand links. Returns one link more than
 * the limit.
 */
async function linksAt({ db }: Session, id: number, end: End, page: { where: RawBuilder<boolean>; after: number; limit: number }) {
  const { where, after, limit } = page
  const own = end === 'from_id' ? sql`true` : sql`l.from_id <> ${id}` // a link to itself is returned once
  const query = sql<LinkRow>`select l.* from memory_links l where ${sql.ref(`l.${end}`)} = ${id} and l.id > ${after} and ${own} and ${where}
    order by l.id limit ${limit + 1}`
  return (await query.execute(db)).rows
}

async function count({ db }: Session, id: number, end: End, where: RawBuilder<boolean>) {
  const own = end === 'from_id' ? sql`true` : sql`l.from_id <> ${id}`
  const query = sql<{
    value: number
  }>`select count(*) as value from (select 1 from memory_links l where ${sql.ref(`l.${end}`)} = ${id} and ${own}
    and ${where} limit ${MAX_COUNTED + 1}) found`
  return counted((await query.execute(db)).rows[0]?.value ?? 0)
}

const counted = (value: number) =>
  value > MAX_COUNTED ? { value: MAX_COUNTED, relation: 'gte' as const } : { value, relation: 'eq' as const }
