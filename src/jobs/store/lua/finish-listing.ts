import { MANY_ITEMS } from '../../settings.ts'
import { WARN } from './shared/warn.ts'

/**
 * Ends the snapshot. ARGV: epoch, digest of what was listed, confirm token, milliseconds until the confirmation expires, warnings as `warn` reads
 * them, then sample rows that replace those so far.
 * A listing that is too large is never offered: the next turn ends the job. If Redis lost the last pages, the next turn lists them again.
 */
export const finishListing = `${WARN}
if fenced(ARGV[1]) then return { 'fenced' } end
local status = get('status')
if status ~= 'snapshotting' then return { 'stopped', status } end
if int('total') > int('max_items') then return { 'too_many' } end
if get('digest') ~= ARGV[2] then return { 'behind' } end

set('phase', 'act')
-- Redis searches a hash of short values linearly. One long value makes it a hash table: faster, and three times as large.
if int('total') >= ${MANY_ITEMS} then
  set('widener', string.rep(' ', 1000))
  redis.call('HDEL', META, 'widener')
end
warn(ARGV[5], ARGV[6], 'warnings')
if #ARGV > 6 then
  redis.call('DEL', PREVIEW)
  for at = 7, #ARGV do redis.call('RPUSH', PREVIEW, ARGV[at]) end
end
redis.call('UNLINK', NAMED_IDS)
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
