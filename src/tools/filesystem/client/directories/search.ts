import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { OperationError } from '../../../../contract/errors.ts'
import type { ListInput } from '../../../../contract/operation.ts'
import { cursorAfter, readCursor } from '../cursor.ts'
import { isErrno, undefinedIfMissing, withPathErrors } from '../errors.ts'
import { type Kind, openDirectory, resolveDirectory } from '../paths.ts'
import type { TextQuery } from '../search/matcher.ts'
import { checkRegex } from '../search/regex.ts'
import type { LineMatch } from '../search/scan-file.ts'
import type { FoundFile, SearchResult } from '../search/search-files.ts'
import { batchSize, MAX_AHEAD, startTextSearch } from '../search/search-threads.ts'
import { displayPath, type FileCall, type Volume } from '../volume.ts'
import { parseSelection } from './glob.ts'
import { type WalkEntry, walk } from './walk.ts'

export interface SearchRequest extends ListInput {
  path: string
  glob: string
  text?: string
  regex?: string
  case_sensitive: boolean
  exclude: string[]
  include_hidden: boolean
  max_matches: number
  context_lines?: number
}

export interface SearchItem {
  path: string
  type: Kind
  size: number
  modified: string
  match_count: number | null
  matches: LineMatch[]
  encoding?: 'utf-16le' | 'utf-16be' | 'unknown'
}

interface Page {
  items: SearchItem[]
  /** The last entry of this page, if more may follow. */
  next?: string | undefined
}

/** Searches files by name, and by their text if the request has one, in the order of a walk. */
export async function searchFiles(volume: Volume, request: SearchRequest, call: FileCall) {
  const after = readCursor(request.cursor)
  const { matches, enters } = parseSelection(request.glob, request.exclude, request.include_hidden)
  const query = await textQueryOf(request, call)
  return await withPathErrors(request.path, async () => {
    const resolved = await resolveDirectory(volume, request.path)
    let unreadable = 0
    const onUnreadable = (): void => void unreadable++
    const found = walk(volume, resolved.path, { after, enters, signal: call.signal, onUnreadable })
    const isCandidate = ({ kind, relative }: WalkEntry): boolean =>
      (kind === 'file' || (kind === 'symlink' && query === undefined)) && matches(relative)
    const { items, next } = query
      ? await collectByText(volume, found, isCandidate, query, request.limit, onUnreadable, call)
      : await collectByName(volume, found, isCandidate, request.limit, call)
    if (unreadable > 0) call.warn(`${unreadable} files or directories could not be read.`)
    const whole = next === undefined && after === undefined
    return {
      items,
      next_cursor: next === undefined ? null : cursorAfter(next),
      total: whole ? { value: items.length, relation: 'eq' as const } : null
    }
  })
}

/** Returns undefined if the request searches by name only. Throws if the regular expression cannot be used. */
async function textQueryOf(
  { text, regex, case_sensitive, max_matches, context_lines = 0 }: SearchRequest,
  call: FileCall
): Promise<TextQuery | undefined> {
  if (regex !== undefined) await checkRegex(regex, case_sensitive, call)
  if (text === undefined && regex === undefined) return undefined
  const wanted = regex === undefined ? { text: text ?? '' } : { regex }
  return { ...wanted, caseSensitive: case_sensitive, maxMatches: max_matches, contextLines: context_lines }
}

async function collectByName(
  volume: Volume,
  walked: AsyncIterable<WalkEntry>,
  isCandidate: (found: WalkEntry) => boolean,
  limit: number,
  call: FileCall
): Promise<Page> {
  const items: SearchItem[] = []
  let last: string | undefined
  for await (const found of walked) {
    const candidate = isCandidate(found)
    if (last !== undefined && candidate && items.length === limit) return { items, next: last }
    if (last !== undefined && call.outOfTime()) return outOfTime(items, last, call)
    last = found.relative
    const stats = candidate ? await statsOf(volume, found.path) : undefined
    if (stats)
      items.push({
        path: displayPath(volume, found.path),
        type: found.kind,
        size: stats.size,
        modified: stats.mtime.toISOString(),
        match_count: null,
        matches: []
      })
  }
  return { items }
}

