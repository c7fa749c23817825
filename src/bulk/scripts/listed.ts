import { MANY_ITEMS } from '../settings.ts'
import { WARN } from './warn.ts'

/**
 * Ends the snapshot. ARGV: epoch, digest of what was listed, confirm token, how long the offer stands (ms), warnings as `warn` reads them, then
 * sample rows in place of those so far.
 * A listing that is too large is never offered: the next turn ends the job. Nor is one of which Redis forgot the last pages: the next turn goes on with it.
 */
export const listed = `${WARN}
if fenced(ARGV[1]) then return { 'fenced' } end
local status = get('status')
if status ~= 'snapshotting' then return { 'stopped', status } end
if int('total') > int('max_items') then return { 'too_many' } end
if get('digest') ~= ARGV[2] then return { 'behind' } end

set('phase', 'act')
-- Redis searches a hash of short values from its beginning, at every look at every field, until one value was long; then it takes thrice the room.
if int('total') >= ${MANY_ITEMS} then
  set('widener', string.rep(' ', 1000))
  redis.call('HDEL', META, 'widener')
end
warn(ARGV[5], ARGV[6], 'warnings')
if #ARGV > 6 then
  redis.call('DEL', PREVIEW)
  for at = 7, #ARGV do redis.call('RPUSH', PREVIEW, ARGV[at]) end
end
redis.call('UNLINK', GIVEN)
if get('dry_run') == '1' or int('total') == 0 then
  move('completed')
elseif get('auto') == '1' then
  set('confirmed_at', whole(NOW))
  move('queued')
else
  set('token', ARGV[3], 'expires_at', whole(NOW + tonumber(ARGV[4])))
  move('awaiting_confirmation')
end
return { 'ok', get('status') }
`
