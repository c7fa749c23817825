import { REQUIRE_JOB } from './shared/control.ts'

/** Resumes a job that is paused, pausing or waiting. */
export const resume = `${REQUIRE_JOB}
-- Failures so far do not pause the job again.
local function ignoreFailures()
  local missed = int('failed') + int('unknown')
  set('streak', '0', 'ignored_failures', whole(missed), 'ignored_items', whole(missed + int('succeeded') + int('skipped')))
end

local status = get('status')
if status == 'pausing' then
  ignoreFailures()
  move('running')
elseif status == 'paused' then
  ignoreFailures()
  set('turn', whole(int('turn') + 1))
  move('queued')
elseif status == 'waiting' then
  -- The waiting turn becomes void; the caller queues another one.
  redis.call('HDEL', META, 'waiting_until')
  set('turn', whole(int('turn') + 1))
  progressed()
elseif not (NEEDS_TURN[status] and get('phase') == 'act' and status ~= 'cancelling') then
  return { 'illegal', status }
end
return { 'ok', get('status'), get('turn') }
`
