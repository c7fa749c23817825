import { type CallFilter, MAX_FAILURES } from '../../contract/record.ts'
import { startOf } from '../block.ts'
import type { StoredRow } from '../row.ts'
import type { RecordDatabase } from './database.ts'
import { MAX_CHECKED, MAX_READ, matcher, seconds } from './search.ts'

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

/** Maximum rows that are counted by time alone. Those that a filter selects are in more blocks. */
const MAX_COUNTED = 50_000

/** Counts the latest calls that match. */
export async function count(database: RecordDatabase, { filter, interval }: Range, checkpoint: number): Promise<Counts> {
  const { from: _, to: __, ...selection } = filter
  const max = Object.values(selection).every(value => value === undefined) ? MAX_COUNTED : MAX_CHECKED
  const isMatch = matcher(filter)
  const intervals = new Map<number, Counts['intervals'][number]>()
  const failures = new Map<string, Counts['failures'][number]>()
  const add = ({ operation, reason, id }: StoredRow, at: number): void => {
    const start = Math.floor(at / interval) * interval
    const within = intervals.get(start) ?? { at: start, calls: 0, errors: 0 }
    intervals.set(start, within)
    within.calls += 1
    if (reason === null) return
    within.errors += 1
    const cause = `${operation} ${reason}`
    const failure = failures.get(cause) ?? { operation, reason, calls: 0, latestAt: at, latestId: id } // the latest one comes first
    failures.set(cause, failure)
    failure.calls += 1
  }
  const since = await database.reading(async session => {
    let [checked, read] = [0, 0]
    for await (const second of seconds(session, { filter }, checkpoint)) {
      for (const { row, at } of second.checked) {
        if (isMatch(row)) add(row, at)
        checked += 1
        if (checked === max) return at
      }
      read += second.characters
      if (read >= MAX_READ) return startOf(second.slot)
    }
    return undefined
  })
  return {
    intervals: [...intervals.values()].sort((a, b) => a.at - b.at),
    failures: [...failures.values()].sort((a, b) => b.calls - a.calls || b.latestAt - a.latestAt).slice(0, MAX_FAILURES),
    ...(since !== undefined && { since })
  }
}
