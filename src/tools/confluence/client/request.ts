import type { BudgetLane } from '../../../contract/budget.ts'
import type { Call } from '../../../contract/handed.ts'
import type { AboutRequest } from '../../../lib/http/about.ts'
import type { Subject } from './failures.ts'

/** What the client needs of a call. */
export type Turn = Pick<Call<{ lane: BudgetLane }>, 'signal' | 'observe' | 'warn' | 'truncate' | 'respond' | 'caller' | 'client'>

export type Request = AboutRequest<Subject>

/** Sends a request, and answers its body. */
export type Send = (request: Request, turn: Turn) => Promise<unknown>

/** Paths of the two interfaces. */
export const v2 = (path: string): string => `api/v2/${path}`
export const v1 = (path: string): string => `rest/api/${path}`

/** An id, or whatever a caller gave, as one segment of a path. */
export const segment = (id: string): string => encodeURIComponent(id)
