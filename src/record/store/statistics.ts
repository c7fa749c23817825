import type { DatabaseSync } from 'node:sqlite'
import { type CallFilter, MAX_FAILURES } from '../../contract/record.ts'
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
export function count(database: DatabaseSync, { filter, interval }: Range, checkpoint: number): Counts {
  const { from: _, to: __, ...selection } = filter
  const max = Object.values(selection).every(value => value === undefined) ? MAX_COUNTED : MAX_CHECKED
  const { sql, values, conditions, conditionValues } = checkedRows({ filter }, checkpoint, max)
  // With max(), SQLite takes the other columns of a group from the row with the maximum.
  const groups = database
    .prepare(
      `select at / cast(? as integer) as slot, iif(reason is null, null, operation) as failed, reason, count(*) as calls, max(at) as at, id
       from (select at, id, principal, system, operation, outcome, reason, body ${sql}) where ${conditions} group by 1, 2, 3 order by 1`
    )
    .all(interval, ...values, ...conditionValues)
  const intervals = new Map<number, Counts['intervals'][number]>()
  const failures = new Map<string, Counts['failures'][number]>()
  for (const { slot, failed, reason, calls: rows, at, id } of groups) {
    const [start, calls] = [Number(slot) * interval, Number(rows)]
    const within = intervals.get(start) ?? { at: start, calls: 0, errors: 0 }
    intervals.set(start, within)
    within.calls += calls
    if (reason === null) continue
    within.errors += calls
    const cause = `${failed} ${reason}`
    const latest = { operation: String(failed), reason: String(reason), latestAt: Number(at), latestId: String(id) }
    failures.set(cause, { ...latest, calls: calls + (failures.get(cause)?.calls ?? 0) }) // a later interval has the later call
  }
  const bound = database.prepare(`select count(*) as checked, min(at) as since from (select at ${sql})`).get(...values)
  return {
    intervals: [...intervals.values()],
    failures: [...failures.values()].sort((a, b) => b.calls - a.calls || b.latestAt - a.latestAt).slice(0, MAX_FAILURES),
    ...(bound?.['checked'] === max && { since: Number(bound['since']) })
  }
}
