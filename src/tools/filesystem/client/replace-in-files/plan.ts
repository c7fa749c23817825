import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { type BulkBatch, type BulkItem, type BulkPosition, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import type { Call } from '../../../../contract/call.ts'
import type { Total } from '../../../../contract/schema.ts'
import { cursorAfter, readCursor } from '../cursor.ts'
import { parseSelection, type Selection } from '../directories/glob.ts'
import { type WalkEntry, walk } from '../directories/walk.ts'
import { withPathErrors } from '../errors.ts'
import { MAX_TEXT_BYTES, readSearchable, sha256 } from '../files/content.ts'
import { requireUnicode } from '../files/write.ts'
import { resolveDirectory, resolvePath } from '../paths.ts'
import { unifiedDiff } from '../text/diff.ts'
import { applyReplacement, findReplacement, type Replacement, sizeAfter } from '../text/replacement.ts'
import { displayPath, type Volume } from '../volume.ts'

/** `base`: directory that the IDs are relative to. Default: the first root. */
export type ReplaceAction = { search: string; replacement: string; base?: string }

/** `glob` is null if the caller listed the files. */
export type ReplaceQuery = ReplaceAction & { path: string; glob: string | null; exclude: string[]; include_hidden: boolean }

/** Hashes of an item's content before and after; null if it is not readable text. */
export type ReplacePlan = { before_sha256: string | null; after_sha256: string | null; replacements: number; diff?: string }

type ListingCall = Pick<Call<unknown>, 'signal' | 'warn'>

/** Maximum duration of a page. Files without the text take time, too. */
const MAX_PAGE_MS = 2000
/** Maximum number of names counted for an estimate. */
const MAX_COUNTED = 20_000
/** Only the first items, which the preview shows, get a diff, because a job stores the data of every item. */
const MAX_PREVIEWED = 20
/** Maximum size of a diff in bytes of JSON. */
const MAX_DIFF = 1500

/** Checks the parameters without reading a file. */
export async function checkQuery(volume: Volume, query: ReplaceQuery): Promise<void> {
  const { path: base, glob, search, replacement, exclude, include_hidden } = query
  requireUnicode({ search, replacement })
  if (glob !== null) parseSelection(glob, exclude, include_hidden)
  await withPathErrors(base, () => resolveDirectory(volume, base))
}

/** Counts the files that match the glob. How many contain the text is unknown until they are read. */
export async function countFiles(volume: Volume, query: ReplaceQuery, call: ListingCall): Promise<Total> {
  return await withPathErrors(query.path, () => countNames(volume, query, call))
}

async function countNames(volume: Volume, query: ReplaceQuery, call: ListingCall): Promise<Total> {
  let value = 0
  let seen = 0
  for await (const { kind, relative } of await walkFiles(volume, query, undefined, call)) {
    if (kind === 'file' && selectionFor(query).matches(relative)) value++
    if (++seen === MAX_COUNTED) break
  }
  return { value, relation: 'estimate' }
}

/** Returns the next files that contain the text. */
export async function nextFiles(
  volume: Volume,
  query: ReplaceQuery,
  { size, offset, cursor }: BulkPosition,
  call: ListingCall
): Promise<BulkBatch> {
  const { matches } = selectionFor(query)
  const items: BulkItem[] = []
  let last: string | undefined
  let deadline = 0
  for await (const found of await walkFiles(volume, query, readCursor(cursor), call)) {
    if (last !== undefined && (items.length === size || performance.now() > deadline)) return { items, next: cursorAfter(last) }
    // Starts at the first entry, so that every page makes progress, however long it takes to reach that entry.
    deadline ||= performance.now() + MAX_PAGE_MS
    last = found.relative
    const item =
      found.kind === 'file' && matches(found.relative)
        ? await itemFor(volume, found, query, call, offset + items.length < MAX_PREVIEWED)
        : undefined
    if (item) items.push(item)
  }
  return { items }
}

const selectionFor = ({ glob, exclude, include_hidden }: ReplaceQuery): Selection => parseSelection(glob ?? '**/*', exclude, include_hidden)

async function walkFiles(
  volume: Volume,
  query: ReplaceQuery,
  after: string | undefined,
  { signal, warn }: ListingCall
): Promise<AsyncGenerator<WalkEntry>> {
  const base = await resolveDirectory(volume, query.path)
  const { enters } = selectionFor(query)
  return walk(volume, base.path, { after, enters, signal, onUnreadable: relative => warn(`The directory ${relative} could not be read.`) })
}

async function itemFor(
  volume: Volume,
  { path: file }: WalkEntry,
  query: ReplaceQuery,
  { warn, signal }: ListingCall,
  shown: boolean
): Promise<BulkItem | undefined> {
  const name = displayPath(volume, file)
  const bytes = await readSearchable(volume, file, invalid => {
    if (invalid.includes(query.search))
      warn(`${name} contains the text and bytes that are not UTF-8, and was skipped: use edit_file with encoding.`)
  })
  if (bytes === 'too_large') warn(`${name} is over 10 MB and was skipped.`)
  if (bytes === 'unreadable') warn(`${name} could not be read and was skipped.`)
  if (typeof bytes === 'string') return undefined
  const replacement = await findReplacement(bytes.toString(), query.search, query.replacement, signal)
  if (replacement.positions.length === 0) return undefined
  const size = sizeAfter(replacement)
  if (size > MAX_TEXT_BYTES) warn(`${name} would become ${size} bytes, over 10 MB, and was skipped.`)
  if (size > MAX_TEXT_BYTES) return undefined
  const plan = await createPlan(name, bytes, replacement, shown, signal)
  return { id: name, display_name: name, data: plan, ...((await isWritable(file)) ? {} : NOT_WRITABLE) }
}

/** Whether a file can be replaced: both it and its directory must be writable. */
const isWritable = (file: string): Promise<boolean> =>
  Promise.all([file, path.dirname(file)].map(name => access(name, constants.W_OK))).then(
    () => true,
    () => false
  )

const NOT_WRITABLE = willFail('the gateway cannot write the file or its directory')

/** Returns the files that the caller listed. A file that cannot be read is included: the job reports its outcome. */
export async function lookUpFiles(volume: Volume, ids: string[], query: ReplaceQuery, { signal }: ListingCall): Promise<BulkItem[]> {
  const items: BulkItem[] = []
  for (const id of ids) {
    signal.throwIfAborted()
    items.push({ id, display_name: id, ...(await planForId(volume, id, query, items.length < MAX_PREVIEWED, signal)) })
  }
  return items
}

async function planForId(
  volume: Volume,
  id: string,
  query: ReplaceQuery,
  shown: boolean,
  signal: AbortSignal
): Promise<Pick<BulkItem, 'foreseen'> & { data: ReplacePlan }> {
  const file = await realFile(volume, pathFromBase(query.path, id))
  const bytes = file && (await readText(volume, file))
  if (!bytes) return { data: NO_PLAN, ...willFail('it is not a readable text file of at most 10 MB') }
  const replacement = await findReplacement(bytes.toString(), query.search, query.replacement, signal)
  if (sizeAfter(replacement) > MAX_TEXT_BYTES) return { data: NO_PLAN, ...willFail('it would exceed 10 MB with the replacements') }
  const data = await createPlan(id, bytes, replacement, shown, signal)
  if (data.replacements === 0) return { data, ...willBeSkipped('it does not contain the text') }
  return { data, ...((await isWritable(file)) ? {} : NOT_WRITABLE) }
}

/** Returns the path of a listed file. */
export const pathFromBase = (base: string | undefined, id: string): string =>
  base === undefined || base === '.' || path.isAbsolute(id) ? id : path.join(base, id)

const NO_PLAN: ReplacePlan = { before_sha256: null, after_sha256: null, replacements: 0 }

/** Returns the content of a file, or undefined if it is not readable text. */
export async function readIfText(volume: Volume, id: string): Promise<Buffer | undefined> {
  const file = await realFile(volume, id)
  return file === undefined ? undefined : await readText(volume, file)
}

async function realFile(volume: Volume, id: string): Promise<string | undefined> {
  const resolved = await resolvePath(volume, id).catch(() => undefined)
  return resolved?.stats?.isFile() ? resolved.path : undefined
}

async function readText(volume: Volume, file: string): Promise<Buffer | undefined> {
  const bytes = await readSearchable(volume, file)
  return typeof bytes === 'string' ? undefined : bytes
}

async function createPlan(
  name: string,
  bytes: Buffer,
  replacement: Replacement,
  shown: boolean,
  signal: AbortSignal
): Promise<ReplacePlan> {
  return {
    before_sha256: sha256(bytes),
    after_sha256: sha256(await applyReplacement(replacement, signal)),
    replacements: replacement.positions.length,
    ...(shown && { diff: shortDiff(name, replacement) })
  }
}

/** Returns as many lines of the diff as fit. */
function shortDiff(name: string, replacement: Replacement): string {
  const lines = unifiedDiff(name, replacement, MAX_DIFF).diff.split('\n')
  while (Buffer.byteLength(JSON.stringify(lines.join('\n'))) > MAX_DIFF) lines.pop()
  return lines.join('\n')
}

/** Returns whether the job never writes the file: it could not be planned, or did not contain the text when it was listed. */
export const isNeverWritten = (item: BulkItem): boolean => (parsePlan(item)?.replacements ?? 0) === 0

/** Returns the plan that the job stored for an item. */
export function parsePlan({ data }: BulkItem): ReplacePlan | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const { before_sha256, after_sha256, replacements } = data
  if (typeof before_sha256 !== 'string' || typeof after_sha256 !== 'string' || typeof replacements !== 'number') return undefined
  return { before_sha256, after_sha256, replacements }
}
