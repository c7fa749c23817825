import { REQUIRE_JOB } from './shared/control.ts'

/** Cancels a job. A job without a turn gets one if outcomes must be checked before it ends. */
export const cancel = `${REQUIRE_JOB}local status = get('status')
local function hasOutcomesToCheck()
  return get('phase') == 'act' and get('reconcilable') == '1' and ((get('check') or '') ~= '' or #interruptedItems() > 0)
end
if status ~= 'cancelled' and status ~= 'cancelling' then
  if canMove('cancelled') and canMove('cancelling') and hasOutcomesToCheck() then
    set('turn', whole(int('turn') + 1))
    move('cancelling')
  elseif canMove('cancelled') then move('cancelled')
  elseif canMove('cancelling') then move('cancelling')
  else return { 'illegal', status } end
end
return { 'ok', get('status'), get('turn') }
`
