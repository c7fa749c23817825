import { randomUUID } from 'node:crypto'
import type { Caller } from '../../contract/call.ts'
import { principalOf } from '../../contract/principal.ts'
import { seesAll } from '../../contract/record.ts'
import type { Log } from '../../contract/runtime.ts'
import type { UsageCounts, UsageFilter, UsageGroup, UsageRow } from '../../contract/usage.ts'
import { decodeCursor, encodeCursor, queryDigest } from '../../lib/cursor.ts'
import { invalidField } from '../../lib/invalid-field.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { asUnavailable } from '../../lib/redis/errors.ts'
import { watchOutage } from '../../lib/redis/outage.ts'
import type { UsagePort } from '../../pipeline/ports.ts'
import {
  addCounts,
  type Batch,
  DAY_MS,
  HOUR_MS,
  KEPT_MS,
  noCounts,
  OTHERS,
  rowName,
  type StoredRow,
  storeBatch,
  storedRows
} from './usage-store.ts'

/** Interval at which a process stores what it counted, so that calls do not. */
const STORE_MS = 5_000

/** Maximum rows of an hour in the memory of a process. What exceeds it is counted together. */
const MAX_ROWS = 5_000

const DEFAULT_DAYS = 30

export interface UsageCounter extends UsagePort {
  /** Stores what is still in memory. */
  close: () => Promise<void>
}

/** Counts what callers use, over all processes. `systems`: names of all systems. */
export function createUsage(redis: RedisClient, log: Log, systems: readonly string[]): UsageCounter {
  const owner = randomUUID()
  const outage = watchOutage(log, 'Redis is unavailable for the usage of keys: it is counted in memory until Redis recovers')
  /** What was counted and not sent, by hour. */
  const hours = new Map<number, Map<string, UsageCounts>>()
  /** What was sent, and may be stored. */
  let sent: Batch | undefined
  let storing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function storeAll(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    for (sent ??= nextBatch(); sent; sent = nextBatch()) await storeBatch(redis, owner, sent)
    outage.end()
  }

  function nextBatch(): Batch | undefined {
    for (const [hour, rows] of hours) {
      hours.delete(hour)
      return { id: randomUUID(), hour, rows }
    }
    return undefined
  }

  const store = (): Promise<void> => {
    storing ??= storeAll().finally(() => {
      storing = undefined
    })
    return storing
  }

  function storeSoon(): void {
    timer ??= setTimeout(() => {
      store().catch(err => {
        outage.begin(err)
        storeSoon()
      })
    }, STORE_MS).unref()
  }

  const countsOf = (caller: Pick<Caller, 'id'>, system: string): UsageCounts => {
    const hour = Math.floor(Date.now() / HOUR_MS)
    const rows = hours.get(hour) ?? new Map<string, UsageCounts>()
    hours.set(hour, rows)
    const own = rowName(system, principalOf(caller))
    const name = rows.has(own) || rows.size < MAX_ROWS ? own : rowName(system, OTHERS)
    const counts = rows.get(name) ?? noCounts()
    rows.set(name, counts)
    return counts
  }

  return {
    add(caller, system, counts) {
      addCounts(countsOf(caller, system), counts)
      storeSoon()
    },
    async list(caller, { limit, cursor, ...filter }, signal) {
      await store().catch(outage.begin)
      const range = rangeOf(filter)
      const isAll = seesAll(caller)
      const principal = isAll ? filter.principal : principalOf(caller)
      const isHidden = filter.principal !== undefined && filter.principal !== principal
      const of = { systems, system: filter.system, principal }
      const query = queryDigest([principal, filter])
      const after = cursor === undefined ? undefined : positionIn(cursor, query)
      const rows = isHidden ? [] : await groupedRows(redis, range, of, filter.group_by, signal)
      const totals = noCounts()
      for (const row of rows) addCounts(totals, row)
      const items = (after ? rows.filter(row => compare(orderOf(row), after) > 0) : rows).slice(0, limit)
      const last = items.at(-1)
      return {
        items,
        next_cursor: last && last !== rows.at(-1) ? encodeCursor([query, ...orderOf(last)]) : null,
        total: { value: rows.length, relation: 'eq' as const },
        from: timeText(range.from),
        to: timeText(range.to),
        all_keys: isAll,
        totals
      }
    },
    async close() {
      await store().catch(() => undefined)
      clearTimeout(timer)
    }
  }
}

