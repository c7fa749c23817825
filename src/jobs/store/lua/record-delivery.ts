import { MAX_DELIVERIES } from '../../settings.ts'

/**
 * Records an attempt to deliver a webhook. ARGV: sequence, attempts before it, row of the log (JSON), what follows ('again', 'over' or 'gone'),
 * time of the next attempt. If two workers made the same attempt, the second changes nothing. The log belongs to the job, which may be
 * deleted.
 */
export const recordDelivery = `
local entry = redis.call('HGET', OUTBOX, ARGV[1])
if not entry then return { 'over' } end
local notice = cjson.decode(entry)
if notice.attempts ~= tonumber(ARGV[2]) then return { 'stale' } end
local exists = redis.call('EXISTS', META) == 1
if exists then
  redis.call('LPUSH', DELIVERIES, ARGV[3])
  redis.call('LTRIM', DELIVERIES, 0, ${MAX_DELIVERIES - 1})
  expireWithJob(DELIVERIES)
  add('revision', 1) -- the log of deliveries is part of the job
end
if ARGV[4] == 'again' then
  notice.attempts = notice.attempts + 1
  notice.due = tonumber(ARGV[5])
  redis.call('HSET', OUTBOX, ARGV[1], cjson.encode(notice))
elseif ARGV[4] == 'gone' then
  if exists then set('notify_disabled', '1') end
  redis.call('UNLINK', OUTBOX)
else
  redis.call('HDEL', OUTBOX, ARGV[1])
end
return { ARGV[4] }
`
