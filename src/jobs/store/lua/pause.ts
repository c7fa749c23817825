import { REQUIRE_JOB } from './shared/control.ts'

/** Pauses a job. A listing cannot be paused. */
export const pause = `${REQUIRE_JOB}local status = get('status')
if status ~= 'pausing' and status ~= 'paused' then
  if get('phase') == 'list' then return { 'illegal', status } end
  if canMove('pausing') then move('pausing', 'asked')
  elseif canMove('paused') then move('paused', 'asked')
  else return { 'illegal', status } end
end
return { 'ok', get('status'), get('turn') }
`
