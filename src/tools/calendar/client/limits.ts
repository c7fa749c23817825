import type { BudgetRule } from '../../../contract/budget.ts'

/**
 * What Google publishes for each user, and what it does not: calendars that are written to faster than a few times a second refuse it, at
 * first for moments, then for hours.
 */
export const CALENDAR_BUDGETS: readonly BudgetRule[] = [
  { name: 'user_requests', capacity: 600, per_ms: 60_000 },
  { name: 'writes', capacity: 10, per_ms: 2_000, counts: ({ reads }) => !reads }
]
