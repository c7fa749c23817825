import { sql } from 'kysely'
import { tableOf } from '../../store/database/word-index.ts'
import { wordsIn } from '../../store/fold.ts'
import type { Session } from '../../store/session.ts'
import { overlap } from '../time.ts'
import type { LinkRow } from './rows.ts'

/** Maximum number of contradicting links to report. */
const MAX_REPORTED = 5
/** Maximum number of links of the subject to compare. */
const MAX_COMPARED = 100

/**
 * Returns the links that probably contradict a new one: links of the same subject and relation to other objects that hold at the same time,
 * if the relation usually has one object at a time. Changes nothing.
 */
export async function contradictionsOf(session: Session, link: LinkRow): Promise<LinkRow[]> {
  const others = await session.db
    .selectFrom('memory_links')
    .selectAll()
    .where('from_id', '=', link.from_id)
    .where('relation_key', '=', link.relation_key)
    .where('to_id', '<>', link.to_id)
    .limit(MAX_COMPARED)
    .execute()
  const clashing = others.filter(other => overlap(other, link)).toSorted((a, b) => a.id - b.id)
  if (clashing.length === 0 || !(await isSingleValued(session, link))) return []
  return clashing.slice(0, MAX_REPORTED)
}

/** Relations that have one object at a time, as long as the graph does not show otherwise. */
const SINGLE_VALUED =
  /^(?:is )?(?:lives|live|resides|living|lebt|wohnt|vive|habite|mieszka) (?:in|at|en|a|w)$|^(?:is )?(?:works?|working|employed|arbeitet|trabaja|travaille|pracuje) (?:at|for|by|bei|für|en|chez|w)$|^(?:was )?(?:born|died|geboren|gestorben) (?:in|on|am)$|^(?:is )?married to$|^(?:is )?(?:reports to|managed by|led by|owned by|headquartered in|based in|located in|capital of|ceo of|engaged to)$|^(?:has )?(?:age|birthday|birth date|date of birth|email|phone number|status|home ?town|manager|spouse|husband|wife|employer|capital|ceo)(?: is)?$/

/** Links of a relation to look at, the latest ones, and the subjects that are enough to judge by. */
const MAX_SAMPLED = 300
const MIN_SUBJECTS = 5
/** Share of the subjects that may have several objects at a time. */
const MAX_SHARE = 0.1

/** Whether the relation usually has one object at a time, by how the graph uses it for other subjects; by its words if few do. */
async function isSingleValued({ db, texts, namespace }: Session, { from_id, relation, relation_key }: LinkRow): Promise<boolean> {
  const words = wordsIn(relation).map(word => ({ forms: [word], prefix: false }))
  if (words.length === 0) return SINGLE_VALUED.test(relation_key)
  const match = texts.match('link', namespace, { words, every: true })
  const { rows } = await sql<
    Pick<LinkRow, 'from_id' | 'to_id' | 'valid_at' | 'invalid_at'>
  >`select o.from_id, o.to_id, o.valid_at, o.invalid_at from ${sql.table(tableOf('link'))} cross join memory_links o
    where ${match.where} and o.id = ${match.id} and o.namespace_id = ${namespace} and o.relation_key = ${relation_key} and o.from_id <> ${from_id}
    order by ${match.id} desc limit ${MAX_SAMPLED}`.execute(db)
  const subjects = [...Map.groupBy(rows, row => row.from_id).values()]
  if (subjects.length < MIN_SUBJECTS) return SINGLE_VALUED.test(relation_key)
  const several = subjects.filter(links =>
    links.some((link, index) => links.slice(index + 1).some(other => other.to_id !== link.to_id && overlap(link, other)))
  )
  return several.length <= MAX_SHARE * subjects.length
}
