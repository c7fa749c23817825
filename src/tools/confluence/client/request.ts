import type { Call } from '../../../contract/call.ts'
import type { BudgetLane } from '../../../contract/runtime.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'
import type { Subject } from './failures.ts'

/** The properties of a call that the client needs. */
export type ConfluenceCall = Pick<
  Call<{ lane: BudgetLane }>,
  'signal' | 'observe' | 'warn' | 'truncate' | 'respond' | 'caller' | 'client' | 'response_chars'
>

export type Request = Omit<UpstreamRequest, 'signal' | 'subject'> & {
  subject: Subject
  /** The caller limits the search or list to the spaces that are allowed, so that a key that is limited to spaces may send it. */
  filtered?: boolean
}

/** Sends a request and returns the body of the response. */
export type Send = (request: Request, call: ConfluenceCall) => Promise<unknown>

/** Paths of both versions of the API. */
export const v2 = (path: string): string => `api/v2/${path}`
export const v1 = (path: string): string => `rest/api/${path}`

/** Maximum number of concurrent requests of one call. More would exceed the burst limits. */
export const CONCURRENCY = 5
