import { ORPHANS } from './shared/orphans.ts'

/**
 * Stops a job whose host no longer exists: no other host can run it, and it must not keep its concurrency slot. ARGV: error (JSON). Items in
 * progress are treated as those of a worker that ended; if the host returns, its epoch is no longer valid.
 */
export const stopUnreachable = `${ORPHANS}
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
local status = get('status')
if not NEEDS_TURN[status] then return { 'idle', status } end
redis.call('HINCRBY', META, 'epoch', 1)
set('turn', whole(int('turn') + 1))
takeBackOrphans()
set('check', '') -- no other host can check
if not comeToRest() then
  set('error', ARGV[1])
  if get('phase') == 'list' then move('failed', 'host_gone') else move('paused', 'host_gone') end
end
return { 'ok', get('status') }
`
