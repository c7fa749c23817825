import { createHash } from 'node:crypto'
import type { BigIntStats, Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { chunksOf } from './chunks.ts'
import { MEGABYTE, readUpTo, sha256 } from './content.ts'
import { failure } from './failures.ts'
import type { Place } from './locate.ts'
import { asWriter } from './lock.ts'
import { openFile } from './open.ts'
import { checkWritable, replaceFile } from './replace.ts'
import type { Turn } from './turn.ts'
import type { Volume } from './volume.ts'

export interface WriteRequest {
  file_path: string
  content: string
  expected_sha256?: string
  dry_run: boolean
}

/** Makes a file, or gives it another content. */
export async function writeFile(volume: Volume, { file_path, content, expected_sha256, dry_run }: WriteRequest, turn: Turn) {
  requireUnicode({ content })
  const bytes = Buffer.from(content)
  return await asWriter(volume, file_path, async place => {
    await checkWritable(place)
    const before = expected_sha256 === undefined ? undefined : await expect(volume, place, expected_sha256, turn.signal)
    warnOfLinks(place, turn)
    turn.signal.throwIfAborted()
    if (!dry_run) await replaceFile(volume, place, bytes, before)
    return { path: place.shown, bytes: bytes.length, created: !place.stats, sha256: sha256(bytes), dry_run }
  })
}

/** Half a surrogate pair has no bytes: it would be written as another character. */
export function requireUnicode(texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (text.isWellFormed()) continue
    const issue = { path: name, message: 'holds half of a surrogate pair', expected: 'valid Unicode' }
    throw failure('invalid_field_value', `${name} is not valid Unicode.`, { issues: [issue] })
  }
}

/** The content is still what the caller knows; answers what to compare with before it is replaced. */
async function expect(volume: Volume, place: Place, expected: string, signal: AbortSignal): Promise<BigIntStats> {
  if (!place.stats) throw changed(place.given, null)
  await using handle = await openFile(volume, place)
  const stats = await handle.stat({ bigint: true })
  requireHash(place.given, await hashOf(handle, signal), expected)
  return stats
}

/** In chunks: the file may be of any size. */
async function hashOf(handle: FileHandle, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(handle, signal)) hash.update(chunk)
  return hash.digest('hex')
}

export function requireHash(given: string, current: string, expected: string | undefined): void {
  if (expected !== undefined && current !== expected.toLowerCase()) throw changed(given, current)
}

const changed = (given: string, current: string | null) =>
  failure('file_changed', `${given} is not what expected_sha256 says: ${current === null ? 'it does not exist' : 'it was changed'}.`, {
    current_sha256: current,
    suggestions: ['Read it again, and repeat the change on what it is now.']
  })

/** A whole file, and the marks by which a later change of it shows. */
export async function readWhole(volume: Volume, place: Pick<Place, 'path' | 'given'>, most: number = 10 * MEGABYTE) {
  await using handle = await openFile(volume, place)
  const stats = await handle.stat({ bigint: true })
  const size = Number(stats.size)
  const bytes = size > most ? undefined : await readUpTo(handle, most, size)
  if (!bytes) throw failure('file_too_large', `${place.given} is ${size} bytes; the limit here is ${most}.`, { size, limit: most })
  return { bytes, stats }
}

/** The new file takes one name; the others keep the old content. */
export function warnOfLinks({ given, stats }: { given: string; stats: Stats | undefined }, turn: Pick<Turn, 'warn'>): void {
  if (stats && stats.nlink > 1) turn.warn(`${given} is one of ${stats.nlink} hard links to a file; the others keep the old content.`)
}
