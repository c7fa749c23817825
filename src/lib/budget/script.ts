import type { RedisClient } from '../redis/connect.ts'
import { run, script } from '../redis/script.ts'

/** What is asked of one limit, all in whole units and milliseconds. */
export interface Ask {
  key: string
  capacity: number
  /** How long a draw counts. */
  window: number
  /** Draws of so many milliseconds are counted together. */
  slice: number
  /** Most units that may be drawn in all for this draw to be let through: less than the capacity for jobs. */
  limit: number
  /** Units without which the draw is of no use. */
  least: number
  /** Units that are taken where they are there. */
  want: number
  /** Units of an earlier draw that were not used, and the slice they were drawn in. */
  back: number
  backSlice: string
  /** What the system says is left, and for how long; -1 where it said nothing. */
  left: number
  leftMs: number
}

export interface Answer {
  granted: number
  slice: string
  /** Units that are left in all. */
  remaining: number
  /** Milliseconds until `least` may be there; 0 where it was granted. */
  wait: number
  /** Milliseconds until everything is there again. */
  reset: number
}

/**
 * A sliding window: units by slice of time, so that no stretch of the window ever holds more than the capacity. A token bucket of the same rate
 * would let twice as much through in its first window. KEYS: a hash for each limit (slice → units; `held` units until `till`, which the
 * system says others have used). ARGV: the numbers of an `Ask` after its key, for each.
 */
const DRAW = script(`
local clock = redis.call('TIME')
local NOW = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function whole(n) return string.format('%.0f', n) end
local answers = {}

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
    -- Where nothing is left, nothing is: whatever of ours runs out of the window meanwhile.
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
    answers[#answers + 1] = whole(value)
  end
end

for n, key in ipairs(KEYS) do
  local numbers = {}
  for i = 1, 10 do numbers[i] = tonumber(ARGV[(n - 1) * 10 + i]) end
  numbers[8] = ARGV[(n - 1) * 10 + 8]
  draw(key, unpack(numbers))
end
return answers
`)

const VALUES = 5

/** Draws from every limit, whose keys are in one hash slot. */
export async function drawFrom(redis: RedisClient, asks: readonly Ask[]): Promise<Answer[]> {
  const reply = await run(
    redis,
    DRAW,
    asks.map(({ key }) => key),
    asks.flatMap(ask => [
      ask.capacity,
      ask.window,
      ask.slice,
      ask.limit,
      ask.least,
      ask.want,
      ask.back,
      ask.backSlice,
      ask.left,
      ask.leftMs
    ])
  )
  const values = Array.isArray(reply) ? reply.map(String) : []
  return asks.map((_ask, at) => {
    const [granted, slice = '', remaining, wait, reset] = values.slice(at * VALUES, (at + 1) * VALUES)
    return { granted: Number(granted), slice, remaining: Number(remaining), wait: Number(wait), reset: Number(reset) }
  })
}
