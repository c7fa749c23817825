import { type Static, Type } from 'typebox'
import type { Caller } from './call.ts'
import { listOf, nullable } from './schema.ts'

/** What rows of usage can be grouped by. */
export const USAGE_GROUPS = ['principal', 'system', 'day', 'hour'] as const
export type UsageGroup = (typeof USAGE_GROUPS)[number]

const count = (description: string) => Type.Integer({ minimum: 0, description })

const COUNTERS = {
  calls: count('Number of calls, including failed ones. A call that runs as a job counts once; items of bulk jobs are in job_items'),
  failed: count('Number of calls that ended with an error, including refused ones'),
  bytes_in: count('Bytes of the inputs and of the files sent with them, approximately: a character counts as one byte'),
  bytes_out: count('Bytes of the results: of data as JSON, and of downloads'),
  tokens: count('Estimated tokens of the results for a language model: one per three bytes of data as JSON; downloads do not count'),
  job_items: count('Number of items that bulk jobs sent')
}

/** What is counted of calls. */
export type UsageCounts = Record<keyof typeof COUNTERS, number>
export const USAGE_COUNTERS: readonly (keyof UsageCounts)[] = ['calls', 'failed', 'bytes_in', 'bytes_out', 'tokens', 'job_items']

const group = (description: string) => nullable(Type.String(), { description })

const UsageRow = Type.Object({
  principal: group('Principal on whose behalf the calls ran, such as key:alice; null if the rows are not grouped by principal'),
  system: group('Name of the system; null if the rows are not grouped by system'),
  at: nullable(Type.String({ format: 'date-time' }), {
    description: 'Start of the day or hour (UTC), ISO 8601; null if the rows are not grouped by day or hour'
  }),
  ...COUNTERS
})
export type UsageRow = Static<typeof UsageRow>

export const UsagePage = listOf(UsageRow, {
  from: Type.String({
    format: 'date-time',
    'x-volatile': true,
    description: 'Time from which calls are counted, ISO 8601: the start of a day or hour'
  }),
  to: Type.String({ format: 'date-time', 'x-volatile': true, description: 'Time until which calls are counted, ISO 8601' }),
  all_keys: Type.Boolean({ description: 'true: calls of all keys are counted; false: only those of this key' }),
  totals: Type.Object(COUNTERS, { description: 'Sums over all pages' })
})
export type UsagePage = Static<typeof UsagePage>

/** Selects usage. Absent: all. */
export interface UsageFilter {
  principal?: string
  system?: string
  /** ISO 8601. */
  from?: string
  to?: string
  group_by: readonly UsageGroup[]
}

/** What callers used, as operations read it. A caller without `calls:read_all` sees its own usage only. */
export interface Usage {
  list: (caller: Caller, filter: UsageFilter & { limit: number; cursor?: string }, signal: AbortSignal) => Promise<UsagePage>
}
