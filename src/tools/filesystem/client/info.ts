import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import mime from 'mime'
import { OperationError } from '../../../contract/errors.ts'
import { chunksOf } from './chunks.ts'
import { type Encoding, encodingOf, isText, type LineEnding, lineEndingOf, MEGABYTE, mediaTypeOf, readHead } from './content.ts'
import { onDisk } from './failures.ts'
import { locate, type Place } from './locate.ts'
import { missingFile } from './near.ts'
import { type Kind, kindOf, openFile } from './open.ts'
import type { Turn } from './turn.ts'
import { shownPath, type Volume } from './volume.ts'

/** A file up to here is read whole, for its hash and its line ends. */
const MOST_READ = 64 * MEGABYTE

export interface FileInfo {
  path: string
  absolute_path: string
  name: string
  type: Kind
  size: number
  mode: string
  hard_links: number
  modified: string
  created: string | null
  is_symlink: boolean
  target: string | null
  media_type: string | null
  encoding: Encoding | null
  line_ending: LineEnding | null
  sha256: string | null
}

/** What there is to know of a file, a directory or a link without reading it as text. */
export async function getFileInfo(volume: Volume, given: string, turn: Turn): Promise<FileInfo> {
  return await onDisk(given, async () => {
    const named = await locate(volume, given, { follow: false })
    if (!named.stats) throw await missingFile(volume, named)
    const isLink = named.stats.isSymbolicLink()
    const place = isLink ? await behindLink(volume, given) : named
    const stats = place?.stats ?? named.stats
    return {
      path: named.shown,
      absolute_path: named.path,
      name: path.basename(named.path),
      ...factsOf(stats),
      is_symlink: isLink,
      target: isLink && place ? shownPath(volume, place.path) : null,
      ...(place && stats.isFile() ? await contentFacts(volume, place, stats, turn) : NO_CONTENT)
    }
  })
}

const factsOf = (stats: Stats) => ({
  type: kindOf(stats),
  size: stats.size,
  mode: (stats.mode & 0o7777).toString(8).padStart(4, '0'),
  hard_links: stats.nlink,
  modified: stats.mtime.toISOString(),
  created: stats.birthtimeMs > 0 ? stats.birthtime.toISOString() : null
})

const NO_CONTENT = { media_type: null, encoding: null, line_ending: null, sha256: null }

/** What a link leads to; undefined where that is nothing, or outside the roots: then the link itself is described. */
async function behindLink(volume: Volume, given: string): Promise<Place | undefined> {
  try {
    const place = await locate(volume, given)
    return place.stats && place
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}

async function contentFacts(volume: Volume, place: Place, stats: Stats, turn: Turn) {
  await using handle = await openFile(volume, place)
  const head = await readHead(handle)
  const text = isText(head)
  return {
    media_type: (await mediaTypeOf(head)) ?? mime.getType(place.path) ?? (text ? 'text/plain' : 'application/octet-stream'),
    encoding: encodingOf(head),
    ...(stats.size <= MOST_READ ? await scan(handle, text, turn) : { line_ending: null, sha256: null })
  }
}

async function scan(handle: FileHandle, text: boolean, turn: Turn): Promise<Pick<FileInfo, 'line_ending' | 'sha256'>> {
  const hash = createHash('sha256')
  let breaks = 0
  let returns = 0
  let last = 0
  for await (const chunk of chunksOf(handle, turn.signal)) {
    hash.update(chunk)
    for (let at = text ? chunk.indexOf(10) : -1; at !== -1; at = chunk.indexOf(10, at + 1)) {
      breaks++
      if ((at === 0 ? last : chunk[at - 1]) === 13) returns++
    }
    last = chunk.at(-1) ?? 0
  }
  return { line_ending: lineEndingOf(breaks, returns), sha256: hash.digest('hex') }
}
