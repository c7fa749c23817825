import type { Call } from '../../../contract/handed.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'

/** What the client needs of a call. */
export type Turn = Pick<Call<unknown>, 'signal' | 'observe' | 'warn'>

export type Request = Omit<UpstreamRequest, 'signal'>

/** Sends a request below `calendar/v3/`; answers its body. */
export type Send = (request: Request, turn: Turn) => Promise<unknown>
