import { type RawBuilder, sql } from 'kysely'
import { wordsIn } from '../store/fold.ts'
import type { Session } from '../store/session.ts'
import { type Kind, tableOf, type Word } from '../store/texts.ts'
import type { Said } from './rank.ts'

export interface Found extends Said {
  id: number
}

export const wholeWord = (word: string): Word => ({ word, prefix: false })

/** The words of a query; one with * behind it stands for all that begin so. */
export function wordsAsked(query: string): Word[] {
  return query.split(/\s+/u).flatMap(part => {
    const words = wordsIn(part)
    return words.map((word, place) => ({ word, prefix: part.endsWith('*') && place === words.length - 1 }))
  })
}

const SAID = {
  object: sql`o.name as name, o.summary as text`,
  link: sql`'' as name, o.fact as text`
} as const

/** Objects or links (`o`) that hold the words. The latest of them, at most so many: what a common word fits is as many as there are. */
export async function matches(
  { db, texts, namespace }: Session,
  kind: Kind,
  words: readonly Word[],
  { every, most, where = sql`true` }: { every: boolean; most: number; where?: RawBuilder<unknown> }
): Promise<Found[]> {
  if (words.length === 0) return []
  const match = texts.match(kind, namespace, words, every)
  const table = sql.table(tableOf(kind))
  // A cross join: the words come first, whatever the planner thinks of them.
  const query = sql<Found>`select ${match.id} as id, ${SAID[kind]} from ${table} cross join ${sql.table(`memory_${kind}s`)} o
    where ${match.where} and o.id = ${match.id} and o.namespace_id = ${namespace} and ${where} order by ${match.id} desc limit ${most}`
  return (await query.execute(db)).rows
}
