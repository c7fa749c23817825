import type { BudgetRule } from '../../../contract/budget.ts'

/** Requests that one user may make in a minute. */
export const USUAL_PACE = 600

/** Google publishes no limit of writes to one calendar; some users were refused at a few a second, at first for moments, then for hours. */
export const USUAL_WRITES = 5

const SPAN_SECONDS = 2

export const budgetsOf = ({
  requests_per_minute,
  writes_per_second
}: {
  requests_per_minute: number
  writes_per_second: number
}): BudgetRule[] => [
  { name: 'user_requests', capacity: requests_per_minute, per_ms: 60_000 },
  { name: 'writes', capacity: writes_per_second * SPAN_SECONDS, per_ms: SPAN_SECONDS * 1000, counts: ({ reads }) => !reads }
]
