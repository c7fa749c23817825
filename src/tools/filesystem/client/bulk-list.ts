import path from 'node:path'
import type { BulkBatch, BulkItem, BulkPosition } from '../../../contract/bulk.ts'
import type { Call } from '../../../contract/handed.ts'
import type { Total } from '../../../contract/schema.ts'
import { sha256 } from './content.ts'
import { afterCursor, cursorFor } from './cursor.ts'
import { unifiedDiff } from './diff.ts'
import { onDisk } from './failures.ts'
import { type Selection, selectionOf } from './glob.ts'
import { locate } from './locate.ts'
import { locateDirectory } from './open.ts'
import { appliedInTurns, MOST_AFTER, type Replacement, replacementIn, sizeAfter } from './replacement.ts'
import { textBytes } from './text.ts'
import { shownPath, type Volume } from './volume.ts'
import { type Found, walk } from './walk.ts'
import { requireUnicode } from './write.ts'

/** `base`: the directory that named files are relative to; absent: the first root. */
export type ReplaceAction = { search: string; replacement: string; base?: string }

/** `glob` is null where the caller named the files. */
export type ReplaceQuery = ReplaceAction & { path: string; glob: string | null; exclude: string[]; include_hidden: boolean }

/** What an item's content was, and will be; null where it could not be read as text. */
export type ReplacePlan = { before_sha256: string | null; after_sha256: string | null; replacements: number; diff?: string }

type Listing = Pick<Call<unknown>, 'signal' | 'warn'>

/** A page ends after so long, whatever it holds: files without the text cost time, too. */
const LONGEST_PAGE_MS = 2000
/** Names looked at for an estimate. */
const MOST_COUNTED = 20_000
/** The first items are what the preview shows, so they come with a diff; a job keeps what every item says, so the others do not. */
const SHOWN = 20
/** Bytes of JSON that a diff may take. */
const MOST_DIFF = 1500

/** Checks the parameters; reads no file. */
export async function checkQuery(volume: Volume, query: ReplaceQuery): Promise<void> {
  const { path: base, glob, search, replacement, exclude, include_hidden } = query
  requireUnicode({ search, replacement })
  if (glob !== null) selectionOf(glob, exclude, include_hidden)
  await onDisk(base, () => locateDirectory(volume, base))
}

/** Files that the glob fits; how many of them hold the text is not known before they are read. */
export async function countFiles(volume: Volume, query: ReplaceQuery, turn: Listing): Promise<Total> {
  return await onDisk(query.path, () => countNames(volume, query, turn))
}

async function countNames(volume: Volume, query: ReplaceQuery, turn: Listing): Promise<Total> {
  let value = 0
  let seen = 0
  for await (const { kind, relative } of await walkFor(volume, query, undefined, turn)) {
    if (kind === 'file' && selected(query).matches(relative)) value++
    if (++seen === MOST_COUNTED) break
  }
  return { value, relation: 'estimate' }
}

/** The next files that hold the text. */
export async function nextFiles(
  volume: Volume,
  query: ReplaceQuery,
  { size, offset, cursor }: BulkPosition,
  turn: Listing
): Promise<BulkBatch> {
  const { matches } = selected(query)
  const items: BulkItem[] = []
  let last: string | undefined
  let until = 0
  for await (const found of await walkFor(volume, query, afterCursor(cursor), turn)) {
    if (last !== undefined && (items.length === size || performance.now() > until)) return { items, next: cursorFor(last) }
    // From the first entry on: however long it took to come there, the page gets somewhere.
    until ||= performance.now() + LONGEST_PAGE_MS
    last = found.relative
    const item =
      found.kind === 'file' && matches(found.relative)
        ? await itemFor(volume, found, query, turn, offset + items.length < SHOWN)
        : undefined
    if (item) items.push(item)
  }
  return { items }
}

const selected = ({ glob, exclude, include_hidden }: ReplaceQuery): Selection => selectionOf(glob ?? '**/*', exclude, include_hidden)

