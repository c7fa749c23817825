import { sql } from 'kysely'
import { OperationError } from '../../../contract/errors.ts'
import type { Instant } from '../store/database/tables.ts'
import type { Session } from '../store/session.ts'
import { type Episode, recordEpisode, type StatedLink } from './episodes.ts'
import { findOrInsertLink, type LinkToAdd } from './links/add.ts'
import { ensureObject, findObject } from './objects/rows.ts'
import type { Interval } from './time.ts'

export interface ExtractedObject {
  name: string
  type?: string
  summary: string
}

export interface Extracted {
  objects: ExtractedObject[]
  links: (LinkToAdd & { fact: string; valid_at: Instant | null })[]
  /** Where the facts come from. */
  episode: Episode
  /** Store nothing if the text was read before. */
  once: boolean
}

/** Returns which of the names have an object, and whether the text was read before. */
export async function lookAhead(session: Session, { names, digest }: { names: string[]; digest: string }) {
  const known: string[] = []
  for (const name of names) if (await findObject(session, name)) known.push(name)
  return { known, read_before: await wasRead(session, digest) }
}

const wasRead = async ({ db, namespace }: Session, digest: string): Promise<boolean> =>
  (await db
    .selectFrom('memory_documents')
    .select('digest')
    .where('namespace_id', '=', namespace)
    .where('digest', '=', digest)
    .executeTakeFirst()) !== undefined

/** Returns which of the texts were read before. */
export async function readBefore(session: Session, { digests }: { digests: string[] }): Promise<string[]> {
  const found: string[] = []
  for (const digest of digests) if (await wasRead(session, digest)) found.push(digest)
  return found
}

/** Stores the objects and links found in a text, all or none. */
export async function keepExtracted(session: Session, { objects, links, episode, once }: Extracted) {
  const { digest } = episode
  if (once && (await wasRead(session, digest))) return { objects: [], links: [], episode_id: null, read_before: true }
  const stored: { name: string; created: boolean }[] = []
  for (const { name, ...about } of objects) {
    const { object, created } = await ensureObject(session, name, about)
    stored.push({ name: object.name, created })
  }
  const kept: StoredLink[] = []
  const stated: StatedLink[] = []
  for (const [index, link] of links.entries()) {
    const { id, ...outcome } = await storeLink(session, link)
    if (id !== null) stated.push({ id, created: outcome.created })
    kept.push({ index, ...outcome })
  }
  await session.db
    .insertInto('memory_documents')
    .values({ namespace_id: session.namespace, digest, created_at: session.now })
    .onConflict(conflict => conflict.columns(['namespace_id', 'digest']).doNothing())
    .execute()
  const episode_id = String(await recordEpisode(session, episode, stated))
  return { objects: stored, links: kept, episode_id, read_before: false }
}

/** The result for the link at `index`: its interval, or why it was dropped. */
export type StoredLink = { index: number } & (({ created: boolean } & Interval) | { created: false; reason: string })

/** Drops a link that overlaps an existing one, with the reason. A link without a start is handled as in `addLink`. */
async function storeLink(session: Session, { valid_at, ...link }: Extracted['links'][number]) {
  try {
    const { created, link: kept } = await findOrInsertLink(session, { ...link, valid_at: valid_at ?? undefined })
    return { id: kept.id, created, valid_at: kept.valid_at, invalid_at: kept.invalid_at }
  } catch (error) {
    if (error instanceof OperationError && error.reason === 'already_exists')
      return { id: null, created: false as const, reason: error.message }
    throw error
  }
}

/** No job lives longer. */
const MAX_AGE_MS = 90 * 86_400_000

/** Returns the tokens that a job has used so far, in any process. */
export async function spentOf({ db, namespace }: Session, { id }: { id: string }): Promise<number> {
  const found = await db
    .selectFrom('memory_budgets')
    .select('tokens')
    .where('namespace_id', '=', namespace)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(found?.tokens ?? 0)
}

export async function spend({ db, namespace, now }: Session, { id, tokens }: { id: string; tokens: number }): Promise<null> {
  await db
    .deleteFrom('memory_budgets')
    .where('namespace_id', '=', namespace)
    .where('updated_at', '<', now - MAX_AGE_MS)
    .execute()
  await db
    .insertInto('memory_budgets')
    .values({ namespace_id: namespace, id, tokens, updated_at: now })
    .onConflict(conflict =>
      conflict.columns(['namespace_id', 'id']).doUpdateSet({ tokens: sql`memory_budgets.tokens + ${tokens}`, updated_at: now })
    )
    .execute()
  return null
}
