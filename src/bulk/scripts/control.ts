/** What people ask of a job. Each answers { 'ok', status, turn } or { 'illegal', status }; asking twice is as good as once. */

/** A job may be forgotten between the look at it and the script. */
const KNOWN = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
`

/** ARGV: the token of the preview. */
export const confirm = `${KNOWN}local status = get('status')
if status == 'awaiting_confirmation' and NOW > int('expires_at') then
  move('expired', 'not_confirmed')
  status = 'expired'
end
if status == 'expired' then return { 'late', status } end
if status == 'awaiting_confirmation' then
  if ARGV[1] ~= get('token') then return { 'mismatch', status } end
  set('confirmed_at', whole(NOW), 'turn', whole(int('turn') + 1))
  redis.call('HDEL', META, 'expires_at')
  move('queued')
elseif not get('confirmed_at') or ARGV[1] ~= get('token') or status == 'cancelled' then
  return { 'illegal', status }
end
return { 'ok', get('status'), get('turn') }
`

export const cancel = `${KNOWN}local status = get('status')
if status ~= 'cancelled' and status ~= 'cancelling' then
  if may('cancelled') then move('cancelled')
  elseif may('cancelling') then move('cancelling')
  else return { 'illegal', status } end
end
return { 'ok', get('status'), get('turn') }
`

export const pause = `${KNOWN}local status = get('status')
if status ~= 'pausing' and status ~= 'paused' then
  if get('phase') == 'list' then return { 'illegal', status } end
  if may('pausing') then move('pausing', 'asked')
  elseif may('paused') then move('paused', 'asked')
  else return { 'illegal', status } end
end
return { 'ok', get('status'), get('turn') }
`

export const resume = `${KNOWN}
-- What has failed so far is no reason to pause again.
local function forgive()
  local missed = int('failed') + int('unknown')
  set('streak', '0', 'forgiven', whole(missed), 'forgiven_of', whole(missed + int('succeeded') + int('skipped')))
end

local status = get('status')
if status == 'pausing' then
  forgive()
  move('running')
elseif status == 'paused' then
  forgive()
  set('turn', whole(int('turn') + 1))
  move('queued')
elseif status == 'waiting' then
  -- The turn that waits is void, and another is queued for now.
  redis.call('HDEL', META, 'waiting_until')
  set('turn', whole(int('turn') + 1))
  progressed()
elseif not (NEEDS_TURN[status] and get('phase') == 'act' and status ~= 'cancelling') then
  return { 'illegal', status }
end
return { 'ok', get('status'), get('turn') }
`

export const expire = `
if get('status') == 'awaiting_confirmation' and NOW > int('expires_at') then move('expired', 'not_confirmed') end
return { 'ok', get('status') or '', get('turn') or '' }
`