async function walkFor(
  volume: Volume,
  query: ReplaceQuery,
  after: string | undefined,
  { signal, warn }: Listing
): Promise<AsyncGenerator<Found>> {
  const base = await locateDirectory(volume, query.path)
  const { enters } = selected(query)
  return walk(volume, base.path, { after, enters, signal, onUnreadable: relative => warn(`The directory ${relative} could not be read.`) })
}

async function itemFor(
  volume: Volume,
  { path: file }: Found,
  query: ReplaceQuery,
  { warn, signal }: Listing,
  shown: boolean
): Promise<BulkItem | undefined> {
  const name = shownPath(volume, file)
  const bytes = await textBytes(volume, file)
  if (bytes === 'too_large') warn(`${name} is over 10 MB and was left out.`)
  if (bytes === 'unreadable') warn(`${name} could not be read and was left out.`)
  if (typeof bytes === 'string') return undefined
  const replacement = await replacementIn(bytes.toString(), query.search, query.replacement, signal)
  if (replacement.at.length === 0) return undefined
  const size = sizeAfter(replacement)
  if (size > MOST_AFTER) warn(`${name} would become ${size} bytes, over 10 MB, and was left out.`)
  if (size > MOST_AFTER) return undefined
  return { id: name, display_name: name, data: await planFor(name, bytes, replacement, shown, signal) }
}

/** Files that the caller named. One that cannot be read is listed all the same: what becomes of it is for the job to say. */
export async function namedFiles(volume: Volume, ids: string[], query: ReplaceQuery, { signal }: Listing): Promise<BulkItem[]> {
  const items: BulkItem[] = []
  for (const id of ids) {
    signal.throwIfAborted()
    items.push({ id, display_name: id, data: await planOfNamed(volume, id, query, items.length < SHOWN, signal) })
  }
  return items
}

async function planOfNamed(volume: Volume, id: string, query: ReplaceQuery, shown: boolean, signal: AbortSignal): Promise<ReplacePlan> {
  const bytes = await bytesOf(volume, fromBase(query.path, id))
  if (!bytes) return NO_PLAN
  const replacement = await replacementIn(bytes.toString(), query.search, query.replacement, signal)
  return sizeAfter(replacement) > MOST_AFTER ? NO_PLAN : await planFor(id, bytes, replacement, shown, signal)
}

/** A named file as a path that the roots know. */
export const fromBase = (base: string | undefined, id: string): string =>
  base === undefined || base === '.' || path.isAbsolute(id) ? id : path.join(base, id)

const NO_PLAN: ReplacePlan = { before_sha256: null, after_sha256: null, replacements: 0 }

/** The text that a file holds now; undefined where it cannot be read, or is none. */
export async function bytesOf(volume: Volume, id: string): Promise<Buffer | undefined> {
  const place = await locate(volume, id).catch(() => undefined)
  const bytes = place?.stats?.isFile() ? await textBytes(volume, place.path) : undefined
  return typeof bytes === 'string' ? undefined : bytes
}

async function planFor(name: string, bytes: Buffer, replacement: Replacement, shown: boolean, signal: AbortSignal): Promise<ReplacePlan> {
  return {
    before_sha256: sha256(bytes),
    after_sha256: sha256(await appliedInTurns(replacement, signal)),
    replacements: replacement.at.length,
    ...(shown && { diff: shortDiff(name, replacement) })
  }
}

/** As many of its lines as fit. */
function shortDiff(name: string, replacement: Replacement): string {
  const lines = unifiedDiff(name, replacement, MOST_DIFF).diff.split('\n')
  while (Buffer.byteLength(JSON.stringify(lines.join('\n'))) > MOST_DIFF) lines.pop()
  return lines.join('\n')
}

/** What the job kept of an item. */
export function planOf({ data }: BulkItem): ReplacePlan | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const { before_sha256, after_sha256, replacements } = data
  if (typeof before_sha256 !== 'string' || typeof after_sha256 !== 'string' || typeof replacements !== 'number') return undefined
  return { before_sha256, after_sha256, replacements }
}
