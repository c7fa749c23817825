import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { failure, wrong } from '../graph/failures.ts'
import type { Lines } from '../graph/portable.ts'
import { partsOf } from './parts.ts'

/** A graph of some millions of links. */
const MOST_BYTES = 1024 ** 3
/** No line of an export is so long. */
const LONGEST_LINE = 1_000_000
const CHUNK = 256 * 1024

/** Keeps what comes in a file without a name, which is gone when it is closed, or when this process ends. */
export async function putAside(body: AsyncIterable<Uint8Array>, folder: string, signal: AbortSignal): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = path.join(folder, `import-${randomUUID()}.ndjson`)
  const file = await open(name, 'wx+', 0o600)
  try {
    await rm(name)
    let bytes = 0
    for await (const chunk of body) {
      signal.throwIfAborted()
      bytes += chunk.length
      if (bytes > MOST_BYTES) throw tooLarge()
      await file.writeFile(chunk)
    }
    return file
  } catch (error) {
    await file.close()
    throw told(error)
  }
}

const tooLarge = () =>
  failure('payload_too_large', `The body is larger than ${MOST_BYTES} bytes.`, {
    limit_bytes: MOST_BYTES,
    suggestions: ['Send its lines in several calls, objects first.']
  })

function told(error: unknown): unknown {
  const { code } = Object(error)
  if (code === 'ENOSPC' || code === 'EROFS')
    return failure('storage_full', 'There is no room to put the body aside: the disk is full, or read-only.')
  return code === 'ECONNRESET' ? failure('client_closed', 'The caller went away before its input was read.') : error
}

/** The lines of a file, from its beginning, in parts. */
export async function* partsIn(file: FileHandle): AsyncGenerator<Lines> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [rest, first] = ['', 1]
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false, highWaterMark: CHUNK })) {
    rest += decoded(decoder, chunk)
    const end = rest.lastIndexOf('\n') + 1
    if (rest.length - end > LONGEST_LINE)
      throw wrong('lines', `line ${first} is longer than ${LONGEST_LINE} characters`, 'a line as memory_export writes it')
    first = yield* partsOf(rest.slice(0, end), first)
    rest = rest.slice(end)
  }
  yield* partsOf(rest + decoded(decoder), first)
}

/** Bytes that are not UTF-8 would silently become others. */
function decoded(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw wrong('lines', 'are not UTF-8', 'UTF-8')
  }
}
