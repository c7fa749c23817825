import { MAX_LISTING_CRASHES } from '../../settings.ts'
import { ORPHANS } from './shared/orphans.ts'

/**
 * A worker claims a job for a turn. ARGV: number of the turn that BullMQ delivered, ID of the worker. The new epoch fences out the worker that had
 * the job before.
 */
export const claimTurn = `${ORPHANS}
-- A listing that ends its worker each time, before another page of it is stored.
local function endsWorkers()
  if get('phase') ~= 'list' or redis.call('HINCRBY', META, 'listing_crashes', 1) <= ${MAX_LISTING_CRASHES} then return false end
  set('error', cjson.encode({
    code = 'UNKNOWN_ERROR', reason = 'worker_crashed',
    message = 'The worker ended ${MAX_LISTING_CRASHES} times in a row while it listed the items. Nothing was done'
  }))
  move('failed', 'worker_crashed')
  return true
end

if redis.call('EXISTS', META) == 0 then return { 'gone' } end
if get('turn') ~= ARGV[1] then return { 'stale' } end
local status = get('status')
if not NEEDS_TURN[status] then return { 'idle', status } end
local waits = status == 'waiting' or status == 'cancelling'
if waits and int('waiting_until') > NOW then return { 'early', get('waiting_until') } end
if status == 'cancelling' then unset('waiting_until') end

local epoch = redis.call('HINCRBY', META, 'epoch', 1)
set('worker', ARGV[2])
takeBackOrphans()
if isUnpublished() and publishDelay() == 0 then publish('progress') end -- left by a worker that ended

if endsWorkers() or comeToRest() then return { 'idle', get('status') } end
if status == 'queued' then move('running') end
if status == 'waiting' then move(get('phase') == 'list' and 'snapshotting' or 'running') end
return { 'claimed', tostring(epoch) }
`
