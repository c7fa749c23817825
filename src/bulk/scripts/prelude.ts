import type { JobStatus } from '../../contract/jobs.ts'
import { JOB_STATUSES } from '../../contract/jobs.ts'
import { BELL, NEWS } from '../keys.ts'
import { MAX_EVENTS, NEWS_EVERY_MS } from '../settings.ts'
import { isTerminal, needsTurn, TRANSITIONS } from '../states.ts'
import { FIELDS } from './fields.ts'
import { ITEMS } from './items.ts'
import { NOTIFY } from './notify.ts'

const setOf = (names: readonly string[]): string => `{${names.map(name => `['${name}']=true`).join(',')}}`
const listOf = (names: readonly string[]): string => `',${names.join(',')},'`
const moves = (from: JobStatus): string[] => Object.keys(TRANSITIONS[from]).map(to => `${from}>${to}`)

/** What an event holds: fields of meta, as they are then. */
const TOLD = `{ ${[
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

/** What every script begins with. `KEYS` are those of `keys.ts`, in that order. Times are Redis's own, in milliseconds. */
export const NAMES = `
local META, IDS, STATUS, RESULTS, DATA, PREVIEW, ERRORS, GIVEN, STONE, EVENTS, OUTBOX, DELIVERIES, OUTPUT, REFUSED, KEPT = unpack(KEYS)
local clock = redis.call('TIME')
local NOW = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function whole(n) return string.format('%.0f', n) end
`

/** What scripts share, after the names. */
export const SHARED = `
local LEGAL = ${listOf(JOB_STATUSES.flatMap(moves))} -- not a table, which would be made anew at each call
local TERMINAL = ${setOf(JOB_STATUSES.filter(isTerminal))}
local NEEDS_TURN = ${setOf(JOB_STATUSES.filter(needsTurn))}

${FIELDS}
local function pending()
  return int('total') - int('inflight') - int('succeeded') - int('skipped') - int('failed') - int('unknown')
end

local function isLegal(from, to) return string.find(LEGAL, ',' .. from .. '>' .. to .. ',', 1, true) ~= nil end
local function may(to) return isLegal(get('status'), to) end

-- Tells what the job has come to, to those who follow it.
local function tell(kind, ...)
  write()
  local names, event = ${TOLD}, { 'kind', kind, ... }
  for n, value in ipairs(redis.call('HMGET', META, unpack(names))) do
    if value then
      event[#event + 1] = names[n]
      event[#event + 1] = value
    end
  end
  redis.call('XADD', EVENTS, 'MAXLEN', '~', ${MAX_EVENTS}, '*', unpack(event))
  set('told', get('revision'), 'told_at', whole(NOW))
  redis.call('PUBLISH', '${NEWS}', get('id'))
end

-- How long until counters may be told again; 0 where they may now.
local function tellAfter() return math.max(0, int('told_at') + ${NEWS_EVERY_MS} - NOW) end

local function keptBack() return int('told') ~= int('revision') end

-- Something but the status has changed. What is not told at once is told with what follows, or by \`tell\`.
local function progressed()
  add('revision', 1)
  if tellAfter() == 0 then tell('progress') end
end

${ITEMS}
${NOTIFY}
-- The one way a status changes. At the end of a job its keys begin to expire.
local function move(to, reason)
  local from = get('status')
  if not isLegal(from, to) then error('a job cannot go from ' .. from .. ' to ' .. to) end
  if TERMINAL[to] then forsake(brokenOff(), 'interrupted', 'It was begun and broken off, and the job ended before it was begun again: it may or may not be done') end
  set('status', to, 'reason', reason or '')
  if to == 'queued' then set('queued_at', whole(clock[1] * 1000000 + clock[2])) end
  if to ~= 'waiting' then unset('waiting_until') end
  if not reason then unset('error') end
  add('revision', 1)
  if TERMINAL[to] then
    set('not_attempted', whole(pending()), 'finished_at', whole(NOW), 'expires_at', whole(NOW + int('keep_job_s') * 1000))
  end
  tell('state')
  if TERMINAL[to] then
    for _, key in ipairs({ IDS, STATUS, RESULTS, DATA, OUTPUT }) do redis.call('EXPIRE', key, int('keep_items_s')) end
    for _, key in ipairs({ META, PREVIEW, ERRORS, EVENTS, OUTBOX, DELIVERIES }) do redis.call('EXPIRE', key, int('keep_job_s')) end
    redis.call('EXPIRE', STONE, int('keep_stone_s'))
    redis.call('UNLINK', GIVEN, KEPT)
  end
  notify(to, reason)
  redis.call('PUBLISH', '${BELL}', get('id'))
end

local function fenced(epoch) return get('epoch') ~= epoch end

-- Where a job goes that has nothing under way; false where it simply goes on.
local function comeToRest()
  local status = get('status')
  if status == 'cancelling' then move('cancelled')
  elseif (status == 'running' or status == 'pausing') and pending() == 0 then move('completed')
  elseif status == 'pausing' then move('paused', get('reason'))
  else return false end
  return true
end
`
