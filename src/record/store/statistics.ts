import { type CallFilter, MAX_FAILURES } from '../../contract/record.ts'
import type { RecordDatabase } from './database.ts'
import { checkedRows, MAX_CHECKED } from './search.ts'

/** Calls to count, in intervals of a length in milliseconds. */
export interface Range {
  filter: CallFilter
  interval: number
}

export interface Counts {
  /** Unix times in milliseconds of their starts. Those without calls are absent. */
  intervals: { at: number; calls: number; errors: number }[]
  /** Most frequent first. */
  failures: { operation: string; reason: string; calls: number; latestAt: number; latestId: string }[]
  /** Unix time in milliseconds of the oldest call that was counted; undefined if all were. */
  since?: number
}

/** Maximum rows that are counted by time alone: they are neighbors on the disk. Those that a filter selects are far apart, and each costs a read. */
const MAX_COUNTED = 50_000

/** Counts the latest calls that match. */
export async function count(database: RecordDatabase, { filter, interval }: Range, checkpoint: number): Promise<Counts> {
  const { from: _, to: __, ...selection } = filter
  const max = Object.values(selection).every(value => value === undefined) ? MAX_COUNTED : MAX_CHECKED
  const { sql, values, conditions, conditionValues } = checkedRows({ filter }, checkpoint, max)
  const { groups, bound } = await database.reading(async ({ all }) => ({
    groups: await all(
      `select at / cast(? as bigint) as slot, case when reason is null then null else operation end as failed, reason, count(*) as calls,
         max(case when reason is null then null else at || ' ' || id end) as latest
       from (select at, id, principal, system, operation, outcome, reason, body ${sql}) as checked where ${conditions} group by 1, 2, 3 order by 1`,
      ...[interval, ...values, ...conditionValues]
    ),
    bound: (await all(`select count(*) as checked, min(at) as since from (select at ${sql}) as checked`, ...values))[0]
  }))
  const intervals = new Map<number, Counts['intervals'][number]>()
  const failures = new Map<string, Counts['failures'][number]>()
  for (const { slot, failed, reason, calls: rows, latest } of groups) {
    const [start, calls] = [Number(slot) * interval, Number(rows)]
    const within = intervals.get(start) ?? { at: start, calls: 0, errors: 0 }
    intervals.set(start, within)
    within.calls += calls
    if (reason === null) continue
    within.errors += calls
    const cause = `${failed} ${reason}`
    const [at, latestId = ''] = String(latest).split(' ')
    const failure = { operation: String(failed), reason: String(reason), latestAt: Number(at), latestId }
    failures.set(cause, { ...failure, calls: calls + (failures.get(cause)?.calls ?? 0) }) // a later interval has the later call
  }
  return {
    intervals: [...intervals.values()],
    failures: [...failures.values()].sort((a, b) => b.calls - a.calls || b.latestAt - a.latestAt).slice(0, MAX_FAILURES),
    ...(Number(bound?.['checked']) === max && { since: Number(bound?.['since']) })
  }
}
