import { ORPHANS } from './claim.ts'

/**
 * Lays down a job whose host is no more: nobody else can do it, and it must not keep its place. ARGV: error (JSON). What that host had under
 * way is as a worker's that died; should the host come back, it finds itself shut out.
 */
export const abandon = `${ORPHANS}
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
local status = get('status')
if not NEEDS_TURN[status] then return { 'idle', status } end
redis.call('HINCRBY', META, 'epoch', 1)
set('turn', whole(int('turn') + 1))
takeBack()
if not comeToRest() then
  set('error', ARGV[1])
  if get('phase') == 'list' then move('failed', 'host_gone') else move('paused', 'host_gone') end
end
return { 'ok', get('status') }
`
