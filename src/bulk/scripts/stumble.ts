/**
 * Counts a turn that the engine itself broke off. ARGV: epoch, how many in a row end the job, error (JSON).
 * Of what was under way nobody knows: the adapter may still be at it.
 */
export const stumble = `
if fenced(ARGV[1]) then return { 'fenced' } end
local status = get('status')
if not NEEDS_TURN[status] then return { 'idle', status } end
if redis.call('HINCRBY', META, 'stumbles', 1) < tonumber(ARGV[2]) then return { 'again', status } end

local lost = {}
each('i', 0, function(index) lost[#lost + 1] = index end)
forsake(lost, 'worker_lost', 'The engine failed while these were under way: each may or may not be done')
set('inflight', '0', 'stumbles', '0')
if not comeToRest() then
  set('error', ARGV[3])
  move('failed', 'engine_failed')
end
return { 'ended', get('status') }
`
