/**
 * Counts a turn that failed because of the engine itself. ARGV: epoch, number of failures in a row that end the job, error (JSON). The outcomes of
 * items in progress are unknown: the adapter may still be working on them.
 */
export const recordTurnFailure = `
if fenced(ARGV[1]) then return { 'fenced' } end
local status = get('status')
if not NEEDS_TURN[status] then return { 'idle', status } end
if redis.call('HINCRBY', META, 'turn_failures', 1) < tonumber(ARGV[2]) then return { 'again', status } end

local lost = {}
each(IN_PROGRESS, 0, function(index) lost[#lost + 1] = index end)
markUnknown(lost, 'worker_lost', 'The engine failed while these were in progress: each may or may not be done')
set('inflight', '0', 'turn_failures', '0', 'check', '')
if not comeToRest() then
  set('error', ARGV[3])
  move('failed', 'engine_failed')
end
return { 'ended', get('status') }
`
