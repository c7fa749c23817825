import type { Call } from '../../../contract/call.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'

/** The part of a call that the client uses. */
export type CalendarCall = Pick<Call<unknown>, 'signal' | 'observe' | 'warn'>

export type Request = Omit<UpstreamRequest, 'signal'>

/** Sends a request, with a path relative to `calendar/v3/`, and returns the body of the response. */
export type Send = (request: Request, call: CalendarCall) => Promise<unknown>
