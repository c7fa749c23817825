import { redisCommand } from '../../lib/redis/command.ts'

/**
 * KEYS of every script: the hash of the idempotency key, and the usage hash of its caller. The first has these fields, and expires 24 hours after the
 * last write: digest (of the input), dedupe (the same for every attempt), owner (who runs the call), until (end of the owner's lease, ms), result
 * (encrypted). Times are from the clock of Redis.
 */
const NOW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function lease(ms) redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + ms)) end
local function keep(ms) redis.call('PEXPIRE', KEYS[1], ms) end
`

/**
 * Usage of a caller, by the hour: number of keys (n) and bytes of stored results (b). An hour stops counting, and its field is removed, a day later.
 */
const USED = `
local HOUR = math.floor(now / 3600000)
local function count(what, many)
  redis.call('HINCRBY', KEYS[2], HOUR .. what, many)
  redis.call('PEXPIRE', KEYS[2], 25 * 3600000)
end
local function used(what)
  local fields, sum = redis.call('HGETALL', KEYS[2]), 0
  for at = 1, #fields, 2 do
    local hour, kind = string.match(fields[at], '^(%d+)(%a)$')
    if tonumber(hour) <= HOUR - 24 then redis.call('HDEL', KEYS[2], fields[at])
    elseif kind == what then sum = sum + tonumber(fields[at + 1]) end
  end
  return sum
end
`

/**
 * Claims the key. ARGV: digest of the input, owner, lease (ms), time to keep (ms), '1' if a call that may be half done can be repeated, maximum keys
 * of a caller. Returns mine (with dedupe), other (used with another input, with its digest), ended (with the result), busy, full, or lost: its owner died.
 */
export const BEGIN = redisCommand(
  'beginIdempotentCall',
  `${NOW}${USED}
local digest, dedupe, holds, ended, owner = unpack(redis.call('HMGET', KEYS[1], 'digest', 'dedupe', 'until', 'result', 'owner'))
if digest and digest ~= ARGV[1] then return { 'other', digest } end
if ended then return { 'ended', ended } end
if owner == ARGV[2] then return { 'mine', dedupe } end -- repeated after a lost reply, as cluster clients do
if digest and tonumber(holds) > now then return { 'busy' } end
if digest and ARGV[5] ~= '1' then return { 'lost' } end
if not digest then
  if used('n') >= tonumber(ARGV[6]) then return { 'full' } end
  count('n', 1)
end
redis.call('HSET', KEYS[1], 'digest', ARGV[1], 'dedupe', dedupe or ARGV[2], 'owner', ARGV[2])
lease(tonumber(ARGV[3]))
keep(ARGV[4])
return { 'mine', dedupe or ARGV[2] }
`
)

/** Extends the lease. ARGV: owner, lease (ms). */
export const RENEW = redisCommand(
  'renewIdempotentCall',
  `${NOW}
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
lease(tonumber(ARGV[2]))
return 1
`
)

/**
 * Stores the result. ARGV: owner, result, what to store if the caller has no space left for it, time to keep (ms), maximum bytes of a caller. If
 * nothing is stored, the next call with the same input runs again.
 */
export const END = redisCommand(
  'endIdempotentCall',
  `${NOW}${USED}
local ends, owner = unpack(redis.call('HMGET', KEYS[1], 'result', 'owner'))
if owner ~= ARGV[1] or ends then return 0 end
local text = ARGV[2]
if used('b') + #text > tonumber(ARGV[5]) then text = ARGV[3] end
if text == '' then return redis.call('HSET', KEYS[1], 'until', '0') end
redis.call('HSET', KEYS[1], 'result', text)
count('b', #text)
keep(ARGV[4])
return 1
`
)

/** Releases the key: nothing was executed. ARGV: owner. */
export const FREE = redisCommand(
  'freeIdempotencyKey',
  `${NOW}${USED}
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
count('n', -1)
return redis.call('DEL', KEYS[1])
`
)

/** Ends the lease: the outcome is unknown, and the next call with the same input may run again. ARGV: owner. */
export const LEAVE = redisCommand(
  'leaveIdempotentCall',
  `
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
return redis.call('HSET', KEYS[1], 'until', '0')
`
)
