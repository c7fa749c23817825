/** `takeBack()`: what became of items that were begun by a worker that is no more: pending again where that does no harm, else unknown. */
export const ORPHANS = `
local function takeBack()
  if int('inflight') == 0 then return end
  local idempotent, lost = get('idempotent') == '1', {}
  each('i', 0, function(index)
    if idempotent then release(index, true) else lost[#lost + 1] = index end
  end)
  set('inflight', '0')
  forsake(lost, 'worker_lost', 'The worker ended while these were under way: each may or may not be done')
end
`

/**
 * A worker takes the job for a turn. ARGV: the number of the turn it was called for.
 * The new epoch shuts out whoever had the job before.
 */
export const claim = `${ORPHANS}
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
if get('turn') ~= ARGV[1] then return { 'stale' } end
local status = get('status')
if not NEEDS_TURN[status] then return { 'idle', status } end
if status == 'waiting' and int('waiting_until') > NOW then return { 'early', get('waiting_until') } end

local epoch = redis.call('HINCRBY', META, 'epoch', 1)
takeBack()
if keptBack() and tellAfter() == 0 then tell('progress') end -- by a worker that is no more

if comeToRest() then return { 'idle', get('status') } end
if status == 'queued' then move('running') end
if status == 'waiting' then move(get('phase') == 'list' and 'snapshotting' or 'running') end
return { 'claimed', tostring(epoch) }
`
