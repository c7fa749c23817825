import { WARN } from './warn.ts'

/**
 * Adds a page to the snapshot. ARGV: epoch, number of the page, cursor of the next, '1' where there is none, digest so far, items on the
 * page, expected total (JSON; '' leaves it), warnings as `warn` reads them, then of each item that is not listed yet: entry for the ids
 * list, data, sample row.
 * Fenced by epoch and page number: a page whose answer was lost is not added twice.
 */
export const append = `${WARN}
if fenced(ARGV[1]) then return { 'fenced' } end
local status = get('status')
if status ~= 'snapshotting' then return { 'stopped', status } end
if get('page') ~= ARGV[2] then return { 'repeated' } end

local added = 0
for at = 10, #ARGV, 3 do
  added = added + 1
  redis.call('RPUSH', IDS, ARGV[at])
  if ARGV[at + 1] ~= '' then redis.call('RPUSH', DATA, ARGV[at + 1]) end
  if ARGV[at + 2] ~= '' then redis.call('RPUSH', PREVIEW, ARGV[at + 2]) end
end
if added > 0 then redis.call('APPEND', STATUS, string.rep('p', added)) end
add('total', added)
add('listed', tonumber(ARGV[6]))
set('page', whole(tonumber(ARGV[2]) + 1), 'cursor', ARGV[3], 'ended', ARGV[4], 'digest', ARGV[5], 'waits', '0')
if ARGV[7] ~= '' then set('expected', ARGV[7]) end
warn(ARGV[8], ARGV[9], 'warnings')
progressed()
return { 'ok' }
`
