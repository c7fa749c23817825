import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { keyOf, relationKeyOf } from '../store/fold.ts'
import type { Session } from '../store/session.ts'
import type { Word } from '../store/texts.ts'
import { type AsOf, holding } from './as-of.ts'
import { wrong } from './failures.ts'
import { type LinkRow, linksShown } from './links.ts'
import { type Found, matches, wordsAsked } from './matches.ts'
import { MOST_PARAMETERS, type ObjectRow, objectShown } from './objects.ts'
import { scoreOf } from './rank.ts'

export interface Search extends AsOf {
  query: string
  match: 'all' | 'any'
  kind?: 'object' | 'link' | undefined
  type?: string | undefined
  relation?: string | undefined
  offset: number
  limit: number
}

/** So many of the latest matches of each kind are ranked. */
const MOST_RANKED = 2000
const MOST_WORDS = 20

/** Objects and links that hold the words, the best first. */
export async function search(session: Session, asked: Search) {
  const words = wordsAsked(asked.query)
  if (words.length === 0) throw wrong('query', 'holds no word', 'letters or digits')
  if (words.length > MOST_WORDS) throw wrong('query', `holds ${words.length} words`, `at most ${MOST_WORDS}`)
  const every = asked.match === 'all'
  const objects = wants(asked, 'object') ? await matches(session, 'object', words, { every, most: MOST_RANKED, where: ofType(asked) }) : []
  const links = wants(asked, 'link')
    ? await matches(session, 'link', words, { every, most: MOST_RANKED, where: ofRelation(session, asked) })
    : []
  const ranked = [...(await scored('object', words, objects)), ...(await scored('link', words, links))]
  // Of two that fit alike, an object before a link, and the later one first.
  ranked.sort((a, b) => b.score - a.score || (a.kind === b.kind ? b.id - a.id : a.kind === 'object' ? -1 : 1))
  const all = objects.length < MOST_RANKED && links.length < MOST_RANKED
  return {
    items: await shown(session, ranked.slice(asked.offset, asked.offset + asked.limit), asked),
    total: { value: ranked.length, relation: all ? ('eq' as const) : ('gte' as const) }
  }
}

/** Texts that are scored at once: long ones take a millisecond for a few, and over a server this is the loop of the gateway. */
const AT_ONCE = 20

async function scored(kind: Ranked['kind'], words: readonly Word[], found: readonly Found[]): Promise<Ranked[]> {
  const ranked: Ranked[] = []
  for (const [place, one] of found.entries()) {
    if (place % AT_ONCE === AT_ONCE - 1) await setImmediate() // others have their turn
    ranked.push({ id: one.id, kind, score: scoreOf(words, one) })
  }
  return ranked
}

/** A condition that only one kind has leaves the other out. */
function wants({ kind, type, relation }: Search, wanted: 'object' | 'link'): boolean {
  if (kind !== undefined) return kind === wanted
  return wanted === 'object' ? relation === undefined : type === undefined
}

const ofType = ({ type }: Search) => (type === undefined ? sql`true` : sql`o.type_key = ${keyOf(type)}`)

const ofRelation = ({ now }: Session, { relation, ...time }: Search) =>
  relation === undefined ? holding(time, now, 'o') : sql`${holding(time, now, 'o')} and o.relation_key = ${relationKeyOf(relation)}`

interface Ranked {
  id: number
  kind: 'object' | 'link'
  score: number
}

async function shown(session: Session, page: Ranked[], { known_at }: AsOf) {
  const idsOf = (kind: Ranked['kind']): number[] => page.filter(found => found.kind === kind).map(({ id }) => id)
  const objects = await rows<ObjectRow>(session, 'memory_objects', idsOf('object'))
  const links = await linksShown(session, await rows<LinkRow>(session, 'memory_links', idsOf('link')), known_at)
  const objectAt = new Map(objects.map(object => [object.id, objectShown(object)]))
  const linkAt = new Map(links.map(link => [Number(link.id), link]))
  return page.map(({ kind, id, score }) => ({
    kind,
    score: Math.round(score * 1000) / 1000,
    object: kind === 'object' ? (objectAt.get(id) ?? null) : null,
    link: kind === 'link' ? (linkAt.get(id) ?? null) : null
  }))
}

async function rows<Row>({ db }: Session, table: string, ids: number[]): Promise<Row[]> {
  if (ids.length === 0 || ids.length > MOST_PARAMETERS) return []
  return (await sql<Row>`select * from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db)).rows
}
