import type { Caller } from './caller.ts'
import type { Issue } from './errors.ts'
import type { Jobs } from './jobs.ts'
import type { Connections, Ports } from './ports.ts'
import type { Presence } from './presence.ts'
import type { Log } from './tool.ts'

/** What surrounds a call: who makes it, and what the gateway lends it. */
export interface InvokeContext {
  caller: Caller
  connections: Connections
  jobs: Jobs
  /** Whose lines hold the request id. */
  log: Log
  ports: Ports
  requestId: string
  presence: Presence
  /** The call came by name: other spellings are taken. */
  byName?: boolean
  /** A file that came beside the input. */
  upload?: File
  /** What the surface found wrong with the input before it came here; listed with the rest. */
  issues?: readonly Issue[]
  /** The surface sends the bytes of a stream itself: in this media type, where the caller prefers one. */
  bytes?: { media_type?: string }
  /** What the caller sends as it comes, where it sends no JSON. */
  body?: AsyncIterable<Uint8Array>
  /** The value of If-None-Match: versions of the answer that the caller has. */
  known?: string
  /** Most characters that the surface can carry, as JSON, of data or of what a failure tells: what is over that is left out at the end, and told. Default: any. */
  maxChars?: number
  /** Most milliseconds that an answer may take on this surface: what may take longer is made as a job, where a job may keep it; else this is its deadline. Default: any. */
  maxMs?: number
  /** In front of links; by default they have no host. */
  publicUrl?: string
  /** Is told events while the call runs. */
  listener?: (event: string, data: unknown) => void
}
