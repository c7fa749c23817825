import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Call } from '../../../contract/call.ts'
import { OperationError } from '../../../contract/errors.ts'
import { failure, invalidValue } from '../graph/errors.ts'
import type { ExportPosition, Lines } from '../graph/import-export.ts'
import { MAX_IMPORT_BYTES, MAX_REPORTED_DROPS } from '../limits.ts'
import type { Graph } from '../store/perform.ts'
import { graphOf, type Memory, type MemoryCall } from './memory.ts'

/** Rows per read. */
const PART_ROWS = 500

/** Yields the graph as JSON Lines, as fast as they are consumed. */
export async function* exportLines(call: MemoryCall): AsyncGenerator<string> {
  const graph = graphOf(call)
  let position: ExportPosition | null = { kind: 'object', after: 0 }
  while (position) {
    call.signal.throwIfAborted()
    const { lines, next }: { lines: string; next: ExportPosition | null } = await graph.read('exportPart', {
      ...position,
      limit: PART_ROWS
    })
    if (lines !== '') yield lines
    position = next
  }
}

type PartResult = Awaited<ReturnType<typeof importPart>>
type ImportResult = Omit<PartResult, 'next'>

const NOTHING_IMPORTED: ImportResult = {
  objects_created: 0,
  objects_known: 0,
  links_created: 0,
  links_known: 0,
  dropped_total: 0,
  dropped: []
}

/** Imports lines of the input or of the body. A body is spooled to a file first, because it is read twice and not kept in memory. */
export async function importLines({ lines }: { lines?: string }, call: ImportCall): Promise<ImportResult> {
  if (lines !== undefined && call.body) throw invalidValue('lines', 'cannot be combined with a body of lines', 'one of the two')
  if (lines !== undefined) return await importAll(() => splitParts(lines), call)
  if (!call.body) throw failure('missing_required_field', 'lines is required.', { issues: [{ path: 'lines', message: 'is required' }] })
  const spooled = await spool(call.body, call.client.folder, call.signal)
  try {
    return await importAll(() => readParts(spooled), call)
  } finally {
    await spooled.close()
  }
}

type ImportCall = MemoryCall & Pick<Call<Memory>, 'body'>

/**
 * Validates all lines first and imports nothing if one is invalid. Then imports them in parts, so that other calls can read and write in
 * between.
 */
async function importAll(parts: () => AsyncIterable<Lines> | Iterable<Lines>, call: MemoryCall): Promise<ImportResult> {
  const graph = graphOf(call)
  for await (const part of parts()) {
    call.signal.throwIfAborted()
    await graph.read('checkLines', part)
  }
  let all: ImportResult | undefined
  let since = performance.now()
  for await (const part of parts()) {
    for (let skip: number | null = 0; skip !== null; ) {
      call.signal.throwIfAborted()
      const { next, ...taken }: PartResult = await importPart(graph, { ...part, skip }, all !== undefined)
      all = all ? addResults(all, taken) : taken
      skip = next
      if (performance.now() - since < MAX_LOCK_MS) continue
      await setTimeout(YIELD_MS)
      since = performance.now()
    }
  }
  return all ?? NOTHING_IMPORTED
}

/** Interval after which an import pauses for writers of other processes: SQLite checks for the lock at least every 100 ms. */
const MAX_LOCK_MS = 500
const YIELD_MS = 120

/** Objects and links in one transaction, in which no one else can write. */
const MAX_ITEMS = 1000

const importPart = (graph: Graph, part: Lines & { skip: number }, begun: boolean) =>
  graph.write('importLines', { ...part, limit: MAX_ITEMS }).catch(error => {
    throw begun && error instanceof OperationError ? partialImport(error) : error
  })

/** Earlier parts were imported. */
const partialImport = ({ reason, message, details }: OperationError): OperationError =>
  new OperationError(reason, message, {
    ...details,
    outcome: 'unknown',
    suggestions: ['Part of the lines was imported. Send the same lines again: those already imported count as known.']
  })

const addResults = (a: ImportResult, b: ImportResult): ImportResult => ({
  objects_created: a.objects_created + b.objects_created,
  objects_known: a.objects_known + b.objects_known,
  links_created: a.links_created + b.links_created,
  links_known: a.links_known + b.links_known,
  dropped_total: a.dropped_total + b.dropped_total,
  dropped: [...a.dropped, ...b.dropped].slice(0, MAX_REPORTED_DROPS)
})

/** Maximum length of a line in an export. */
const MAX_LINE = 1_000_000
const CHUNK = 256 * 1024

/** Stores a body in a file without a name, which disappears when it is closed or the process ends. */
async function spool(body: AsyncIterable<Uint8Array>, folder: string, signal: AbortSignal): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = path.join(folder, `import-${randomUUID()}.ndjson`)
  const file = await open(name, 'wx+', 0o600)
  try {
    await rm(name)
    let bytes = 0
    for await (const chunk of body) {
      signal.throwIfAborted()
      bytes += chunk.length
      if (bytes > MAX_IMPORT_BYTES) throw tooLarge()
      await file.writeFile(chunk)
    }
    return file
  } catch (error) {
    await file.close()
    throw translateError(error)
  }
}

const tooLarge = () =>
  failure('payload_too_large', `The body exceeds ${MAX_IMPORT_BYTES} bytes.`, {
    limit_bytes: MAX_IMPORT_BYTES,
    suggestions: ['Send the lines in several calls, objects first.']
  })

function translateError(error: unknown): unknown {
  const { code } = Object(error)
  if (code === 'ENOSPC' || code === 'EROFS') return failure('storage_full', 'The body cannot be stored: the disk is full or read-only.')
  return code === 'ECONNRESET' ? failure('client_closed', 'The client closed the connection before its input was read.') : error
}

/** Yields the lines of a file in parts, from the start. */
async function* readParts(file: FileHandle): AsyncGenerator<Lines> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [rest, first] = ['', 1]
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false, highWaterMark: CHUNK })) {
    rest += decoded(decoder, chunk)
    const end = rest.lastIndexOf('\n') + 1
    if (rest.length - end > MAX_LINE)
      throw invalidValue('lines', `line ${first} is longer than ${MAX_LINE} characters`, 'a line in the format of memory_export')
    first = yield* splitParts(rest.slice(0, end), first)
    rest = rest.slice(end)
  }
  yield* splitParts(rest + decoded(decoder), first)
}

/** Bytes that are not UTF-8 would silently be replaced. */
function decoded(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw invalidValue('lines', 'are not UTF-8', 'UTF-8')
  }
}

/** Reading a part takes milliseconds; importing it takes a few hundred. */
const MAX_LINES = 200
const MAX_CHARACTERS = 100_000

/** Splits a text at line breaks. `first` is the number of the first line. Returns the number of the line after the last one. */
export function* splitParts(text: string, first = 1): Generator<Lines, number> {
  let line = first
  for (let from = 0; from < text.length; ) {
    let [to, lines] = [from, 0]
    while (to < text.length && lines < MAX_LINES && to - from < MAX_CHARACTERS) {
      const end = text.indexOf('\n', to)
      to = end === -1 ? text.length : end + 1
      lines++
    }
    yield { text: text.slice(from, to), first: line }
    from = to
    line += lines
  }
  return line
}
