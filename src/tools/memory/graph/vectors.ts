import { type RawBuilder, sql } from 'kysely'
import { decodeVector, similarity } from '../embed/vectors.ts'
import type { Kind } from '../store/database/word-index.ts'
import type { Session } from '../store/session.ts'
import { eachYielding } from './scores.ts'

/** The latest links and objects of a graph that get embeddings: each search reads all of them. */
const MAX_EMBEDDED: Readonly<Record<Kind, number>> = { link: 10_000, object: 5_000 }

const KINDS: readonly Kind[] = ['link', 'object']

/** The text of a link or an object that its embedding depends on. */
export interface EmbeddedText {
  kind: Kind
  id: number
  text: string
}

const TEXT: Readonly<Record<Kind, RawBuilder<string>>> = { link: sql`o.fact`, object: sql`o.name || ': ' || o.summary` }

const latest = ({ namespace }: Session, kind: Kind): RawBuilder<unknown> =>
  sql`(select * from ${sql.table(`memory_${kind}s`)} where namespace_id = ${namespace} order by id desc limit ${MAX_EMBEDDED[kind]})`

/** Returns links and objects without an embedding of the model, the latest first. `more`: there are others. */
export async function withoutVector(session: Session, { model, limit }: { model: string; limit: number }) {
  const found: EmbeddedText[] = []
  for (const kind of KINDS) {
    const { rows } = await sql<{ id: number; text: string }>`select o.id as id, ${TEXT[kind]} as text from ${latest(session, kind)} o
      left join memory_vectors v on v.kind = ${kind} and v.row_id = o.id and v.model = ${model}
      where v.row_id is null order by o.id desc limit ${limit + 1 - found.length}`.execute(session.db)
    found.push(...rows.map(row => ({ kind, ...row })))
  }
  return { items: found.slice(0, limit), more: found.length > limit }
}

/** Stores embeddings, unless the text changed or was deleted since. Removes those of links and objects that are no longer among the latest. */
export async function keepVectors(session: Session, { model, items }: { model: string; items: (EmbeddedText & { vector: string })[] }) {
  for (const kind of KINDS) {
    const own = items.filter(item => item.kind === kind)
    if (own.length > 0) await keepOf(session, kind, model, own)
  }
  return null
}

async function keepOf(session: Session, kind: Kind, model: string, items: readonly (EmbeddedText & { vector: string })[]): Promise<void> {
  const { db, namespace } = session
  const ids = items.map(({ id }) => id)
  const { rows } = await sql<{ id: number; text: string }>`select o.id as id, ${TEXT[kind]} as text from ${sql.table(`memory_${kind}s`)} o
    where o.namespace_id = ${namespace} and o.id in (${sql.join(ids)})`.execute(db)
  const current = new Map(rows.map(({ id, text }) => [id, text]))
  const unchanged = items.filter(({ id, text }) => current.get(id) === text)
  if (unchanged.length === 0) return
  await db
    .insertInto('memory_vectors')
    .values(unchanged.map(({ id, vector }) => ({ namespace_id: namespace, kind, row_id: id, model, vector })))
    .onConflict(conflict => conflict.columns(['kind', 'row_id', 'model']).doUpdateSet(eb => ({ vector: eb.ref('excluded.vector') })))
    .execute()
  await sql`delete from memory_vectors where namespace_id = ${namespace} and kind = ${kind}
    and row_id < (select min(id) from ${latest(session, kind)} o)`.execute(db)
}

/** An embedding of a query, by the model whose stored embeddings it can be compared with. */
export interface QueryVector {
  model: string
  vector: string
}

/** Links or objects that are clearly closer to the query than most: by this many standard deviations, and at most this many of them. */
const MIN_DEVIATIONS = 1.5
const MAX_NEAREST = 100

/** Returns the IDs of the links or objects (`o`) that are closest in meaning, the closest first. */
export async function nearest({ db, namespace }: Session, kind: Kind, { model, vector }: QueryVector, where: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: number; vector: string }>`select v.row_id as id, v.vector as vector from memory_vectors v
    join ${sql.table(`memory_${kind}s`)} o on o.id = v.row_id
    where v.namespace_id = ${namespace} and v.kind = ${kind} and v.model = ${model} and ${where}`.execute(db)
  const query = decodeVector(vector)
  const all = await eachYielding(rows, row => ({ id: row.id, score: similarity(query, decodeVector(row.vector)) }))
  const mean = all.reduce((sum, { score }) => sum + score, 0) / all.length
  const deviation = Math.sqrt(all.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / all.length)
  return all
    .filter(({ score }) => score > mean + MIN_DEVIATIONS * deviation)
    .toSorted((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, MAX_NEAREST)
}
