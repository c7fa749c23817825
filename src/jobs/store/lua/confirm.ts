import { REQUIRE_JOB } from './shared/control.ts'

/** Starts a job whose preview was confirmed. ARGV: the confirm token of the preview, who confirms it, '1' if an approval was used for that. */
export const confirm = `${REQUIRE_JOB}local status = get('status')
if status == 'awaiting_confirmation' and NOW > int('expires_at') then
  move('expired', 'not_confirmed')
  status = 'expired'
end
if status == 'expired' then return { 'late', status } end
if status == 'awaiting_confirmation' then
  if ARGV[1] ~= get('token') then return { 'mismatch', status } end
  set('confirmed_at', whole(NOW), 'confirmed_by', ARGV[2] or '', 'approved', ARGV[3] or '', 'turn', whole(int('turn') + 1))
  redis.call('HDEL', META, 'expires_at')
  move('queued')
elseif not get('confirmed_at') or ARGV[1] ~= get('token') or status == 'cancelled' then
  return { 'illegal', status }
end
return { 'ok', get('status'), get('turn') }
`
