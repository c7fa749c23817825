import { redisCommand, runCommand } from '../redis/command.ts'
import type { RedisClient } from '../redis/connect.ts'

/** One request for units of a limit. All values are whole units or milliseconds. */
export interface LeaseRequest {
  key: string
  capacity: number
  /** Time for which a unit counts after it was taken. */
  window: number
  /** Units taken within the same slice are counted together. */
  slice: number
  /** Maximum number of units in use, including these; less than the capacity for jobs. */
  limit: number
  /** Minimum number of units; with fewer, none are granted. */
  least: number
  /** Units granted if they are available. */
  want: number
  /** Unused units of an earlier lease to return, and the slice it was granted in. */
  back: number
  backSlice: string
  /** Remaining units that the system reported, and for how long that is valid; -1 if it reported none. */
  left: number
  leftMs: number
}

export interface Lease {
  granted: number
  slice: string
  /** Remaining units in total. */
  remaining: number
  /** Milliseconds until `least` may be available; 0 if it was granted. */
  wait: number
  /** Milliseconds until all units are available. */
  reset: number
}

/**
 * A sliding window that counts units by slice of time, so that no interval of its length exceeds the capacity. A token bucket of the same
 * rate would let twice as many through in its first window. KEYS: a hash for each limit (slice → units; until `till`, `held` units that
 * others used, as the system reports). ARGV: for each limit, the numbers of a `LeaseRequest` after its key.
 */
const DRAW = redisCommand(
  'drawBudget',
  `
local clock = redis.call('TIME')
local NOW = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function whole(n) return string.format('%.0f', n) end
local values = {}

local function draw(key, capacity, window, slice, limit, least, want, back, back_slice, left, left_ms)
  local fields, used, held, till, ends = redis.call('HGETALL', key), 0, 0, 0, {}
  for i = 1, #fields, 2 do
    local field, units = fields[i], tonumber(fields[i + 1])
    if field == 'held' then held = units
    elseif field == 'till' then till = units
    else
      local over = (tonumber(field) + 1) * slice + window
      if field == back_slice then
        units = math.max(0, units - back)
        redis.call('HSET', key, field, whole(units))
      end
      if over <= NOW then redis.call('HDEL', key, field)
      else
        used = used + units
        ends[#ends + 1] = { over, units }
      end
    end
  end

  if till <= NOW then held, till = 0, 0 end
  if left >= 0 then
    -- Later draws of ours hide some of what others used, never the other way round: so the most that was seen counts, for its time.
    -- Where nothing is left, nothing is: whatever of ours runs out of the window in the meantime.
    local seen = left == 0 and capacity or math.max(capacity - used - left, 0)
    if seen > held or (seen == held and NOW + left_ms > till) then
      held, till = seen, NOW + left_ms
      redis.call('HSET', key, 'held', whole(held), 'till', whole(till))
    end
  end
  if held > 0 then ends[#ends + 1] = { till, held } end

  local free, granted, wait, reset = limit - used - held, 0, 0, 0
  if free >= least then granted = math.max(0, math.min(want, free)) end
  local now_slice = whole(math.floor(NOW / slice))
  if granted > 0 then redis.call('HINCRBY', key, now_slice, whole(granted)) end
  table.sort(ends, function(a, b) return a[1] < b[1] end)
  for _, one in ipairs(ends) do
    if granted == 0 and free < least then
      free = free + one[2]
      wait = one[1] - NOW
    end
    reset = one[1] - NOW
  end
  redis.call('PEXPIRE', key, whole(window + slice + math.max(0, till - NOW)))
  for _, value in ipairs({ granted, now_slice, math.max(0, capacity - used - held - granted), wait, reset }) do
    values[#values + 1] = whole(value)
  end
end

for n, key in ipairs(KEYS) do
  local numbers = {}
  for i = 1, 10 do numbers[i] = tonumber(ARGV[(n - 1) * 10 + i]) end
  numbers[8] = ARGV[(n - 1) * 10 + 8]
  draw(key, unpack(numbers))
end
return values
`
)

const VALUES = 5

/** Requests units of all limits at once. Their keys are in one hash slot. */
export async function leaseFrom(redis: RedisClient, requests: readonly LeaseRequest[]): Promise<Lease[]> {
  const reply = await runCommand(
    redis,
    DRAW,
    requests.map(({ key }) => key),
    requests.flatMap(request => [
      request.capacity,
      request.window,
      request.slice,
      request.limit,
      request.least,
      request.want,
      request.back,
      request.backSlice,
      request.left,
      request.leftMs
    ])
  )
  const values = Array.isArray(reply) ? reply.map(String) : []
  return requests.map((_request, at) => {
    const [granted, slice = '', remaining, wait, reset] = values.slice(at * VALUES, (at + 1) * VALUES)
    return { granted: Number(granted), slice, remaining: Number(remaining), wait: Number(wait), reset: Number(reset) }
  })
}
