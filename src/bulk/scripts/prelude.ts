import type { JobStatus } from '../../contract/jobs.ts'
import { JOB_STATUSES } from '../../contract/jobs.ts'
import { BELL, NEWS } from '../keys.ts'
import { ERROR_ROWS, MAX_EVENTS, NEWS_EVERY_MS } from '../settings.ts'
import { isTerminal, needsTurn, TRANSITIONS } from '../states.ts'
import { FIELDS } from './fields.ts'
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
export const PRELUDE = `
local META, IDS, STATUS, RESULTS, DATA, PREVIEW, ERRORS, GIVEN, STONE, EVENTS, OUTBOX, DELIVERIES, OUTPUT, REFUSED = unpack(KEYS)
local LEGAL = ${listOf(JOB_STATUSES.flatMap(moves))} -- not a table, which would be made anew at each call
local TERMINAL = ${setOf(JOB_STATUSES.filter(isTerminal))}
local NEEDS_TURN = ${setOf(JOB_STATUSES.filter(needsTurn))}
local clock = redis.call('TIME')
local NOW = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function whole(n) return string.format('%.0f', n) end

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

${NOTIFY}
-- The one way a status changes. At the end of a job its keys begin to expire.
local function move(to, reason)
  local from = get('status')
  if not isLegal(from, to) then error('a job cannot go from ' .. from .. ' to ' .. to) end
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
    redis.call('UNLINK', GIVEN)
  end
  notify(to, reason)
  redis.call('PUBLISH', '${BELL}', get('id'))
end

-- A text that may be absent, or null.
local function words(text, otherwise) return type(text) == 'string' and text or otherwise end

-- Counts a failure in its row; once there are too many rows, in the last one.
local function tally(said, n, ids)
  local failure = {
    code = words(said.code, 'UNKNOWN_ERROR'), reason = words(said.reason, 'unexpected'), message = words(said.message, 'Nobody says why')
  }
  local key = failure.code .. ' ' .. failure.reason
  local row = redis.call('HGET', ERRORS, key)
  if not row and redis.call('HLEN', ERRORS) >= ${ERROR_ROWS - 1} then
    key = 'others'
    failure = { code = 'UNKNOWN_ERROR', reason = 'others', message = 'Failures of further kinds; see the items' }
    row = redis.call('HGET', ERRORS, key)
  end
  row = row and cjson.decode(row) or { code = failure.code, reason = failure.reason, message = failure.message, count = 0, ids = {} }
  row.count = row.count + n
  for _, id in ipairs(ids) do if #row.ids < 5 then row.ids[#row.ids + 1] = id end end
  redis.call('HSET', ERRORS, key, cjson.encode(row))
end

-- Takes one failure out of its row again. The row stays: its kind would else be counted elsewhere when it comes back.
local function untally(said, id)
  local key = words(said.code, 'UNKNOWN_ERROR') .. ' ' .. words(said.reason, 'unexpected')
  if redis.call('HEXISTS', ERRORS, key) == 0 then key = 'others' end
  local row = redis.call('HGET', ERRORS, key)
  if not row then return end
  row = cjson.decode(row)
  row.count = math.max(0, row.count - 1)
  for n, known in ipairs(row.ids) do if known == id then table.remove(row.ids, n) break end end
  redis.call('HSET', ERRORS, key, cjson.encode(row))
end

-- An entry of the ids list is the id, or the id, a NUL and the etag.
local function idAt(index)
  local entry = redis.call('LINDEX', IDS, index) or ''
  local cut = string.find(entry, '\\0', 1, true)
  return cut and string.sub(entry, 1, cut - 1) or entry
end

local function fenced(epoch) return get('epoch') ~= epoch end

-- Calls visit(index) for every item whose byte it is, from an index on, until it answers true.
local function each(byte, from, visit)
  local total, block = int('total'), 256
  while from < total do
    local part = redis.call('GETRANGE', STATUS, from, from + block - 1)
    if #part == 0 then return end
    local at = string.find(part, byte, 1, true)
    while at do
      if visit(from + at - 1) then return end
      at = string.find(part, byte, at + 1, true)
    end
    from, block = from + #part, 65536
  end
end

-- Begun items back to pending, to be taken again: no pending item is ever below 'next'. 'again': one that may have been acted on.
local function release(index, again)
  redis.call('SETRANGE', STATUS, index, 'p')
  if index < int('next') then set('next', whole(index)) end
  if not again then return end
  redis.call('HSET', RESULTS, index, '{"again":true}')
  if get('again') ~= '1' then set('again', '1') end
end

-- The row of an unknown item, marked by the step that made it unknown: should it become so again, a look at it before then is too late.
local mark
local function unknownRow(row)
  if not mark then
    add('marks', 1)
    mark = get('marks')
  end
  return string.sub(row, 1, -2) .. ',"mark":"' .. mark .. '"}'
end

-- Begun items of which nobody can know whether they are done. The caller sets 'inflight'.
local function forsake(lost, reason, message)
  if #lost == 0 then return end
  local ids, failure = {}, { code = 'UNKNOWN_ERROR', reason = reason, message = message }
  local row = unknownRow(cjson.encode({ error = failure }))
  for n, index in ipairs(lost) do
    redis.call('SETRANGE', STATUS, index, 'u')
    redis.call('HSET', RESULTS, index, row)
    if n <= 5 then ids[n] = idAt(index) end
  end
  add('unknown', #lost)
  set('unknown_at', whole(NOW))
  tally(failure, #lost, ids)
  progressed()
end

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
