import path from 'node:path'
import { isErrno } from '../errors.ts'
import { openDirectory } from '../paths.ts'
import type { Volume } from '../volume.ts'
import { type EntriesQuery, type Entry, readEntriesCached } from './entries.ts'
import type { Match } from './glob.ts'

/** Entries of one directory held in memory at a time. */
const PAGE = 50_000

export interface WalkEntry extends Entry {
  /** Absolute path. */
  path: string
  /** Path relative to the start of the walk, with slashes on every platform. */
  relative: string
}

export interface WalkOptions {
  /** Continue after this entry (a relative path). */
  after?: string | undefined
  enters: Match
  signal: AbortSignal
  /** Called for each directory that cannot be read. If the start directory cannot be read, the walk throws instead. */
  onUnreadable: (relative: string) => void
}

/**
 * Yields everything below a directory: each directory before its entries, names in order. The order never changes, so a walk can
 * continue where another one stopped. Symbolic links are yielded, not followed.
 */
export function walk(volume: Volume, base: string, options: WalkOptions): AsyncGenerator<WalkEntry> {
  return walkBelow(volume, base, '', options.after?.split('/') ?? [], options)
}

async function* walkBelow(
  volume: Volume,
  real: string,
  relative: string,
  after: string[],
  options: WalkOptions
): AsyncGenerator<WalkEntry> {
  const [resumed, ...deeper] = after
  for await (const entry of entriesOf(volume, real, relative, resumed, options)) {
    const found = { ...entry, path: path.join(real, entry.name), relative: relative === '' ? entry.name : `${relative}/${entry.name}` }
    if (entry.name !== resumed) yield found
    if (entry.kind === 'directory' && options.enters(found.relative))
      yield* walkBelow(volume, found.path, found.relative, entry.name === resumed ? deeper : [], options)
  }
}

/** Yields the entries of one directory, starting at a name. */
async function* entriesOf(
  volume: Volume,
  real: string,
  relative: string,
  from: string | undefined,
  options: WalkOptions
): AsyncGenerator<Entry> {
  let wanted: EntriesQuery = { limit: PAGE, from }
  for (;;) {
    options.signal.throwIfAborted()
    const page = await readPage(volume, real, relative, wanted).catch(error => {
      if (!isErrno(error) || relative === '') throw error
      if (error.code !== 'ENOENT') options.onUnreadable(relative)
      return undefined
    })
    for (const entry of page?.entries ?? []) yield entry
    if (!page?.more) return
    wanted = { limit: PAGE, after: page.entries.at(-1)?.name }
  }
}

async function readPage(volume: Volume, real: string, relative: string, wanted: EntriesQuery) {
  await using directory = await openDirectory(volume, real, relative)
  return await readEntriesCached(volume, directory, wanted)
}
