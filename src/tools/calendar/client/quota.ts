import type { BudgetRule } from '../../../contract/runtime.ts'

/** Requests per minute and user that Google allows by default. */
export const DEFAULT_REQUESTS_PER_MINUTE = 600

/** Google publishes no limit for writes. Users reported rejections at a few writes per second, first for seconds, then for hours. */
export const DEFAULT_WRITES_PER_SECOND = 5

const WRITE_WINDOW_SECONDS = 2

export const budgetsOf = ({
  requests_per_minute,
  writes_per_second
}: {
  requests_per_minute: number
  writes_per_second: number
}): BudgetRule[] => [
  { name: 'user_requests', capacity: requests_per_minute, per_ms: 60_000 },
  { name: 'writes', capacity: writes_per_second * WRITE_WINDOW_SECONDS, per_ms: WRITE_WINDOW_SECONDS * 1000, counts: ({ reads }) => !reads }
]