function outOfTime(items: SearchItem[], next: string | undefined, call: FileCall): Page {
  call.truncate({ reason: 'timeout', omitted: null, next: 'next_cursor', hint: 'Continue with next_cursor, or narrow the glob.' })
  return { items, next }
}

/** Reads through the open parent directory, so that a symbolic link that replaced it cannot redirect the read. */
async function statsOf(volume: Volume, file: string): Promise<Stats | undefined> {
  try {
    await using directory = await openDirectory(volume, path.dirname(file), file)
    return await lstat(path.join(directory.at, path.basename(file))).catch(undefinedIfMissing)
  } catch (error) {
    if (isErrno(error) || error instanceof OperationError) return undefined
    throw error
  }
}

/** A batch of files that a thread searches. */
interface Batch {
  files: WalkEntry[]
  result: Promise<SearchResult>
}

/** Time between two checks of the deadline while threads search. */
const CHECK_MS = 50

/** Sends the files to threads in batches, and takes the results in the order of the walk. */
async function collectByText(
  volume: Volume,
  walked: AsyncIterable<WalkEntry>,
  isCandidate: (found: WalkEntry) => boolean,
  query: TextQuery,
  limit: number,
  onUnreadable: () => void,
  call: FileCall
): Promise<Page> {
  const threads = startTextSearch(volume, query, call)
  const items: SearchItem[] = []
  const batches: Batch[] = []
  let files: WalkEntry[] = []
  let sent = 0
  let last: string | undefined
  let walkedTo: string | undefined
  const send = (): void => {
    batches.push({ files, result: threads.search(files, sent++ === 0) })
    files = []
  }
  try {
    for await (const found of walked) {
      if (walkedTo !== undefined && call.outOfTime()) return await finish(true)
      walkedTo = found.relative
      if (isCandidate(found)) files.push(found)
      if (files.length < batchSize(sent)) continue
      send()
      const page = batches.length > MAX_AHEAD ? await takeBatch() : undefined
      if (page) return page
    }
    return await finish(false)
  } finally {
    threads.stop()
  }

  /** Takes the remaining batches. `late`: the time is up, so those that have not begun are left to the next page. */
  async function finish(late: boolean): Promise<Page> {
    if (files.length > 0) send()
    if (late) threads.stop()
    while (batches.length > 0) {
      const page = await takeBatch()
      if (page) return page
    }
    return late ? outOfTime(items, walkedTo, call) : { items }
  }

  /** Adds the items of the next batch. Returns the page if it is full or the time is up. */
  async function takeBatch(): Promise<Page | undefined> {
    const batch = batches.shift()
    if (!batch) return undefined
    const timer = setInterval(() => call.outOfTime() && threads.stop(), CHECK_MS)
    const { found, unreadable, done } = await batch.result.finally(() => clearInterval(timer))
    const matching = new Map(found.map(file => [file.at, file]))
    const failed = new Set(unreadable)
    for (const [at, file] of batch.files.slice(0, done).entries()) {
      if (items.length === limit) return { items, next: last }
      last = file.relative
      if (failed.has(at)) onUnreadable()
      const match = matching.get(at)
      if (match?.stoppedAt !== undefined) warnStopped(file, match.stoppedAt)
      if (match && match.count > 0) items.push(itemOf(file, match))
    }
    return done < batch.files.length ? outOfTime(items, last, call) : undefined
  }

  /** The first file of a page is never left to the next one: the search could not get past it. */
  function warnStopped({ path: file }: WalkEntry, lines: number): void {
    call.warn(`The search of ${displayPath(volume, file)} timed out: only its first ${lines} lines were searched.`)
  }

  function itemOf({ path: file, kind }: WalkEntry, { size, modified, count, lines, encoding }: FoundFile): SearchItem {
    const path = displayPath(volume, file)
    return { path, type: kind, size, modified, match_count: count, matches: lines, ...(encoding && { encoding }) }
  }
}
