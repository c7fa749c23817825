import { NEWS_EVERY_MS } from '../settings.ts'

/**
 * What `advance` does where items next to each other were all done, the next ones stand next to each other too, and nothing is to be told yet:
 * most steps of most jobs, in a part of the time, since it comes before what scripts share beside the names. It writes nothing until it knows
 * that this is the case, and leaves all else to `advance`.
 */
export const QUICK = `
local function quickly()
  local want, first, bytes = tonumber(ARGV[3]), ARGV[6], ARGV[7]
  if want == 0 or ARGV[5] ~= '1' or #ARGV ~= 7 or string.find(bytes, '[^s]') then return end

  local epoch, status, inflight, from, succeeded, ran, revision, toldAt, startedAt, streak, waits, keepsData, again, maybeDone = unpack(redis.call(
    'HMGET', META, 'epoch', 'status', 'inflight', 'next', 'succeeded', 'run_ms', 'revision', 'told_at', 'started_at', 'streak', 'waits',
    'keeps_data', 'again', 'maybe_done'))
  if epoch ~= ARGV[1] or status ~= 'running' or not startedAt or keepsData == '1' or again or maybeDone then return end
  if tonumber(streak or 0) > 0 or waits ~= '0' then return end
  inflight, from = tonumber(inflight or 0) - #bytes, tonumber(from or 0)
  if inflight ~= tonumber(ARGV[2]) then return end
  if NOW >= tonumber(toldAt or 0) + ${NEWS_EVERY_MS} then return end
  if redis.call('GETRANGE', STATUS, first, first + #bytes - 1) ~= string.rep('i', #bytes) then return end
  local ahead = redis.call('GETRANGE', STATUS, from, from + want - 1)
  local many = #ahead
  if many == 0 or string.find(ahead, '[^p]') then return end

  redis.call('SETRANGE', STATUS, first, bytes)
  redis.call('SETRANGE', STATUS, from, string.rep('i', many))
  redis.call('HSET', META, 'inflight', whole(inflight + many), 'next', whole(from + many), 'succeeded', whole((succeeded or 0) + #bytes),
    'run_ms', whole((ran or 0) + ARGV[4]), 'revision', whole((revision or 0) + 1))
  local ids = cjson.encode(redis.call('LRANGE', IDS, from, from + many - 1))
  return { 'ok', status, whole(from) .. ',' .. whole(many), ids }
end

local quick = quickly()
if quick then return quick end
`
