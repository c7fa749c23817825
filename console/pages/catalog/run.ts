import { ApiError, type Call, type ErrorDetails, errorOf, type Metadata, request } from '../../api/client.ts'
import { eventParser } from '../../lib/event-stream.ts'
import type { Arrival } from './call.ts'

/** Result of a call. */
export interface Outcome {
  data: unknown
  metadata: Metadata
  status: number
  /** ID of the job that was created. */
  job?: string
}

/** Bytes that arrive. */
export interface Bytes {
  media_type: string
  filename: string
  /** The text that is shown: the beginning of a file, the end of a stream without end. Absent if the bytes are not text. */
  text?: string
  size: number
  /** The whole file, when it is complete. */
  file?: Blob
}

export interface Progress {
  /** Lines of output, and other events. */
  lines: readonly string[]
  done?: number
  total?: number | null
  message?: string
}

interface Listeners {
  onProgress: (progress: Progress) => void
  onBytes: (bytes: Bytes) => void
}

/** Lines of output that are kept to show. */
const MAX_LINES = 2_000

/** Runs a call. Throws an ApiError; a stream that is stopped ends without an error. */
export async function runCall(
  call: Call,
  arrival: Arrival,
  endless: boolean,
  signal: AbortSignal,
  { onProgress, onBytes }: Listeners
): Promise<Outcome | undefined> {
  const response = await request(call, signal)
  if (!response.ok) throw await errorOf(response)
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (arrival === 'events' && type === 'text/event-stream') return await readEvents(response, onProgress)
  if (arrival === 'bytes') return await readBytes(response, type, endless, onBytes)
  const { data, metadata }: { data: unknown; metadata: Metadata } = await response.json()
  const job = /^\/v1\/jobs\/([^/]+)$/.exec(response.headers.get('location') ?? '')?.[1]
  return { data, metadata, status: response.status, ...(job && { job }) }
}

async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

async function readEvents(response: Response, onProgress: Listeners['onProgress']): Promise<Outcome> {
  let progress: Progress = { lines: [] }
  let outcome: Outcome | undefined
  let failure: ApiError | undefined
  const parse = eventParser(({ event, data: text }) => {
    const data: unknown = JSON.parse(text)
    if (event === 'result') outcome = { ...resultIn(data), status: response.status }
    else if (event === 'error') failure = errorIn(data)
    else {
      progress = withEvent(progress, event, data)
      onProgress(progress)
    }
  })
  const decoder = new TextDecoder()
  if (response.body) for await (const chunk of chunksOf(response.body)) parse(decoder.decode(chunk, { stream: true }))
  if (failure) throw failure
  if (!outcome) throw new ApiError(0, 'NETWORK_ERROR', 'The stream ended without a result.', { outcome: 'unknown' })
  return outcome
}

/** Adds an event: progress replaces the progress before it, a line of output is appended, anything else is shown as JSON. */
function withEvent(progress: Progress, event: string, data: unknown): Progress {
  const fields: { done?: number; total?: number | null; message?: string; line?: string } =
    typeof data === 'object' && data !== null ? data : {}
  if (event === 'progress') return { ...progress, ...fields }
  const line =
    typeof fields.line === 'string' ? `${event === 'stdout' ? '' : `${event}: `}${fields.line}` : `${event}: ${JSON.stringify(data)}`
  return { ...progress, lines: [...progress.lines, line].slice(-MAX_LINES) }
}

const resultIn = (envelope: unknown): Pick<Outcome, 'data' | 'metadata'> => {
  const { data, metadata = {} }: { data?: unknown; metadata?: Metadata } = typeof envelope === 'object' && envelope !== null ? envelope : {}
  return { data, metadata }
}

/** The status of a failure that arrives as an event, if the console treats it in its own way. */
const STATUS: Readonly<Record<string, number>> = { PERMISSION_ERROR: 403, CONFIRMATION_REQUIRED: 428, VALIDATION_ERROR: 400 }

function errorIn(envelope: unknown): ApiError {
  const { error }: { error?: { code: string; message: string; details?: ErrorDetails } } =
    typeof envelope === 'object' && envelope !== null ? envelope : {}
  return new ApiError(STATUS[error?.code ?? ''] ?? 0, error?.code ?? 'UNKNOWN_ERROR', error?.message ?? 'The call failed.', error?.details)
}

/** Characters that are shown of a file. */
const SHOWN = 100_000

/** A larger file is not kept: the command downloads it without the browser's memory. */
const MAX_FILE = 256 * 1024 * 1024

const TEXT = /^text\/|json|xml|yaml|csv|javascript/

async function readBytes(response: Response, type: string, endless: boolean, onBytes: Listeners['onBytes']): Promise<undefined> {
  const filename = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'response'
  const decoder = new TextDecoder()
  const isText = TEXT.test(type)
  const kept: Uint8Array<ArrayBuffer>[] = []
  let text = ''
  let size = 0
  const shown = (): Bytes => ({ media_type: type, filename, size, ...(isText && { text }) })
  onBytes(shown())
  if (response.body)
    for await (const chunk of chunksOf(response.body)) {
      size += chunk.length
      if (!endless && size <= MAX_FILE) kept.push(chunk)
      if (isText && endless) text = (text + decoder.decode(chunk, { stream: true })).slice(-SHOWN)
      else if (isText && text.length < SHOWN) text = (text + decoder.decode(chunk, { stream: true })).slice(0, SHOWN)
      onBytes(shown())
    }
  onBytes({ ...shown(), ...(!endless && size <= MAX_FILE && { file: new Blob(kept, { type }) }) })
  return undefined
}
