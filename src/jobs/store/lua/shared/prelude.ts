import type { JobStatus } from '../../../../contract/job.ts'
import { JOB_STATUSES } from '../../../../contract/job.ts'
import { CORRECTION, ITEM_STATUSES, ITEM_UPDATES, itemStatuses } from '../../../model/item-status.ts'
import { isTerminal, needsTurn, TRANSITIONS } from '../../../model/states.ts'
import { MAX_EVENTS, MAX_HISTORY, MIN_SAMPLE_INTERVAL_MS, PROGRESS_INTERVAL_MS, SAMPLES } from '../../../settings.ts'
import { EVENTS_CHANNEL, STATUS_CHANNEL } from '../../keys.ts'
import { FIELDS } from './fields.ts'
import { ITEMS } from './items.ts'
import { NOTIFY } from './notify.ts'

const setOf = (names: readonly string[]): string => `{${names.map(name => `['${name}']=true`).join(',')}}`
const listOf = (names: readonly string[]): string => `',${names.join(',')},'`
const transitionsOf = (from: JobStatus): string[] => Object.keys(TRANSITIONS[from]).map(to => `${from}>${to}`)

/** The item-status table as Lua constants: PENDING = 'p', …, and the code of each other update. */
const ITEM_CONSTANTS = [
  ...Object.entries(ITEM_STATUSES).map(([name, { byte }]) => `local ${name.toUpperCase()} = '${byte}'`),
  `local RETRIED, IMAGE, CORRECTION = '${ITEM_UPDATES.retried}', '${ITEM_UPDATES.image}', '${CORRECTION}'`
].join('\n')

/** Counters of the outcomes, by byte. */
export const OUTCOME_COUNTERS = `{ ${itemStatuses
  .flatMap(({ byte, outcome, count }) => (outcome === null ? [] : [`['${byte}'] = '${count}'`]))
  .join(', ')} }`

/** Fields of META that an event contains. */
const EVENT_FIELDS = `{ ${[
  'revision',
  'status',
  'reason',
  'error',
  'phase',
  'total',
  'expected',
  'succeeded',
  'skipped',
  'failed',
  'unknown',
  'run_ms',
  'waiting_until'
]
  .map(field => `'${field}'`)
  .join(', ')} }`

/** The beginning of every script. `KEYS` are those of `keys.ts`, in that order. Times are in milliseconds by the clock of Redis. */
export const NAMES = `
local META, IDS, STATUS, RESULTS, DATA, PREVIEW, ERRORS, NAMED_IDS, TOMBSTONE, EVENTS, OUTBOX, DELIVERIES, OUTPUT, REFUSED, PAYLOAD, HISTORY = unpack(KEYS)
local clock = redis.call('TIME')
local NOW = clock[1] * 1000 + math.floor(clock[2] / 1000)
${ITEM_CONSTANTS}

local function whole(n) return string.format('%.0f', n) end
`

