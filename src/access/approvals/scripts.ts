import { redisCommand } from '../../lib/redis/command.ts'

// All keys of approvals are in one hash slot: there are few of them, and one script checks the number that a caller has.

const PREFIX = 'tg:{approvals}:'

/** Hash of one approval. */
export const rowKey = (id: string): string => `${PREFIX}row:${id}`
/** ID of the approval of a call, by a digest of the call. */
export const sameKey = (digest: string): string => `${PREFIX}same:${digest}`
/** Sorted set of all IDs, by creation time. */
export const ALL = `${PREFIX}all`
/** Sorted set of the IDs of pending approvals, by expiry time. */
export const PENDING = `${PREFIX}pending`
/** The same for one requester, by a digest of its ID. */
export const pendingKey = (digest: string): string => `${PREFIX}pending:${digest}`
/** Sorted set of all IDs of one requester, by creation time. */
export const keptKey = (digest: string): string => `${PREFIX}kept:${digest}`
/** ID of the last approval of a job. */
export const jobApprovalKey = (jobId: string): string => `${PREFIX}job:${jobId}`
/** Sorted set of the IDs of which the operator is still to be notified, by expiry time. */
export const UNNOTIFIED = `${PREFIX}unnotified`
/** Stream of the IDs that changed. */
export const EVENTS = `${PREFIX}events`

/** Maximum approvals of one requester that are stored, and number of those deleted at a time. */
export const MAX_KEPT = 2_000
const DELETED_AT_ONCE = 100
/** Time for which a requester that has too many is refused without another search. */
const FULL_MS = 1_000

/** Events that are kept for a client that reconnects. */
const MAX_EVENTS = 1_000

const PRELUDE = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function whole(number) return string.format('%.0f', number) end
local function publish(id) redis.call('XADD', EVENTS, 'MAXLEN', '~', ${MAX_EVENTS}, '*', 'id', id) end
local function rowOf(id) return '${rowKey('')}' .. id end
`

/**
 * Requests an approval, or returns the ID of the one that the same call has. KEYS: row, same, all, pending, pending and all of the requester, events,
 * those to notify of, and that of the job, if it is about one. ARGV: ID, milliseconds until it expires, and for which it is kept after that, maximum of
 * pending ones of the requester, '1' if it is for a job, whose first approval is its only one, channel of those who notify, or '', fields and values. Returns new or known with the ID, full or full_store.
 * If the requester has too many, the oldest that were used or have expired are deleted. If there are none, that is remembered for a second: the search reads all.
 */
export const REQUEST = redisCommand(
  'requestApproval',
  `local EVENTS = KEYS[7]
${PRELUDE}
local function makeRoom()
  local deleted = 0
  for _, id in ipairs(redis.call('ZRANGE', KEYS[6], 0, -1)) do
    local status, expires = unpack(redis.call('HMGET', rowOf(id), 'status', 'expires_at'))
    if not status or status == 'used' or tonumber(expires) <= now then
      redis.call('UNLINK', rowOf(id))
      redis.call('ZREM', KEYS[3], id)
      redis.call('ZREM', KEYS[6], id)
      redis.call('ZREM', KEYS[8], id)
      deleted = deleted + 1
    end
    if deleted == ${DELETED_AT_ONCE} then break end
  end
  return deleted > 0
end

local id, ttl, keep = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local known = redis.call('GET', KEYS[2])
if known then
  local status, expires = unpack(redis.call('HMGET', rowOf(known), 'status', 'expires_at'))
  if status and (ARGV[5] == '1' or (status ~= 'used' and tonumber(expires) > now)) then return { 'known', known } end
end
for _, key in ipairs({ KEYS[4], KEYS[5] }) do redis.call('ZREMRANGEBYSCORE', key, '-inf', whole(now)) end
if redis.call('ZCARD', KEYS[5]) >= tonumber(ARGV[4]) then return { 'full' } end
if redis.call('ZCARD', KEYS[6]) >= ${MAX_KEPT} then
  local full = KEYS[6] .. ':full'
  if redis.call('EXISTS', full) == 1 then return { 'full_store' } end
  if not makeRoom() then
    redis.call('SET', full, '1', 'PX', ${FULL_MS})
    return { 'full_store' }
  end
end
redis.call('HSET', KEYS[1], 'id', id, 'status', 'pending', 'created_at', whole(now), 'expires_at', whole(now + ttl), unpack(ARGV, 7))
redis.call('PEXPIRE', KEYS[1], whole(ttl + keep))
redis.call('SET', KEYS[2], id, 'PX', whole(ttl + keep))
for _, key in ipairs({ KEYS[3], KEYS[6] }) do
  redis.call('ZADD', key, whole(now), id)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', whole(now - ttl - keep))
