import type { TObject } from 'typebox'
import type { Reason } from './errors.ts'
import type { Method } from './route.ts'

/** A route of the gateway itself: it speaks of operations, and is none. */
export interface GatewayRoute {
  id: string
  method: Method
  path: string
  summary: string
  description: string
  /** Path parameters, then query, flat as an operation's. */
  input: TObject
  /** What the body holds; none where absent. */
  body?: TObject
  /** A call to copy: its path and query, and its body. */
  example?: { input: Record<string, unknown>; body: Record<string, unknown> }
  output: TObject
  /** Answers a document as it is, in no envelope, with an ETag: its media types. */
  document?: readonly string[]
  /** Answers without a key. */
  public?: true
  errors: readonly Reason[]
}
