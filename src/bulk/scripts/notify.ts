import { JOB_STATUSES } from '../../contract/jobs.ts'
import { NOTICES } from '../keys.ts'
import { MAX_NOTICES, MAX_TOLD_ERRORS } from '../settings.ts'

/** Statuses that are an end, or wait for somebody. */
const TOLD = JOB_STATUSES.filter(status =>
  ['awaiting_confirmation', 'paused', 'completed', 'failed', 'cancelled', 'expired'].includes(status)
)

/** Waits that only somebody can end. */
const NEEDS_SOMEBODY = ['auth', 'configuration']

/** Large, secret, or of no use outside. */
const WITHHELD = ['query', 'action', 'metadata', 'warnings', 'warned', 'cursor', 'token', 'digest', 'params', 'suspicion', 'notify_url']

const setOf = (names: readonly string[]): string => `{${names.map(name => `['${name}']=true`).join(',')}}`

/**
 * `notify(to, reason)`: writes down what whoever gave notify_url must hear, in the very script that makes it so. The job is kept as it is now,
 * with its most frequent failures; and the URL, since the job may be deleted before it is told.
 * `asLongAsJob(key)`: lets what belongs to a job expire with it.
 */
export const NOTIFY = `
local TOLD = ${setOf(TOLD)}
local NEEDS_SOMEBODY = ${setOf(NEEDS_SOMEBODY)}
local WITHHELD = ${setOf(WITHHELD)}

local function asLongAsJob(key)
  local left = redis.call('PTTL', META)
  if left > 0 then redis.call('PEXPIRE', key, left) end
end

local function mustTell(to, reason)
  if to ~= 'waiting' then return TOLD[to] and not (to == 'paused' and reason == 'asked') end
  -- A job that waits for the same thing again and again is told of once, until an item has gone through.
  local fresh = int('waits') <= 1 or get('notified_wait') ~= reason
  set('notified_wait', reason)
  return fresh and NEEDS_SOMEBODY[reason]
end

-- The rows of failures as they are kept, the most frequent first; nothing where there is none.
local function worstRows()
  local rows, counts = redis.call('HVALS', ERRORS), {}
  if #rows == 0 then return end
  for _, row in ipairs(rows) do counts[row] = cjson.decode(row).count end
  table.sort(rows, function(a, b) return counts[a] > counts[b] end)
  return { unpack(rows, 1, ${MAX_TOLD_ERRORS}) }
end

local function notify(to, reason)
  local url = get('notify_url')
  if not url or get('notify_gone') or not mustTell(to, reason) then return end
  add('notices', 1)
  write()
  local sequence = tonumber(get('notices'))
  local fields, job = redis.call('HGETALL', META), {}
  for at = 1, #fields, 2 do
    if not WITHHELD[fields[at]] then job[fields[at]] = fields[at + 1] end
  end
  redis.call('HSET', OUTBOX, sequence, cjson.encode({
    event = 'job.' .. to, at = NOW, attempts = 0, due = NOW, url = url, job = job, errors = worstRows()
  }))
  redis.call('HDEL', OUTBOX, sequence - ${MAX_NOTICES})
  asLongAsJob(OUTBOX)
  redis.call('PUBLISH', '${NOTICES}', get('id'))
end
`
