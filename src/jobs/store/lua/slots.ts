import { redisCommand } from '../../../lib/redis/command.ts'
import { GRANT_SLOTS } from './shared/grant-slots.ts'

// Commands on the concurrency slots of one key. The first ARGV of each: maximum of running jobs, maximum of jobs per account, token of the new grants.

/**
 * A job requests a slot, or confirms that it still needs the one it has. ARGV further: ID, account, position in line. Returns 'held' or 'waits',
 * then the other jobs that were granted a slot.
 */
export const requestSlot = redisCommand(
  'requestSlot',
  `${GRANT_SLOTS}
local id = ARGV[4]
if holds(id) and not rests(id) then
  redis.call('HSET', HOLDERS, id, ARGV[3])
else
  if not holds(id) then redis.call('HSET', ACCOUNTS, id, ARGV[5]) end
  redis.call('ZADD', LINE, ARGV[6], id)
end
local reply = { 'waits' }
for _, granted in ipairs(grant(tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3])) do
  if granted ~= id then reply[#reply + 1] = granted end
end
if holds(id) and not rests(id) then reply[1] = 'held' end
return reply
`
)

/**
 * A job that waits for its system gives its slot to another and keeps its account: when it continues it waits in line, and no other job has
 * changed the account. ARGV further: ID, token of its grant as read before it was found to wait: a job that continued since keeps its slot.
 * Returns the jobs that were granted a slot.
 */
export const restSlot = redisCommand(
  'restSlot',
  `${GRANT_SLOTS}
local id = ARGV[4]
if redis.call('HGET', HOLDERS, id) == ARGV[5] and not redis.call('ZSCORE', LINE, id) then redis.call('SADD', RESTING, id) end
return grant(tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3])
`
)

/**
 * A job no longer needs a slot. ARGV further: ID, token of its grant and position in line, both as read before it was found to need none: a slot
 * that was granted since is not released. Returns the jobs that were granted a slot.
 */
export const releaseSlot = redisCommand(
  'releaseSlot',
  `${GRANT_SLOTS}
local id = ARGV[4]
local held, place = redis.call('HGET', HOLDERS, id), redis.call('ZSCORE', LINE, id)
if held and held == ARGV[5] then
  redis.call('HDEL', HOLDERS, id)
  redis.call('SREM', RESTING, id)
  held = false
end
if place and place == ARGV[6] then
  redis.call('ZREM', LINE, id)
  place = false
end
if not held and not place then redis.call('HDEL', ACCOUNTS, id) end
return grant(tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3])
`
)
