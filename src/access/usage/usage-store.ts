import { USAGE_COUNTERS, type UsageCounts } from '../../contract/usage.ts'
import { redisCommand, runCommand } from '../../lib/redis/command.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Time for which the counts of a day and of an hour are kept. */
export const KEPT_MS = { day: 90 * DAY_MS, hour: 2 * DAY_MS }

/** Maximum rows of a day: one for each principal and system. What exceeds it is counted together, for the principal `other`. */
const MAX_ROWS = 5_000
export const OTHERS = 'other'

/** Counts of an hour that are stored together, once. */
export interface Batch {
  id: string
  /** Hours since 1970. */
  hour: number
  rows: ReadonlyMap<string, UsageCounts>
}

/** Name of a row in the hash of a day or hour. */
export const rowName = (system: string, principal: string): string => `${system} ${principal}`

/**
 * Adds counts to the hashes of a day and an hour, unless this batch was the last one that the process stored: it repeats a batch whose response was lost.
 * A row is the counters as text, in their order. KEYS: last batch of the process; day; hour. ARGV: batch; maximum rows; seconds for which the three are kept;
 * then for each row its system, its principal and its counters.
 */
const ADD = redisCommand(
  'addUsage',
  `
local batch, MAX = ARGV[1], tonumber(ARGV[2])
if redis.call('GET', KEYS[1]) == batch then return 0 end
local function numbers(text)
  local list = {}
  for number in text:gmatch('%-?%d+') do list[#list + 1] = tonumber(number) end
  return list
end
for at = 6, #ARGV, 3 do
  local system, principal = ARGV[at], ARGV[at + 1]
  local row = system .. ' ' .. principal
  if redis.call('HEXISTS', KEYS[2], row) == 0 and redis.call('HLEN', KEYS[2]) >= MAX then row = system .. ' ${OTHERS}' end
  for key = 2, 3 do
    local known = numbers(redis.call('HGET', KEYS[key], row) or '')
    local sums = numbers(ARGV[at + 2])
    for i = 1, #sums do sums[i] = string.format('%.0f', sums[i] + (known[i] or 0)) end
    redis.call('HSET', KEYS[key], row, table.concat(sums, ' '))
  end
end
redis.call('SET', KEYS[1], batch)
for key = 1, 3 do redis.call('EXPIRE', KEYS[key], ARGV[key + 2]) end
return 1
`
)

/** Keys in Redis, all in one slot. */
const keyOf = (name: string): string => `tg:{usage}:${name}`

/** Start of a day or hour as it is in keys: `2026-11-27`, `2026-11-27T05`. */
const timeName = (time: number, unit: 'day' | 'hour'): string => new Date(time).toISOString().slice(0, unit === 'day' ? 10 : 13)

/** Stores a batch, unless it is stored already. `owner`: ID of the process. */
export async function storeBatch(redis: RedisClient, owner: string, { id, hour, rows }: Batch): Promise<void> {
  const time = hour * HOUR_MS
  const keys = [keyOf(`stored:${owner}`), keyOf(timeName(time, 'day')), keyOf(timeName(time, 'hour'))]
  const kept = [DAY_MS, KEPT_MS.day + DAY_MS, KEPT_MS.hour + HOUR_MS].map(ms => ms / 1_000)
  const values = [...rows].flatMap(([name, counts]) => {
    const space = name.indexOf(' ')
    return [name.slice(0, space), name.slice(space + 1), USAGE_COUNTERS.map(counter => counts[counter]).join(' ')]
  })
  await runCommand(redis, ADD, keys, [id, MAX_ROWS, ...kept, ...values])
}

export interface StoredRow {
  system: string
  principal: string
  counts: UsageCounts
}

/** Returns the rows of a day or hour that starts at this time. `names`: only these. */
export async function storedRows(redis: RedisClient, time: number, unit: 'day' | 'hour', names?: readonly string[]): Promise<StoredRow[]> {
  const key = keyOf(timeName(time, unit))
  const values = names ? await redis.hmget(key, ...names) : undefined
  const rows = values ? names?.map((name, at) => [name, values[at] ?? null] as const) : Object.entries(await redis.hgetall(key))
  return (rows ?? []).flatMap(([name, text]) => (text === null ? [] : [rowOf(name, text)]))
}

function rowOf(name: string, text: string): StoredRow {
  const numbers = text.split(' ').map(Number)
  const space = name.indexOf(' ')
  const counts = noCounts()
  // A job may have given back items that were counted in an earlier hour.
  for (const [at, counter] of USAGE_COUNTERS.entries()) counts[counter] = Math.max(0, numbers[at] ?? 0)
  return { system: name.slice(0, space), principal: name.slice(space + 1), counts }
}

export const noCounts = (): UsageCounts => ({ calls: 0, failed: 0, bytes_in: 0, bytes_out: 0, tokens: 0, job_items: 0 })

export function addCounts(sum: UsageCounts, counts: Partial<UsageCounts>): void {
  for (const counter of USAGE_COUNTERS) sum[counter] += counts[counter] ?? 0
}
