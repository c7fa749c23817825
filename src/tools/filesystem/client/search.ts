import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { OperationError } from '../../../contract/errors.ts'
import type { ListInput } from '../../../contract/operation.ts'
import { afterCursor, cursorFor } from './cursor.ts'
import { isErrno, onDisk, orMissing } from './failures.ts'
import { selectionOf } from './glob.ts'
import { type LineMatch, matchesIn, type Wanted } from './matches.ts'
import { type Kind, locateDirectory } from './open.ts'
import { pin } from './pin.ts'
import { textBytes, type Unsearchable } from './text.ts'
import type { Turn } from './turn.ts'
import { shownPath, type Volume } from './volume.ts'
import { type Found, walk } from './walk.ts'

export interface SearchRequest extends ListInput {
  path: string
  glob: string
  text?: string
  case_sensitive: boolean
  exclude: string[]
  include_hidden: boolean
  max_matches: number
}

export interface SearchItem {
  path: string
  type: Kind
  size: number
  modified: string
  match_count: number | null
  matches: LineMatch[]
}

type Skipped = Partial<Record<Unsearchable, number>>

/** Files by name, and by the text in them, in the order of a walk. */
export async function searchFiles(volume: Volume, request: SearchRequest, turn: Turn) {
  const after = afterCursor(request.cursor)
  const { matches, enters } = selectionOf(request.glob, request.exclude, request.include_hidden)
  return await onDisk(request.path, async () => {
    const place = await locateDirectory(volume, request.path)
    const skipped: Skipped = {}
    const onUnreadable = (): void => note(skipped, 'unreadable')
    const found = walk(volume, place.path, { after, enters, signal: turn.signal, onUnreadable })
    const isCandidate = ({ kind, relative }: Found): boolean =>
      (kind === 'file' || (kind === 'symlink' && request.text === undefined)) && matches(relative)
    const { items, next } = await collect(volume, found, isCandidate, request, skipped, turn)
    warnOf(skipped, turn)
    const whole = next === undefined && after === undefined
    return {
      items,
      next_cursor: next === undefined ? null : cursorFor(next),
      total: whole ? { value: items.length, relation: 'eq' as const } : null
    }
  })
}

async function collect(
  volume: Volume,
  walked: AsyncIterable<Found>,
  isCandidate: (found: Found) => boolean,
  request: SearchRequest,
  skipped: Skipped,
  turn: Turn
): Promise<{ items: SearchItem[]; next?: string }> {
  const items: SearchItem[] = []
  const wanted: Wanted | undefined = request.text === undefined ? undefined : { text: request.text, caseSensitive: request.case_sensitive }
  let last: string | undefined
  for await (const found of walked) {
    const candidate = isCandidate(found)
    if (last !== undefined && candidate && items.length === request.limit) return { items, next: last }
    if (last !== undefined && turn.outOfTime()) {
      turn.truncate({ reason: 'timeout', omitted: null, hint: 'Go on with next_cursor, or narrow the glob.' })
      return { items, next: last }
    }
    last = found.relative
    const item = candidate ? await look(volume, found, wanted, request, skipped, turn) : undefined
    if (item) items.push(item)
  }
  return { items }
}

async function look(
  volume: Volume,
  { path: file, kind }: Found,
  wanted: Wanted | undefined,
  { max_matches }: SearchRequest,
  skipped: Skipped,
  { signal }: Turn
): Promise<SearchItem | undefined> {
  const matches = wanted && (await matchesOf(volume, file, wanted, max_matches, skipped, signal))
  if (wanted && !matches) return undefined
  const stats = await statsOf(volume, file)
  if (!stats) return undefined
  return {
    path: shownPath(volume, file),
    type: kind,
    size: stats.size,
    modified: stats.mtime.toISOString(),
    match_count: matches?.count ?? null,
    matches: matches?.lines ?? []
  }
}

/** By way of the directory it was found in, which nothing can put another one in the place of. */
async function statsOf(volume: Volume, file: string): Promise<Stats | undefined> {
  try {
    await using directory = await pin(volume, path.dirname(file), file)
    return await lstat(path.join(directory.at, path.basename(file))).catch(orMissing)
  } catch (error) {
    if (isErrno(error) || error instanceof OperationError) return undefined
    throw error
  }
}

async function matchesOf(volume: Volume, file: string, wanted: Wanted, most: number, skipped: Skipped, signal: AbortSignal) {
  const bytes = await textBytes(volume, file)
  if (typeof bytes === 'string') {
    note(skipped, bytes)
    return undefined
  }
  const matches = await matchesIn(bytes.toString(), wanted, most, signal)
  return matches.count > 0 ? matches : undefined
}

function note(skipped: Skipped, why: Unsearchable): void {
  skipped[why] = (skipped[why] ?? 0) + 1
}

function warnOf({ too_large, unreadable }: Skipped, turn: Turn): void {
  if (too_large) turn.warn(`${too_large} files over 10 MB were not searched.`)
  if (unreadable) turn.warn(`${unreadable} files or directories could not be read.`)
}
