import { MAX_CHECK_FAILURES, MAX_CHECK_WAIT_MS } from '../../../settings.ts'
import { WARN } from './warn.ts'

/**
 * `check` in META: `due` if the outcomes of unknown items are to be checked before the job comes to rest, `later` if a paused job checks the
 * rest of them before it ends, '' if nothing is left to check. `check_from`: index at which the check continues. `check_open`: items found not
 * done too early to rely on. `check_started`: checks in a row that no turn ended. `check_again`: whether this check made items pending again;
 * `check_rounds`: how many checks did.
 *
 * `mustCheckFirst()`: whether the job would come to rest if no outcome had to be checked. `giveUpCheck(why)`: leaves the items unknown and adds a
 * warning. `countCheckFailure(...)`: counts a turn that could not check anything, and gives up after too many.
 */
export const OUTCOME_CHECK = `${WARN}
local function mustCheckFirst()
  local check, status = get('check') or '', get('status')
  if check == '' then return false end
  return status == 'cancelling' or (status == 'pausing' and check == 'due') or (status == 'running' and pending() == 0)
end

local function giveUpCheck(why)
  set('check', '', 'check_failures', '0')
  if int('unknown') == 0 then return end
  local text = 'The outcome of ' .. whole(int('unknown')) .. ' items could not be checked: ' .. why .. ' They may or may not be done. Check them later with jobs_reconcile.'
  if warn(cjson.encode({ text }), 0, 'run_warnings') then progressed() end
end

local function countCheckFailure(how, delay, failure)
  if get('status') == 'pausing' then return set('check', 'later') end
  add('check_failures', 1)
  if how ~= 'wait' or int('check_failures') >= ${MAX_CHECK_FAILURES} or tonumber(delay) > ${MAX_CHECK_WAIT_MS} then
    giveUpCheck(cjson.decode(failure).message)
  end
end
`
