import type { BudgetRule } from '../../../contract/budget.ts'

/** Quota units of a request, as Google publishes them; the first row that fits. */
const UNITS: readonly [method: string, path: RegExp, units: number][] = [
  ['POST', /messages\/(batchModify|batchDelete)$/, 50],
  ['POST', /(messages|drafts)\/send$/, 100],
  ['DELETE', /messages\//, 10],
  ['GET', /threads\//, 10],
  ['POST', /drafts$/, 10],
  ['DELETE', /drafts\//, 10],
  ['GET', /labels|profile$/, 1],
  ['GET', /history/, 2]
]

/** That of messages.list, get, modify, trash and of changes of labels. */
const USUAL_UNITS = 5

/** What a request to Gmail draws from the budget. */
export const unitsOf = (method: string, path: string): number =>
  UNITS.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2] ?? USUAL_UNITS

/** Of projects since May 2026, for each user; elder ones have 15,000. */
export const GMAIL_BUDGET: BudgetRule = { name: 'user_units', capacity: 6_000, per_ms: 60_000 }