end
redis.call('PEXPIRE', KEYS[6], whole(ttl + keep))
if ARGV[6] ~= '' then
  redis.call('ZREMRANGEBYSCORE', KEYS[8], '-inf', whole(now))
  redis.call('ZADD', KEYS[8], whole(now + ttl), id)
  redis.call('PUBLISH', ARGV[6], id)
end
if KEYS[9] then redis.call('SET', KEYS[9], id, 'PX', whole(ttl + keep)) end
for _, key in ipairs({ KEYS[4], KEYS[5] }) do redis.call('ZADD', key, whole(now + ttl), id) end
redis.call('PEXPIRE', KEYS[5], whole(ttl))
publish(id)
return { 'new', id }
`
)

/**
 * Decides. KEYS: row, pending, pending of the requester, events. ARGV: approved or denied, who decides, reason (encrypted, or ''). Returns ok, again (it
 * was decided so by the same caller), expired, gone, or the status that it has.
 */
export const DECIDE = redisCommand(
  'decideApproval',
  `local EVENTS = KEYS[4]
${PRELUDE}
local status, expires, decider, id = unpack(redis.call('HMGET', KEYS[1], 'status', 'expires_at', 'decided_by', 'id'))
if not status then return 'gone' end
local verdict = status == 'used' and 'approved' or status
if verdict == ARGV[1] and decider == ARGV[2] then return 'again' end
if status ~= 'pending' then return status end
if tonumber(expires) <= now then return 'expired' end
redis.call('HSET', KEYS[1], 'status', ARGV[1], 'decided_at', whole(now), 'decided_by', ARGV[2])
if ARGV[3] ~= '' then redis.call('HSET', KEYS[1], 'reason', ARGV[3]) end
redis.call('ZREM', KEYS[2], id)
redis.call('ZREM', KEYS[3], id)
publish(id)
return 'ok'
`
)

/**
 * Marks an approved approval as used. KEYS: row, events. ARGV: what it is used for: a text that only one attempt, or only one job, has. Returns ok, also
 * if it was used for the same, expired, gone, or the status that it has.
 */
export const USE = redisCommand(
  'useApproval',
  `local EVENTS = KEYS[2]
${PRELUDE}
local status, expires, used_for, id = unpack(redis.call('HMGET', KEYS[1], 'status', 'expires_at', 'used_for', 'id'))
if not status then return 'gone' end
if status == 'used' then return used_for == ARGV[1] and 'ok' or 'used' end
if status ~= 'denied' and tonumber(expires) <= now then return 'expired' end
if status ~= 'approved' then return status end
redis.call('HSET', KEYS[1], 'status', 'used', 'used_at', whole(now), 'used_for', ARGV[1])
publish(id)
return 'ok'
`
)

/**
 * Lets approvals that can still be decided or used expire now. KEYS: pending, pending of the requester, events. ARGV: why (encrypted), then their IDs.
 * Returns the IDs of those that expired.
 */
export const WITHDRAW = redisCommand(
  'withdrawApprovals',
  `local EVENTS = KEYS[3]
${PRELUDE}
local withdrawn = {}
for at = 2, #ARGV do
  local id = ARGV[at]
  local status, expires = unpack(redis.call('HMGET', rowOf(id), 'status', 'expires_at'))
  if (status == 'pending' or status == 'approved') and tonumber(expires) > now then
    redis.call('HSET', rowOf(id), 'expires_at', whole(now), 'withdrawn_because', ARGV[1])
    redis.call('ZREM', KEYS[1], id)
    redis.call('ZREM', KEYS[2], id)
    publish(id)
    withdrawn[#withdrawn + 1] = id
  end
end
return withdrawn
`
)

/**
 * Records an attempt to notify the operator. KEYS: row, those to notify of. ARGV: ID, attempts before it, time of the next attempt, or '' if there is none.
 * Returns ok, or stale if another worker made the same attempt, or the approval was deleted in the meantime.
 */
export const RECORD_NOTICE = redisCommand(
  'recordApprovalNotice',
  `if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return 'stale'
end
local attempts = redis.call('HGET', KEYS[1], 'notice_attempts') or '0'
if attempts ~= ARGV[2] or not redis.call('ZSCORE', KEYS[2], ARGV[1]) then return 'stale' end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('HSET', KEYS[1], 'notice_attempts', tonumber(attempts) + 1, 'notice_due', ARGV[3])
end
return 'ok'
`
)
