import { MAX_CRASHES } from '../../settings.ts'
import { OUTCOME_CHECK } from './shared/outcome-check.ts'

/**
 * Returns whether outcomes are to be checked now that no item is in progress. ARGV: epoch, '1' if the turn ends in a pause. If the job is being
 * cancelled, its interrupted items become unknown.
 * Returns { 'due', status, index at which the check continues }, { 'none' } or { 'fenced' }.
 */
export const startOutcomeCheck = `${OUTCOME_CHECK}
if fenced(ARGV[1]) then return { 'fenced' } end
if get('status') == 'cancelling' then markInterruptedUnknown() end
if (get('check') or '') == '' then return { 'none' } end
if not mustCheckFirst() and not (ARGV[2] == '1' and get('status') == 'running') then return { 'none' } end
add('check_started', 1)
if int('check_started') > ${MAX_CRASHES} then
  giveUpCheck('the worker ended ${MAX_CRASHES} times in a row during the check.')
  return { 'none' }
end
local from = get('check_from') or '0'
if from == '0' then set('check_open', '0') end -- a new check
return { 'due', get('status'), from }
`
