import { JOB_STATUSES } from '../../../../contract/job.ts'
import { MAX_NOTICES, MAX_NOTIFIED_ERRORS } from '../../../settings.ts'
import { NOTICES_CHANNEL } from '../../keys.ts'

/** Statuses that end a job, or wait for a caller. */
const NOTIFIED = JOB_STATUSES.filter(status =>
  ['awaiting_confirmation', 'paused', 'completed', 'failed', 'cancelled', 'expired'].includes(status)
)

/** Reasons of waits that only the operator can end. */
const NOTIFIED_WAITS = ['auth', 'configuration']

/** Fields that are large, secret, or of no use to a receiver. */
const OMITTED_FIELDS = [
  'query',
  'action',
  'metadata',
  'warnings',
  'warnings_counts',
  'run_warnings',
  'cursor',
  'token',
  'digest',
  'nonce',
  'poison_search',
  'notify_url'
]

const setOf = (names: readonly string[]): string => `{${names.map(name => `['${name}']=true`).join(',')}}`

/**
 * `notify(to, reason)`: adds an event to the outbox in the same script that causes it. The event stores the job as it is now, with its most
 * frequent failures, and the URL, because the job may be deleted before the delivery.
 * `expireWithJob(key)`: lets a key expire together with its job.
 */
export const NOTIFY = `
local NOTIFIED = ${setOf(NOTIFIED)}
local NOTIFIED_WAITS = ${setOf(NOTIFIED_WAITS)}
local OMITTED_FIELDS = ${setOf(OMITTED_FIELDS)}

local function expireWithJob(key)
  local left = redis.call('PTTL', META)
  if left > 0 then redis.call('PEXPIRE', key, left) end
end

local function mustNotify(to, reason)
  if to ~= 'waiting' then return NOTIFIED[to] and not (to == 'paused' and reason == 'asked') end
  -- A job that waits for the same reason again and again is reported once, until an item was processed.
  local isFirst = int('waits') <= 1 or get('notified_wait') ~= reason
  set('notified_wait', reason)
  return isFirst and NOTIFIED_WAITS[reason]
end

-- The rows of failures as they are stored, most frequent first; nil if there are none.
local function frequentFailures()
  local rows, counts = redis.call('HVALS', ERRORS), {}
  if #rows == 0 then return end
  for _, row in ipairs(rows) do counts[row] = cjson.decode(row).count end
  table.sort(rows, function(a, b) return counts[a] > counts[b] end)
  return { unpack(rows, 1, ${MAX_NOTIFIED_ERRORS}) }
end

local function notify(to, reason)
  local url = get('notify_url')
  if not url or get('notify_disabled') or not mustNotify(to, reason) then return end
  add('notice_count', 1)
  write()
  local sequence = tonumber(get('notice_count'))
  local fields, job = redis.call('HGETALL', META), {}
  for at = 1, #fields, 2 do
    if not OMITTED_FIELDS[fields[at]] then job[fields[at]] = fields[at + 1] end
  end
  redis.call('HSET', OUTBOX, sequence, cjson.encode({
    event = 'job.' .. to, at = NOW, attempts = 0, due = NOW, url = url, job = job, errors = frequentFailures()
  }))
  redis.call('HDEL', OUTBOX, sequence - ${MAX_NOTICES})
  expireWithJob(OUTBOX)
  redis.call('PUBLISH', '${NOTICES_CHANNEL}', get('id'))
end
`
