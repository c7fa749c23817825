import { OUTCOME_CHECK } from './shared/outcome-check.ts'

/**
 * Ends a check, or a part of it. ARGV: epoch, milliseconds after which a call whose response was lost has certainly ended, index at which the
 * check continues ('' once all items were checked), '1' if the job can wait for items that were found not done too early, why nothing can be
 * checked ('' if it can).
 * Returns { 'ok', milliseconds until those items are checked again ('' if there are none), and their number }.
 */
export const endOutcomeCheck = `${OUTCOME_CHECK}
if fenced(ARGV[1]) then return { 'fenced' } end
if ARGV[5] ~= '' then
  giveUpCheck(ARGV[5])
  return { 'ok', '', '0' }
end
if ARGV[3] ~= '' then
  set('check_from', ARGV[3])
  return { 'ok', '', '0' }
end
local open = int('check_open')
if get('check_again') == '1' then add('check_rounds', 1) end
set('check_from', '0', 'check_open', '0', 'check_again', '0')
local canWait = ARGV[4] == '1' and get('status') ~= 'pausing'
if open == 0 then
  set('check', '', 'check_failures', '0')
elseif canWait then
  return { 'ok', whole(math.max(0, int('unknown_at') + tonumber(ARGV[2]) - NOW)), whole(open) }
else
  set('check', 'later')
end
return { 'ok', '', '0' }
`
