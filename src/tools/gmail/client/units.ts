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

/** Units that one user may draw in a minute: of projects since May 2026; elder ones have 15,000. */
export const USUAL_PACE = 6_000

export const budgetOf = ({ units_per_minute }: { units_per_minute: number }): BudgetRule => ({
  name: 'user_units',
  capacity: units_per_minute,
  per_ms: 60_000
})

/** Messages that are looked at, each by a request, before one request changes them. */
export const LOOKED_AT_ONCE = 100

/** What one executeBatch over so many messages draws: one request for all, and where they were named a look at each. */
export const batchUnits = (messages: number, named: boolean): number =>
  named ? messages * unitsOf('GET', 'messages/') + Math.ceil(messages / LOOKED_AT_ONCE) * unitsOf('POST', BATCH) : unitsOf('POST', BATCH)

const BATCH = 'messages/batchModify'
