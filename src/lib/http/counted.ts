import type { Budget, CountedRequest } from '../../contract/budget.ts'
import { OperationError } from '../../contract/errors.ts'
import { loadGot } from './got.ts'
import type { KnownRequest } from './request.ts'

/** A request as limits count it. */
export const countedOf = ({ path, method = 'GET', reads }: KnownRequest): CountedRequest => ({ method, path, reads })

/** What only the words of a refusal say: that it is for a limit, and how long. */
export function tellLimit(budget: Budget, thrown: unknown, error: unknown, request: KnownRequest): void {
  if (!(thrown instanceof loadGot().HTTPError && error instanceof OperationError) || error.reason !== 'rate_limit_exceeded') return
  const { retry_after_ms } = error.details
  const { statusCode: status, headers } = thrown.response
  budget.heed({ status, headers, request: countedOf(request), limited: { ...(retry_after_ms !== undefined && { retry_after_ms }) } })
}
