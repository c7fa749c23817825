import type { BudgetRule } from '../../../contract/runtime.ts'

/** Quota units per request, as Google publishes them. The first matching row counts. */
const UNITS: readonly [method: string, path: RegExp, units: number][] = [
  ['POST', /messages\/(batchModify|batchDelete)$/, 50],
  ['POST', /(messages|drafts)\/send$/, 100],
  ['DELETE', /messages\//, 10],
  ['GET', /threads\//, 10],
  ['POST', /drafts$/, 10],
  ['PUT', /drafts\//, 15],
  ['POST', /threads\//, 10],
  ['GET', /settings\//, 1],
  ['DELETE', /drafts\//, 10],
  ['GET', /labels|profile$/, 1],
  ['GET', /history/, 2]
]

/** Units of messages.list, get, modify and trash, and of changes to labels. */
const DEFAULT_UNITS = 5

/** Returns the quota units of a request. */
export const unitsOf = (method: string, path: string): number =>
  UNITS.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2] ?? DEFAULT_UNITS

/** Units per minute and user for projects created since May 2026. Older projects have 15,000. */
export const DEFAULT_UNITS_PER_MINUTE = 6_000

export const budgetOf = ({ units_per_minute }: { units_per_minute: number }): BudgetRule => ({
  name: 'user_units',
  capacity: units_per_minute,
  per_ms: 60_000
})

/** Gmail returns 429 for more concurrent requests of one user. */
export const MAX_CONCURRENT_REQUESTS = 8

/** Messages that are read, one request each, before one request changes them all. */
export const READ_BATCH = 100

/** Returns the units of one executeBatch: one request for all messages, and if they were selected by ID a read of each. */
export const batchUnits = (messages: number, named: boolean): number =>
  named
    ? messages * unitsOf('GET', 'messages/') + Math.ceil(messages / READ_BATCH) * unitsOf('POST', BATCH_PATH)
    : unitsOf('POST', BATCH_PATH)

const BATCH_PATH = 'messages/batchModify'
