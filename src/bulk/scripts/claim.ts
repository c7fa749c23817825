import { MOST_CRASHES, MOST_LAPSES } from '../settings.ts'
import { NO_SUSPICION } from '../suspects.ts'

/**
 * `takeBack()`: what became of items that were begun by a worker that is no more: pending again where that does no harm, else unknown.
 * What is begun again may be what ended the worker. After so many ends in a row at the same place its items go one by one, and one that was
 * alone under way as often is given up: else it would hold up the job, and end workers, for ever.
 */
export const ORPHANS = `
local function isLethal(orphans)
  local first, last = orphans[1], orphans[#orphans]
  local times = (get('crash_at') == whole(first) and int('crashes') or 0) + 1
  local enough = times >= ${MOST_CRASHES}
  set('crash_at', whole(first), 'crashes', enough and '0' or whole(times))
  if enough and first ~= last then
    local suspicion = cjson.decode(get('suspicion') or '${JSON.stringify(NO_SUSPICION)}')
    suspicion['until'] = last + 1
    set('suspicion', cjson.encode(suspicion))
  end
  return enough and first == last
end

local function giveUp(index)
  forsake({ index }, 'worker_crashed',
    'The worker ended ${MOST_CRASHES} times in a row while nothing but this item was under way: it may or may not be done, and is not tried again by itself')
  if get('on_failure') == 'pause' and get('status') == 'running' then move('pausing', 'item_failed') end
end

local function takeBack()
  if int('inflight') == 0 then return end
  local orphans = {}
  each('i', 0, function(index) orphans[#orphans + 1] = index end)
  set('inflight', '0')
  if get('idempotent') ~= '1' then
    forsake(orphans, 'worker_lost', 'The worker ended while these were under way: each may or may not be done')
  elseif isLethal(orphans) then
    giveUp(orphans[1])
  else
    for _, index in ipairs(orphans) do release(index, true) end
  end
end
`

/**
 * A worker takes the job for a turn. ARGV: the number of the turn it was called for.
 * The new epoch shuts out whoever had the job before.
 */
export const claim = `${ORPHANS}
-- A listing that ends its worker each time, before one more page of it is kept.
local function endsWorkers()
  if get('phase') ~= 'list' or redis.call('HINCRBY', META, 'lapses', 1) <= ${MOST_LAPSES} then return false end
  set('error', cjson.encode({
    code = 'UNKNOWN_ERROR', reason = 'worker_crashed',
    message = 'The worker ended ${MOST_LAPSES} times in a row while it listed the items. Nothing was done'
  }))
  move('failed', 'worker_crashed')
  return true
end

if redis.call('EXISTS', META) == 0 then return { 'gone' } end
if get('turn') ~= ARGV[1] then return { 'stale' } end
local status = get('status')
if not NEEDS_TURN[status] then return { 'idle', status } end
if status == 'waiting' and int('waiting_until') > NOW then return { 'early', get('waiting_until') } end

local epoch = redis.call('HINCRBY', META, 'epoch', 1)
takeBack()
if keptBack() and tellAfter() == 0 then tell('progress') end -- by a worker that is no more

if endsWorkers() or comeToRest() then return { 'idle', get('status') } end
if status == 'queued' then move('running') end
if status == 'waiting' then move(get('phase') == 'list' and 'snapshotting' or 'running') end
return { 'claimed', tostring(epoch) }
`
