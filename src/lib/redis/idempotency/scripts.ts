import { script } from '../script.ts'

/**
 * One hash a key, gone 24 h after it was written last: print (sum of the input), once (the same for each attempt), owner (who is at it), until
 * (how long that holds, ms), end (what it came to, JSON). Times are Redis's own.
 */
const NOW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function lease(ms) redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + ms)) end
local function keep(ms) redis.call('PEXPIRE', KEYS[1], ms) end
`

/**
 * Asks for the key. ARGV: sum of the input, who asks, lease (ms), time of keeping (ms), '1' where what may be half done can be done again.
 * Answers mine (with once), other (another input had it), ended (with the end), busy, or lost: whoever was at it died.
 */
export const BEGIN = script(`${NOW}
local print, once, holds, ended, owner = unpack(redis.call('HMGET', KEYS[1], 'print', 'once', 'until', 'end', 'owner'))
if print and print ~= ARGV[1] then return { 'other' } end
if ended then return { 'ended', ended } end
if owner == ARGV[2] then return { 'mine', once } end -- sent again after a lost answer, as clients of a cluster do
if print and tonumber(holds) > now then return { 'busy' } end
if print and ARGV[5] ~= '1' then return { 'lost' } end
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

/** ARGV: owner, what it came to, time of keeping (ms). */
export const END = script(`${NOW}
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'end', ARGV[2])
keep(ARGV[3])
return 1
`)

/** Nothing was done: the key is free. ARGV: owner. */
export const FREE = script(`
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`)

/** Nobody knows what was done, and it can be done again: the next call with the same input may. ARGV: owner. */
export const LEAVE = script(`
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
return redis.call('HSET', KEYS[1], 'until', '0')
`)
