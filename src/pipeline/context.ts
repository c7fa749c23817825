import type { Caller } from '../contract/call.ts'
import type { Issue } from '../contract/errors.ts'
import type { Jobs } from '../contract/jobs.ts'
import type { Operation } from '../contract/operation.ts'
import type { Surface } from '../contract/record.ts'
import type { Log } from '../contract/runtime.ts'
import type { TraceContext } from '../lib/telemetry/telemetry.ts'
import type { Admission, Connections, Ports } from './ports.ts'
import type { RangeRequest } from './stream/range.ts'

/** The form of a response, unless the input of the call overrides it. */
export interface ResponseDefaults {
  /** Maximum characters of the data as JSON. */
  max_chars: number
  /** Omits properties that are null. */
  compact: boolean
  /** The tool list of the caller may be lean, so suggestions name no input that lean lists omit: strict callers cannot send it. */
  lean?: boolean
}

/** Defaults for models, which read the response: calls by name, and MCP. */
export const FOR_MODELS: ResponseDefaults = { max_chars: 20_000, compact: true, lean: true }
/** Defaults for programs: REST. */
export const FOR_PROGRAMS: ResponseDefaults = { max_chars: 256 * 1024, compact: false }

/** Whether the client still waits for the response. Has functions, not getters: V8 slows down for objects with getters. */
export interface ClientConnection {
  isClosed: () => boolean
  /** Calls the listener when the client disconnects, but not if it already has. Returns a function that removes the listener. */
  onClose: (listener: () => void) => () => void
  /** Returns a signal that aborts when the client disconnects, or has already. */
  signal: () => AbortSignal
  /**
   * From now on, the response is sent even if the key of its caller is revoked; the connection ends after it. For calls that change keys. Returns how to
   * end that. Absent if a revocation does not end the connection.
   */
  keep?: () => () => void
}

/** Returns a connection that closes when the signal aborts. */
export const connectionFromSignal = (signal: AbortSignal): ClientConnection => ({
  isClosed: () => signal.aborted,
  onClose(listener) {
    signal.addEventListener('abort', listener, { once: true })
    return () => signal.removeEventListener('abort', listener)
  },
  signal: () => signal
})

/** For a surface that sends files outside of the data. */
export interface FileExtractor {
  /** Maximum bytes of a file. */
  max_bytes: number
  /** Removes files in base64 from the data. */
  extract: (data: unknown) => Promise<unknown>
}

/** The circumstances of a call: its caller, the services of the gateway, and what the surface supports. */
export interface InvokeContext {
  caller: Caller
  connections: Connections
  jobs: Jobs
  /** Adds the request ID to its lines. */
  log: Log
  ports: Ports
  requestId: string
  /** How the call reached the gateway. Default: rest. */
  surface?: Surface
  /** The job that makes the call. */
  jobId?: string
  /** Destination of the events of that job. */
  notifyUrl?: string
  /** ID of the recorded call that this one replays. */
  replayOf?: string
  /** The trace that the call belongs to, unless it runs in a span already. */
  trace?: TraceContext | undefined
  /** IP address of the client, for the log. Absent for calls without a connection, such as jobs. */
  clientAddress?: string
  clientConnection: ClientConnection
  /** Of the call of a job: aborts when the job is stopped. */
  jobStopping?: AbortSignal
  /** The call was counted against the limits of its key. If the surface did that, it also ends it. */
  admission?: Admission
  /** The operation was called by name, so other spellings of its properties are accepted. */
  byName?: boolean
  /** A file that was sent outside of the input. */
  upload?: File
  /** Maximum bytes of the input as JSON, if the surface could not check the operation's own limit before it parsed the request. */
  inputBytes?: number
  /** Issues that the surface found in the input. They are reported with the others. */
  issues?: readonly Issue[]
  /** Set if the surface sends the bytes of a stream itself; in this media type, if the client prefers one, and only this range, if it requests one. */
  rawStream?: { media_type?: string; range?: RangeRequest }
  /** The streamed body of a request without JSON. */
  body?: AsyncIterable<Uint8Array>
  /** The value of If-None-Match. */
  ifNoneMatch?: string
  /** Maximum characters of the data, or of an error, that the surface can carry as JSON. What exceeds it is truncated. Default: unlimited. */
  maxChars?: number
  /** Form of the response. Default: complete, with nulls. */
  responseDefaults?: ResponseDefaults
  /** Maximum milliseconds that the client waits. A call that may take longer runs as a job, if it can; otherwise this is its deadline. Default: unlimited. */
  maxWaitMs?: number
  /** Prefix of links. Default: they have no host. */
  publicUrl?: string
  /** Returns the characters of a response in the form in which it is sent, if that is not JSON. */
  measure?: (operation: Operation, data: unknown) => number
  files?: FileExtractor
  /** Receives events while the call runs. */
  onEvent?: (event: string, data: unknown) => void
}
