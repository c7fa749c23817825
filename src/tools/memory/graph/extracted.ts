import { OperationError } from '../../../contract/errors.ts'
import type { Session } from '../store/session.ts'
import type { Instant } from '../store/tables.ts'
import { type LinkToAdd, placeLink } from './add-link.ts'
import { ensureObject, findObject } from './objects.ts'
import type { Interval } from './time.ts'

export interface ExtractedObject {
  name: string
  type?: string
  summary: string
}

export interface Extracted {
  objects: ExtractedObject[]
  links: (LinkToAdd & { fact: string; valid_at: Instant | null })[]
  /** Of the text. */
  digest: string
  /** Keep nothing where the text was read before. */
  once: boolean
}

/** Which of these names have an object, and whether the text was read before. */
export async function lookAhead(session: Session, { names, digest }: { names: string[]; digest: string }) {
  const known: string[] = []
  for (const name of names) if (await findObject(session, name)) known.push(name)
  return { known, read_before: await wasRead(session, digest) }
}

export const wasRead = async ({ db, namespace }: Session, digest: string): Promise<boolean> =>
  (await db
    .selectFrom('memory_documents')
    .select('digest')
    .where('namespace_id', '=', namespace)
    .where('digest', '=', digest)
    .executeTakeFirst()) !== undefined

/** Which of the texts were read before. */
export async function readBefore(session: Session, { digests }: { digests: string[] }): Promise<string[]> {
  const found: string[] = []
  for (const digest of digests) if (await wasRead(session, digest)) found.push(digest)
  return found
}

/** Keeps what was found in a text: objects and links together, or nothing. */
export async function keepExtracted(session: Session, { objects, links, digest, once }: Extracted) {
  if (once && (await wasRead(session, digest))) return { objects: [], links: [], read_before: true }
  const made: { name: string; created: boolean }[] = []
  for (const { name, ...about } of objects) {
    const { object, created } = await ensureObject(session, name, about)
    made.push({ name: object.name, created })
  }
  const kept: Kept[] = []
  for (const [place, link] of links.entries()) kept.push({ place, ...(await keepLink(session, link)) })
  await session.db
    .insertInto('memory_documents')
    .values({ namespace_id: session.namespace, digest, created_at: session.now })
    .onConflict(conflict => conflict.columns(['namespace_id', 'digest']).doNothing())
    .execute()
  return { objects: made, links: kept, read_before: false }
}

/** What became of the link at that place: its times as they are, or why it was left out. */
export type Kept = { place: number } & (({ created: boolean } & Interval) | { created: false; reason: string })

/** One that has no place beside what is known is left out, and told. Where the text tells no beginning, it is as with any other link. */
async function keepLink(session: Session, { valid_at, ...link }: Extracted['links'][number]) {
  try {
    const { created, link: kept } = await placeLink(session, { ...link, valid_at: valid_at ?? undefined })
    return { created, valid_at: kept.valid_at, invalid_at: kept.invalid_at }
  } catch (error) {
    if (error instanceof OperationError && error.reason === 'already_exists') return { created: false as const, reason: error.message }
    throw error
  }
}
