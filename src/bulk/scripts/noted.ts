import { MAX_DELIVERIES } from '../settings.ts'

/**
 * Writes down what came of an attempt to deliver; the log goes with its job, which may be deleted by now. ARGV: sequence, attempts before it, row of the log (JSON), what now (again, over, gone), when
 * it is due again. Of two workers that made the same attempt, the second changes nothing.
 */
export const noted = `
local kept = redis.call('HGET', OUTBOX, ARGV[1])
if not kept then return { 'over' } end
local notice = cjson.decode(kept)
if notice.attempts ~= tonumber(ARGV[2]) then return { 'stale' } end
local isKept = redis.call('EXISTS', META) == 1
if isKept then
  redis.call('LPUSH', DELIVERIES, ARGV[3])
  redis.call('LTRIM', DELIVERIES, 0, ${MAX_DELIVERIES - 1})
  asLongAsJob(DELIVERIES)
  add('revision', 1) -- the log of deliveries is part of the job
end
if ARGV[4] == 'again' then
  notice.attempts = notice.attempts + 1
  notice.due = tonumber(ARGV[5])
  redis.call('HSET', OUTBOX, ARGV[1], cjson.encode(notice))
elseif ARGV[4] == 'gone' then
  if isKept then set('notify_gone', '1') end
  redis.call('UNLINK', OUTBOX)
else
  redis.call('HDEL', OUTBOX, ARGV[1])
end
return { ARGV[4] }
`
