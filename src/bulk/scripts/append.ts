import { MAYBE_DONE } from './items.ts'
import { WARN } from './warn.ts'

/**
 * Adds a page to the snapshot. ARGV: epoch, number of the page, cursor of the next, '1' where there is none, digest so far, items on the
 * page, expected total (JSON; '' leaves it), warnings as `warn` reads them, how many items are not listed yet, how many
 * of them keep data (all or none), which of them may be done already (their places on the page, with commas), their entries for the ids list
 * (JSON: one text is sent and read several times as fast as a thousand), then their data, and rows for the sample.
 * Fenced by epoch and page number: a page whose answer was lost is not added twice, and none is added where Redis forgot the one before.
 * A listing whose cursors come back, while its pages add nothing, goes in a circle. One cursor is remembered, and a later one in its place each
 * time the pages that added nothing have doubled, so that a circle of any length is found.
 */
export const append = `${WARN}
local function isPowerOfTwo(n)
  while n > 1 do n = n / 2 end
  return n == 1
end

if fenced(ARGV[1]) then return { 'fenced' } end
local status = get('status')
if status ~= 'snapshotting' then return { 'stopped', status } end
local page, number = int('page'), tonumber(ARGV[2])
if page ~= number then return { page == number + 1 and get('digest') == ARGV[5] and 'repeated' or 'behind' } end

local added, kept, entries = tonumber(ARGV[10]), tonumber(ARGV[11]), cjson.decode(ARGV[13]) -- before anything is written: it may refuse
local idle = added > 0 and 0 or int('idle') + 1
if idle > 0 and ARGV[4] ~= '1' and ARGV[3] == get('mark') then return { 'circular' } end
if idle == 0 or isPowerOfTwo(idle) then set('mark', ARGV[3]) end
set('idle', whole(idle))
-- As many at once as the stack holds.
local function push(key, list, from, to)
  for at = from, to, 1000 do redis.call('RPUSH', key, unpack(list, at, math.min(at + 999, to))) end
end
push(IDS, entries, 1, added)
push(DATA, ARGV, 14, 13 + kept)
push(PREVIEW, ARGV, 14 + kept, #ARGV)
for place in string.gmatch(ARGV[12], '%d+') do
  redis.call('HSET', RESULTS, whole(int('total') + tonumber(place)), '${MAYBE_DONE}')
  set('maybe_done', '1')
end
if added > 0 then redis.call('APPEND', STATUS, string.rep('p', added)) end
add('total', added)
add('listed', tonumber(ARGV[6]))
set('page', whole(tonumber(ARGV[2]) + 1), 'cursor', ARGV[3], 'ended', ARGV[4], 'digest', ARGV[5], 'waits', '0', 'lapses', '0')
if ARGV[7] ~= '' then set('expected', ARGV[7]) end
warn(ARGV[8], ARGV[9], 'warnings')
progressed()
return { 'ok' }
`
