import { type RawBuilder, sql } from 'kysely'
import { type Kind, type TermQuery, tableOf } from '../store/database/word-index.ts'
import type { Session } from '../store/session.ts'
import type { Word } from '../store/terms.ts'
import { aliasesIn } from './objects/aliases.ts'
import { attributeText } from './objects/attributes.ts'

/** An object or a link that contains words of a query, with the texts that its score depends on. */
export interface Match {
  id: number
  /** Name of an object; null for a link. */
  name: string | null
  /** Summary of an object, or fact of a link. */
  text: string
  /** Attributes and aliases of an object, or relation and source of a link. */
  details: string
  /** The objects that a link connects; none for an object. */
  ends: readonly { id: number; name: string }[]
}

interface Row {
  id: number
  name: string | null
  text: string
  details: string
  aliases: string | null
  from_id: number | null
  from_name: string | null
  to_id: number | null
  to_name: string | null
}

const SELECTED = {
  object: sql`o.name as name, o.summary as text, o.attributes as details, o.aliases as aliases, null as from_id, null as from_name, null as to_id, null as to_name`,
  link: sql`null as name, o.fact as text, o.relation || ' ' || coalesce(o.source, '') as details, null as aliases,
    o.from_id as from_id, f.name as from_name, o.to_id as to_id, t.name as to_name`
} as const

const JOINED = {
  object: sql``,
  link: sql`join memory_objects f on f.id = o.from_id join memory_objects t on t.id = o.to_id`
} as const

/** Which objects or links (`o`) to find: the latest ones, up to a limit, because a common word can match any number. */
export interface Selection extends TermQuery {
  limit: number
  where?: RawBuilder<unknown>
}

export async function findMatches(
  { db, texts, namespace }: Session,
  kind: Kind,
  { words, every, limit, where = sql`true` }: Selection
): Promise<Match[]> {
  if (words.length === 0 || limit <= 0) return []
  const match = texts.match(kind, namespace, { words, every })
  const table = sql.table(tableOf(kind))
  // A cross join makes the database evaluate the words first, whatever its planner estimates.
  const query = sql<Row>`select ${match.id} as id, ${SELECTED[kind]} from ${table} cross join ${sql.table(`memory_${kind}s`)} o ${JOINED[kind]}
    where ${match.where} and o.id = ${match.id} and o.namespace_id = ${namespace} and ${where} order by ${match.id} desc limit ${limit}`
  return (await query.execute(db)).rows.map(toMatch)
}

function toMatch({ id, name, text, details, aliases, ...link }: Row): Match {
  const { from_id, from_name, to_id, to_name } = link
  const ends =
    from_id === null || to_id === null
      ? []
      : [
          { id: from_id, name: from_name ?? '' },
          { id: to_id, name: to_name ?? '' }
        ]
  return { id, name, text, details: aliases === null ? details : [attributeText(details), ...aliasesIn(aliases)].join('\n'), ends }
}

/** Counts the objects or links that contain a word, up to a limit. */
export async function countMatches({ db, texts, namespace }: Session, kind: Kind, word: Word, limit: number): Promise<number> {
  const match = texts.match(kind, namespace, { words: [word], every: true })
  const query = sql<{
    value: number
  }>`select count(*) as value from (select 1 from ${sql.table(tableOf(kind))} where ${match.where} limit ${limit}) found`
  return Number((await query.execute(db)).rows[0]?.value ?? 0)
}

/** Counts the objects or links of the graph, up to a limit. */
export async function countAll({ db, namespace }: Session, kind: Kind, limit: number): Promise<number> {
  const query = sql<{
    value: number
  }>`select count(*) as value from (select 1 from ${sql.table(`memory_${kind}s`)} where namespace_id = ${namespace} limit ${limit}) found`
  return Number((await query.execute(db)).rows[0]?.value ?? 0)
}

/** Returns the names of the latest objects that contain at least one of the words, as they are. */
export async function objectsWith(session: Session, words: readonly string[], limit: number): Promise<{ name: string }[]> {
  const found = await findMatches(session, 'object', { words: words.map(word => ({ forms: [word], prefix: false })), every: false, limit })
  return found.map(({ name }) => ({ name: name ?? '' }))
}
