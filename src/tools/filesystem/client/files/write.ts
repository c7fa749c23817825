import { createHash } from 'node:crypto'
import type { BigIntStats, Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { failure } from '../errors.ts'
import { openFile, type ResolvedPath } from '../paths.ts'
import type { NamedEncoding } from '../text/encoding-names.ts'
import { encodeText } from '../text/encodings.ts'
import type { FileCall, Volume } from '../volume.ts'
import type { AttributeOutcome } from './attributes.ts'
import { chunksOf, sha256 } from './content.ts'
import { checkWritable, replaceFile } from './replace-atomically.ts'
import { withWriteLock } from './write-lock.ts'

export interface WriteRequest {
  file_path: string
  content: string
  encoding?: NamedEncoding
  expected_sha256?: string
  dry_run: boolean
}

/** Creates a file, or replaces its content. */
export async function writeFile(
  volume: Volume,
  { file_path, content, encoding = 'utf-8', expected_sha256, dry_run }: WriteRequest,
  call: FileCall
) {
  requireUnicode({ content })
  const bytes = await encodeText(content, encoding, { mark: true })
  return await withWriteLock(volume, file_path, async resolved => {
    await checkWritable(resolved)
    const before = expected_sha256 === undefined ? undefined : await requireExpected(volume, resolved, expected_sha256, call.signal)
    warnAboutHardLinks(resolved, call)
    call.signal.throwIfAborted()
    if (!dry_run) warnAboutAttributes(resolved, await replaceFile(volume, resolved, bytes, before), call)
    return { path: resolved.displayPath, bytes: bytes.length, created: !resolved.stats, sha256: sha256(bytes), dry_run }
  })
}

/** A lone surrogate has no UTF-8 encoding: another character would be written. */
export function requireUnicode(texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (text.isWellFormed()) continue
    const issue = { path: name, message: 'contains a lone surrogate', expected: 'valid Unicode' }
    throw failure('invalid_field_value', `\`${name}\` is not valid Unicode.`, { issues: [issue] })
  }
}

/** Throws if the content does not match `expected`. Returns the stats to compare with before the file is replaced. */
async function requireExpected(volume: Volume, resolved: ResolvedPath, expected: string, signal: AbortSignal): Promise<BigIntStats> {
  if (!resolved.stats) throw contentChanged(resolved.requestedPath, null)
  await using opened = await openFile(volume, resolved)
  const { handle, stats } = opened
  requireHash(resolved.requestedPath, await hashOf(handle, signal), expected)
  return stats
}

/** Reads in chunks, because the file may have any size. */
async function hashOf(handle: FileHandle, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(handle, signal)) hash.update(chunk)
  return hash.digest('hex')
}

export function requireHash(requestedPath: string, current: string, expected: string | undefined): void {
  if (expected !== undefined && current !== expected.toLowerCase()) throw contentChanged(requestedPath, current)
}

const contentChanged = (requestedPath: string, current: string | null) =>
  failure(
    'file_changed',
    `${requestedPath} does not match expected_sha256: ${current === null ? 'it does not exist' : 'it was changed'}.`,
    {
      current_sha256: current,
      suggestions: ['Read the file again and base the change on its new content.']
    }
  )

/** The new file replaces one name; the other hard links keep the old content. */
export function warnAboutHardLinks(
  { requestedPath, stats }: { requestedPath: string; stats: Stats | undefined },
  call: Pick<FileCall, 'warn'>
): void {
  if (stats && stats.nlink > 1)
    call.warn(`${requestedPath} is one of ${stats.nlink} hard links to a file; the others keep the old content.`)
}

/** Attributes that cannot be copied because of the file system or the permissions of the gateway. */
export function warnAboutAttributes(
  { requestedPath }: Pick<ResolvedPath, 'requestedPath'>,
  outcome: AttributeOutcome,
  call: Pick<FileCall, 'warn'>
): void {
  if (outcome === 'lost') call.warn(`Extended attributes or access control lists of ${requestedPath} could not be kept.`)
}
