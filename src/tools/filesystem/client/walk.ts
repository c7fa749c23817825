import path from 'node:path'
import type { EntriesWanted, Entry } from './entries.ts'
import { isErrno } from './failures.ts'
import type { Match } from './glob.ts'
import { pageOf } from './pages.ts'
import { pin } from './pin.ts'
import { isTemporary } from './replace.ts'
import type { Volume } from './volume.ts'

/** Entries of one directory held at a time. */
const PAGE = 50_000

export interface Found extends Entry {
  /** Absolute. */
  path: string
  /** From where the walk began, with slashes on every system. */
  relative: string
}

export interface WalkOptions {
  /** Goes on behind this entry, given by its relative path. */
  after?: string | undefined
  enters: Match
  signal: AbortSignal
  /** Is told of directories that could not be read; of the first one the error is thrown. */
  onUnreadable: (relative: string) => void
}

/**
 * Everything below a directory, each directory before what it holds, names in order: always the same order, so that a walk can
 * go on where another stopped. Links are named and not followed.
 */
export function walk(volume: Volume, base: string, options: WalkOptions): AsyncGenerator<Found> {
  return below(volume, base, '', options.after?.split('/') ?? [], options)
}

async function* below(volume: Volume, real: string, relative: string, after: string[], options: WalkOptions): AsyncGenerator<Found> {
  const [resumed, ...deeper] = after
  for await (const entry of entriesFrom(volume, real, relative, resumed, options)) {
    const found = { ...entry, path: path.join(real, entry.name), relative: relative === '' ? entry.name : `${relative}/${entry.name}` }
    if (entry.name !== resumed) yield found
    if (entry.kind === 'directory' && options.enters(found.relative))
      yield* below(volume, found.path, found.relative, entry.name === resumed ? deeper : [], options)
  }
}

/** The entries of one directory, from a name on. */
async function* entriesFrom(
  volume: Volume,
  real: string,
  relative: string,
  from: string | undefined,
  options: WalkOptions
): AsyncGenerator<Entry> {
  let wanted: EntriesWanted = { most: PAGE, from }
  for (;;) {
    options.signal.throwIfAborted()
    const page = await readPage(volume, real, relative, wanted).catch(error => {
      if (!isErrno(error) || relative === '') throw error
      if (error.code !== 'ENOENT') options.onUnreadable(relative)
      return undefined
    })
    for (const entry of page?.entries ?? []) if (!isTemporary(entry.name)) yield entry
    if (!page?.more) return
    wanted = { most: PAGE, after: page.entries.at(-1)?.name }
  }
}

async function readPage(volume: Volume, real: string, relative: string, wanted: EntriesWanted) {
  await using directory = await pin(volume, real, relative)
  return await pageOf(volume, directory, wanted)
}
