import { REQUIRE_JOB } from './shared/control.ts'

/**
 * Stops a job whose key was revoked. ARGV: error (JSON). A job that awaits confirmation or is paused stays as it is: its key can neither confirm
 * nor resume it.
 */
export const revoke = `${REQUIRE_JOB}local status = get('status')
local isBulk = get('kind') == 'bulk'
local isStopped = TERMINAL[status] or status == 'cancelling' or isBulk and (status == 'awaiting_confirmation' or status == 'paused')
if not isStopped then
  set('error', ARGV[1])
  if isBulk and get('phase') == 'act' then
    if status ~= 'pausing' then move(canMove('pausing') and 'pausing' or 'paused', 'key_revoked') end
  else
    move(canMove('cancelled') and 'cancelled' or 'cancelling', 'key_revoked')
  end
end
return { 'ok', get('status'), get('turn') }
`
