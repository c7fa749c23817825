import { OUTCOME_CHECK } from './shared/outcome-check.ts'

/**
 * Ends a turn that has no item in progress. ARGV: epoch, how ('yield', 'wait', 'pause' or 'fail'), reason, error (JSON or ''), how long to wait
 * (ms), state of the search for poison items (JSON, or ''), warnings as `warn` reads them, '1' if the wait is for a check of outcomes.
 * Requests of callers come first: a job that is being cancelled does not wait. A job that should pause and has nothing left to do has ended,
 * with the reason of the pause.
 */
export const endTurn = `${OUTCOME_CHECK}
if fenced(ARGV[1]) then return { 'fenced' } end
redis.call('HDEL', META, 'turn_failures', 'listing_crashes', 'check_started')
if ARGV[6] ~= '' then set('poison_search', ARGV[6]) end
if warn(ARGV[7], ARGV[8], 'run_warnings') then progressed() end
local how, reason, failure = ARGV[2], ARGV[3], ARGV[4]
if how ~= 'yield' and ARGV[9] ~= '1' and mustCheckFirst() then countCheckFailure(how, ARGV[5], failure) end
local status = get('status')
if how == 'pause' and pending() == 0 and (get('check') or '') == '' and (status == 'running' or status == 'pausing') then
  set('error', failure)
  move('completed', reason)
elseif comeToRest() or how == 'yield' then -- nothing else to change
elseif status == 'cancelling' then
  if how == 'wait' then
    set('waiting_until', whole(NOW + tonumber(ARGV[5])), 'error', failure)
    add('revision', 1)
    publish('state')
  end
elseif status == 'running' or status == 'snapshotting' then
  set('error', failure)
  if how == 'wait' then
    set('waiting_until', whole(NOW + tonumber(ARGV[5])))
    if ARGV[9] ~= '1' then add('waits', 1) end
    move('waiting', reason)
  elseif how == 'pause' and status == 'running' then
    move('paused', reason)
  else
    move('failed', reason)
  end
end
return { 'ok', get('status'), get('waiting_until') or '' }
`
