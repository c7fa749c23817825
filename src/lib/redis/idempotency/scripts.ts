import { script } from '../script.ts'

/**
 * KEYS of every script: the key, and what its caller has. One hash a key, gone 24 h after it was written last: print (sum of the input), once (the same for each attempt), owner (who is at it), until
 * (how long that holds, ms), end (what it came to, JSON). Times are Redis's own.
 */
const NOW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function lease(ms) redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + ms)) end
local function keep(ms) redis.call('PEXPIRE', KEYS[1], ms) end
`

/**
 * What a caller has, in a hash: by the hour, how many keys it gave (n) and how many bytes of answers are kept (b). An hour goes out of the count,
 * and its field, a day after it.
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
 * Asks for the key. ARGV: sum of the input, who asks, lease (ms), time of keeping (ms), '1' where what may be half done can be done again, most
 * keys of a caller. Answers mine (with once), other (another input had it), ended (with the end), busy, full, or lost: whoever was at it died.
 */
export const BEGIN = script(`${NOW}${USED}
local print, once, holds, ended, owner = unpack(redis.call('HMGET', KEYS[1], 'print', 'once', 'until', 'end', 'owner'))
if print and print ~= ARGV[1] then return { 'other' } end
if ended then return { 'ended', ended } end
if owner == ARGV[2] then return { 'mine', once } end -- sent again after a lost answer, as clients of a cluster do
if print and tonumber(holds) > now then return { 'busy' } end
if print and ARGV[5] ~= '1' then return { 'lost' } end
if not print then
  if used('n') >= tonumber(ARGV[6]) then return { 'full' } end
  count('n', 1)
end
redis.call('HSET', KEYS[1], 'print', ARGV[1], 'once', once or ARGV[2], 'owner', ARGV[2])
lease(tonumber(ARGV[3]))
keep(ARGV[4])
return { 'mine', once or ARGV[2] }
`)

/** ARGV: owner, lease (ms). */
export const RENEW = script(`${NOW}
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
lease(tonumber(ARGV[2]))
return 1
`)

/**
 * ARGV: owner, what it came to, what to keep where that is too large beside all that the caller has, time of keeping (ms), most bytes of a caller.
 * Where that is nothing, the next call with the same input does it again.
 */
export const END = script(`${NOW}${USED}
local ends, owner = unpack(redis.call('HMGET', KEYS[1], 'end', 'owner'))
if owner ~= ARGV[1] or ends then return 0 end
local text = ARGV[2]
if used('b') + #text > tonumber(ARGV[5]) then text = ARGV[3] end
if text == '' then return redis.call('HSET', KEYS[1], 'until', '0') end
redis.call('HSET', KEYS[1], 'end', text)
count('b', #text)
keep(ARGV[4])
return 1
`)

/** Nothing was done: the key is free. ARGV: owner. */
export const FREE = script(`${NOW}${USED}
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
count('n', -1)
return redis.call('DEL', KEYS[1])
`)

/** Nobody knows what was done, and it can be done again: the next call with the same input may. ARGV: owner. */
export const LEAVE = script(`
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
return redis.call('HSET', KEYS[1], 'until', '0')
`)
