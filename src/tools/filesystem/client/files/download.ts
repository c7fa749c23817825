import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { StreamResult } from '../../../../contract/stream.ts'
import { withPathErrors } from '../errors.ts'
import { openFile, resolveFile } from '../paths.ts'
import type { Volume } from '../volume.ts'

const CHUNK_BYTES = 256 * 1024

/** Streams the bytes of a file of any size. Those that are added while it is read are not included. */
export async function downloadFile(volume: Volume, requestedPath: string, signal: AbortSignal): Promise<StreamResult> {
  return await withPathErrors(requestedPath, async () => {
    const resolved = await resolveFile(volume, requestedPath)
    const { handle, stats } = await openFile(volume, resolved)
    const length = Number(stats.size)
    const facts = {
      media_type: 'application/octet-stream',
      filename: path.basename(resolved.path),
      etag: `"${[stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].map(number => number.toString(36)).join('-')}"`
    }
    const part = (start: number, end: number): StreamResult['body'] => bytesOf(handle, { start, end, signal })
    if (length > 0) return { ...facts, length, body: part(0, length - 1), part }
    // Files of /proc and the like have no size in advance.
    const content = await handle.readFile().finally(() => handle.close())
    return { ...facts, length: content.length, body: Readable.from(content.length > 0 ? [content] : []) }
  })
}

/** The bytes of an open file, which is closed after them, or if they are not read. */
const bytesOf = (handle: FileHandle, range: { start: number; end: number; signal: AbortSignal }): StreamResult['body'] => ({
  [Symbol.asyncIterator]: () => handle.createReadStream({ ...range, highWaterMark: CHUNK_BYTES })[Symbol.asyncIterator](),
  destroy: () => handle.close().catch(() => undefined)
})
