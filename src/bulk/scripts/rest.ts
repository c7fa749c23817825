import { WARN } from './warn.ts'

/**
 * Ends a turn, with nothing under way. ARGV: epoch, how (yield, wait, pause or fail), reason, error (JSON or ''), how long to wait (ms),
 * what is suspected (JSON, or ''), what the action warned of as `warn` reads it.
 * What somebody asked for meanwhile comes first: a job that is being cancelled does not wait. A job that should stop, and has nothing left
 * to do, is over, and still says why it should have.
 */
export const rest = `${WARN}
if fenced(ARGV[1]) then return { 'fenced' } end
redis.call('HDEL', META, 'stumbles', 'lapses')
if ARGV[6] ~= '' then set('suspicion', ARGV[6]) end
if warn(ARGV[7], ARGV[8], 'warned') then progressed() end
local how, reason, failure = ARGV[2], ARGV[3], ARGV[4]
local status = get('status')
if how == 'pause' and pending() == 0 and (status == 'running' or status == 'pausing') then
  set('error', failure)
  move('completed', reason)
elseif not comeToRest() and (status == 'running' or status == 'snapshotting') and how ~= 'yield' then
  set('error', failure)
  if how == 'wait' then
    set('waiting_until', whole(NOW + tonumber(ARGV[5])))
    add('waits', 1)
    move('waiting', reason)
  elseif how == 'pause' and status == 'running' then
    move('paused', reason)
  else
    move('failed', reason)
  end
end
return { 'ok', get('status'), get('waiting_until') or '' }
`