/** Functions that all scripts use, after the names. */
export const SHARED = `
local LEGAL = ${listOf(JOB_STATUSES.flatMap(transitionsOf))} -- not a table, which each call would build again
local TERMINAL = ${setOf(JOB_STATUSES.filter(isTerminal))}
local NEEDS_TURN = ${setOf(JOB_STATUSES.filter(needsTurn))}

${FIELDS}
local function pending()
  return int('total') - int('inflight') - int('succeeded') - int('skipped') - int('failed') - int('unknown')
end

local function isLegal(from, to) return string.find(LEGAL, ',' .. from .. '>' .. to .. ',', 1, true) ~= nil end
local function canMove(to) return isLegal(get('status'), to) end

-- Publishes an event with the current state of the job. Its time is that of the script, as in the record: the ID of an entry has a later one.
local function publish(kind, ...)
  write()
  local names, event = ${EVENT_FIELDS}, { 'kind', kind, 'at', whole(NOW), ... }
  for n, value in ipairs(redis.call('HMGET', META, unpack(names))) do
    if value then
      event[#event + 1] = names[n]
      event[#event + 1] = value
    end
  end
  redis.call('XADD', EVENTS, 'MAXLEN', '~', ${MAX_EVENTS}, '*', unpack(event))
  -- Followers need every event for a while, the history a few for as long as the job: samples become rarer as it gets older.
  if kind == 'state' or (kind == 'progress' and NOW - int('sampled_at') >= math.max(${MIN_SAMPLE_INTERVAL_MS}, (NOW - int('started_at')) / ${SAMPLES})) then
    redis.call('XADD', HISTORY, 'MAXLEN', '~', ${MAX_HISTORY}, '*', unpack(event))
    set('sampled_at', whole(NOW))
  end
  set('published_revision', get('revision'), 'published_at', whole(NOW))
  redis.call('PUBLISH', '${EVENTS_CHANNEL}', get('id'))
end

-- Milliseconds until counters may be published again; 0: now.
local function publishDelay() return math.max(0, int('published_at') + ${PROGRESS_INTERVAL_MS} - NOW) end

local function isUnpublished() return int('published_revision') ~= int('revision') end

-- Something other than the status has changed. If it is too early to publish it, a later event or \`publishProgress\` does.
local function progressed()
  add('revision', 1)
  if publishDelay() == 0 then publish('progress') end
end

${ITEMS}
${NOTIFY}
-- The only function that changes a status. When the job ends, its keys begin to expire.
local function move(to, reason)
  local from = get('status')
  if not isLegal(from, to) then error('a job cannot go from ' .. from .. ' to ' .. to) end
  if TERMINAL[to] then markInterruptedUnknown() end
  set('status', to, 'reason', reason or '')
  if to == 'queued' then set('queued_at', whole(clock[1] * 1000000 + clock[2])) end
  if to ~= 'waiting' then unset('waiting_until') end
  if not reason then unset('error') end
  add('revision', 1)
  if TERMINAL[to] then
    set('not_attempted', whole(pending()), 'finished_at', whole(NOW), 'expires_at', whole(NOW + int('keep_job_s') * 1000))
  end
  publish('state')
  if TERMINAL[to] then
    for _, key in ipairs({ IDS, STATUS, RESULTS, DATA, OUTPUT }) do redis.call('EXPIRE', key, int('keep_items_s')) end
    for _, key in ipairs({ META, PREVIEW, ERRORS, EVENTS, HISTORY, OUTBOX, DELIVERIES }) do redis.call('EXPIRE', key, int('keep_job_s')) end
    redis.call('EXPIRE', TOMBSTONE, int('keep_tombstone_s'))
    redis.call('UNLINK', NAMED_IDS)
    -- Only the retry of a program needs its arguments after the end.
    local canRetry = get('kind') == 'process' and int('failed') + int('unknown') + int('not_attempted') > 0
    if canRetry then redis.call('EXPIRE', PAYLOAD, int('keep_items_s')) else redis.call('UNLINK', PAYLOAD) end
  end
  notify(to, reason)
  redis.call('PUBLISH', '${STATUS_CHANNEL}', get('id'))
end

-- Whether another worker has claimed the job since.
local function fenced(epoch) return get('epoch') ~= epoch end

-- Moves a job without items in progress to where it comes to rest. Returns false if it continues, or must check outcomes first.
local function comeToRest()
  local status = get('status')
  if status == 'cancelling' then markInterruptedUnknown() end
  local check = get('check') or ''
  if check == 'due' or (check == 'later' and status ~= 'pausing') then return false end
  if status == 'cancelling' then move('cancelled', get('reason') ~= '' and get('reason') or nil)
  elseif (status == 'running' or status == 'pausing') and pending() == 0 and check == '' then move('completed')
  elseif status == 'pausing' then move('paused', get('reason'))
  else return false end
  return true
end
`