interface Range {
  unit: 'day' | 'hour'
  /** Unix times in milliseconds. `from` is the start of a day or hour. */
  from: number
  to: number
}

/** Returns the days or hours to read: those that are kept, and begin before `to`. */
function rangeOf({ from, to, group_by }: Pick<UsageFilter, 'from' | 'to' | 'group_by'>, now = Date.now()): Range {
  const unit = group_by.includes('hour') ? 'hour' : 'day'
  const length = unit === 'hour' ? HOUR_MS : DAY_MS
  const end = to === undefined ? now : Math.min(now, Date.parse(to))
  const begin = from === undefined ? now - (unit === 'hour' ? KEPT_MS.hour : DEFAULT_DAYS * DAY_MS) : Date.parse(from)
  const oldest = now - KEPT_MS[unit]
  return { unit, from: Math.floor(Math.max(begin, oldest) / length) * length, to: end }
}

interface Selected {
  systems: readonly string[]
  system: string | undefined
  principal: string | undefined
}

/** Reads the rows of a range and sums those of the same group: the latest first, then by principal and system. */
async function groupedRows(
  redis: RedisClient,
  { unit, from, to }: Range,
  { systems, system, principal }: Selected,
  groups: readonly UsageGroup[],
  signal: AbortSignal
): Promise<UsageRow[]> {
  const names = principal === undefined ? undefined : (system === undefined ? systems : [system]).map(name => rowName(name, principal))
  const length = unit === 'hour' ? HOUR_MS : DAY_MS
  const sums = new Map<string, UsageRow>()
  // One after another, so that other work has its turn between two: a day may have thousands of rows.
  for (let time = from; time < to; time += length) {
    signal.throwIfAborted()
    for (const row of await storedRows(redis, time, unit, names).catch(asUnavailable)) {
      if (system !== undefined && row.system !== system) continue
      const group = groupOf(row, time, groups)
      const key = JSON.stringify(orderOf(group))
      const sum = sums.get(key) ?? { ...group, ...noCounts() }
      addCounts(sum, row.counts)
      sums.set(key, sum)
    }
  }
  return [...sums.values()].sort((a, b) => compare(orderOf(a), orderOf(b)))
}

type Group = Pick<UsageRow, 'at' | 'principal' | 'system'>

const groupOf = ({ principal, system }: StoredRow, time: number, groups: readonly UsageGroup[]): Group => ({
  principal: groups.includes('principal') ? principal : null,
  system: groups.includes('system') ? system : null,
  at: groups.includes('day') || groups.includes('hour') ? timeText(time) : null
})

/** What rows are sorted by: time, then names. */
const orderOf = ({ at, principal, system }: Group): string[] => [at ?? '', principal ?? '', system ?? '']

/** Compares times backwards, and names forwards. */
function compare([at = '', ...names]: readonly string[], [otherAt = '', ...others]: readonly string[]): number {
  if (at !== otherAt) return at > otherAt ? -1 : 1
  const different = names.findIndex((name, index) => name !== others[index])
  return different === -1 ? 0 : (names[different] ?? '') < (others[different] ?? '') ? -1 : 1
}

function positionIn(cursor: string, query: string): string[] {
  const [digest, ...position] = decodeCursor(cursor)
  if (digest !== query || position.length !== 3)
    throw invalidField('cursor', 'is not a cursor of this list', 'next_cursor of a response with the same filters')
  return position.map(String)
}

const timeText = (time: number): string => new Date(time).toISOString()
