import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import mime from 'mime'
import { OperationError } from '../../../../contract/errors.ts'
import { withPathErrors } from '../errors.ts'
import { fileNotFound, type Kind, kindOf, openFile, type ResolvedPath, resolvePath } from '../paths.ts'
import { displayPath, type FileCall, type Volume } from '../volume.ts'
import { chunksOf, type Encoding, encodingOf, isText, type LineEnding, lineEndingOf, MEGABYTE, mediaTypeOf, readHead } from './content.ts'

/** Larger files are not hashed, and their line endings are not checked. */
const MAX_READ = 64 * MEGABYTE

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

/** Returns details of a file, a directory or a link. */
export async function getFileInfo(volume: Volume, requestedPath: string, call: FileCall): Promise<FileInfo> {
  return await withPathErrors(requestedPath, async () => {
    const named = await resolvePath(volume, requestedPath, { follow: false })
    if (!named.stats) throw await fileNotFound(volume, named)
    const isLink = named.stats.isSymbolicLink()
    const resolved = isLink ? await linkTarget(volume, requestedPath) : named
    const stats = resolved?.stats ?? named.stats
    return {
      path: named.displayPath,
      absolute_path: named.path,
      name: path.basename(named.path),
      ...basicFacts(stats),
      is_symlink: isLink,
      target: isLink && resolved ? displayPath(volume, resolved.path) : null,
      ...(resolved && stats.isFile() ? await contentFacts(volume, resolved, stats, call) : NO_CONTENT)
    }
  })
}

const basicFacts = (stats: Stats) => ({
  type: kindOf(stats),
  size: stats.size,
  mode: (stats.mode & 0o7777).toString(8).padStart(4, '0'),
  hard_links: stats.nlink,
  modified: stats.mtime.toISOString(),
  created: stats.birthtimeMs > 0 ? stats.birthtime.toISOString() : null
})

const NO_CONTENT = { media_type: null, encoding: null, line_ending: null, sha256: null }

/** Returns the target of a link, or undefined if it does not exist or is outside the roots. The link itself is described in that case. */
async function linkTarget(volume: Volume, requestedPath: string): Promise<ResolvedPath | undefined> {
  try {
    const resolved = await resolvePath(volume, requestedPath)
    return resolved.stats && resolved
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}

async function contentFacts(volume: Volume, resolved: ResolvedPath, stats: Stats, call: FileCall) {
  await using opened = await openFile(volume, resolved)
  const { handle } = opened
  const head = await readHead(handle)
  const text = isText(head)
  return {
    media_type: (await mediaTypeOf(head)) ?? mime.getType(resolved.path) ?? (text ? 'text/plain' : 'application/octet-stream'),
    encoding: encodingOf(head),
    ...(stats.size <= MAX_READ ? await scan(handle, text, call) : { line_ending: null, sha256: null })
  }
}

async function scan(handle: FileHandle, text: boolean, call: FileCall): Promise<Pick<FileInfo, 'line_ending' | 'sha256'>> {
  const hash = createHash('sha256')
  let breaks = 0
  let returns = 0
  let last = 0
  for await (const chunk of chunksOf(handle, call.signal)) {
    hash.update(chunk)
    for (let at = text ? chunk.indexOf(10) : -1; at !== -1; at = chunk.indexOf(10, at + 1)) {
      breaks++
      if ((at === 0 ? last : chunk[at - 1]) === 13) returns++
    }
    last = chunk.at(-1) ?? 0
  }
  return { line_ending: lineEndingOf(breaks, returns), sha256: hash.digest('hex') }
}
