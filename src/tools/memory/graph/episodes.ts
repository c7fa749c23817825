import { sql } from 'kysely'
import type { Session } from '../store/session.ts'
import { failure } from './errors.ts'
import { linksById } from './links/invalidate.ts'
import { deleteLinks } from './links/rows.ts'
import { iso } from './time.ts'

/** A text that facts were extracted from. */
export interface Episode {
  /** SHA-256 of the text, which is not stored. */
  digest: string
  title: string
  source: string | null
}

/** A link that an episode states. `created`: it was recorded because of it. */
export interface StatedLink {
  id: number
  created: boolean
}

/** Records which links a text states, and returns the ID of the episode. A text that is read again is the same episode. */
export async function recordEpisode({ db, namespace, now }: Session, { digest, title, source }: Episode, links: readonly StatedLink[]) {
  await db
    .insertInto('memory_episodes')
    .values({ namespace_id: namespace, digest, title, source, created_at: now })
    .onConflict(conflict => conflict.columns(['namespace_id', 'digest']).doNothing())
    .execute()
  const { id } = await db
    .selectFrom('memory_episodes')
    .select('id')
    .where('namespace_id', '=', namespace)
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow()
  for (const link of links)
    await db
      .insertInto('memory_episode_links')
      .values({ episode_id: id, link_id: link.id, created: link.created ? 1 : 0 })
      .onConflict(conflict => conflict.columns(['episode_id', 'link_id']).doNothing())
      .execute()
  return id
}

interface Row {
  id: number
  title: string
  source: string | null
  created_at: number
  facts: number
}

const episodeOutput = ({ id, title, source, created_at, facts }: Row) => ({
  id: String(id),
  title,
  source,
  recorded_at: iso(created_at),
  facts: Number(facts)
})

/** Lists the texts that facts were extracted from, the latest first; only those that state a link, if one is given. */
export async function listEpisodes(
  session: Session,
  { link_id, after, limit }: { link_id?: number | undefined; after?: number | undefined; limit: number }
) {
  const { db, namespace } = session
  if (link_id !== undefined && (await linksById(session, [link_id])).length === 0)
    throw failure('link_not_found', `There is no link ${link_id}.`, {
      suggestions: ["Get the IDs of an object's links with memory_get_object."]
    })
  const states = link_id === undefined ? sql`true` : sql`e.id in (select episode_id from memory_episode_links where link_id = ${link_id})`
  const own = sql`e.namespace_id = ${namespace} and ${states}`
  const { rows: counts } = await sql<{ total: number }>`select count(*) as total from memory_episodes e where ${own}`.execute(db)
  const { rows } =
    await sql<Row>`${ROWS} where ${own} and e.id < ${after ?? Number.MAX_SAFE_INTEGER} order by e.id desc limit ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(episodeOutput), next: rows.length > limit && last ? last.id : null, total: Number(counts[0]?.total ?? 0) }
}

const ROWS = sql`select e.id, e.title, e.source, e.created_at, (select count(*) from memory_episode_links l where l.episode_id = e.id) as facts
  from memory_episodes e`

/** Deletes the record of a text. With `facts`, also the links that were recorded because of it and that no other text states. */
export async function deleteEpisode(session: Session, { id, facts, dry_run }: { id: number; facts: boolean; dry_run: boolean }) {
  const { db, namespace } = session
  const [row] = (await sql<Row>`${ROWS} where e.namespace_id = ${namespace} and e.id = ${id}`.execute(db)).rows
  if (!row)
    throw failure('episode_not_found', `There is no episode ${id}.`, { suggestions: ['List the episodes with memory_list_episodes.'] })
  const own = facts ? await linksOnlyOf(session, id) : []
  if (!dry_run) {
    await deleteLinks(session, own)
    await removeEpisodes(session, [id])
  }
  return { episode: episodeOutput(row), facts_deleted: own.length, dry_run }
}

async function linksOnlyOf({ db }: Session, id: number): Promise<number[]> {
  const { rows } = await sql<{ link_id: number }>`select l.link_id from memory_episode_links l where l.episode_id = ${id} and l.created = 1
    and not exists (select 1 from memory_episode_links o where o.link_id = l.link_id and o.episode_id <> ${id})`.execute(db)
  return rows.map(({ link_id }) => link_id)
}

/** The digests in `memory_documents` stay, so that a deleted text is not read again by mistake. */
export async function removeEpisodes({ db }: Session, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('memory_episode_links').where('episode_id', 'in', ids).execute()
  await db.deleteFrom('memory_episodes').where('id', 'in', ids).execute()
}
