import { WARN } from './shared/warn.ts'

/**
 * Adds a page to the snapshot. ARGV: epoch, number of the page, cursor of the next page, '1' if there is none, digest so far, number of items
 * that were listed, expected total (JSON; '' leaves it), warnings as `warn` reads them, number of new items, how many of them have data (all or
 * none), those that may be done already (JSON: index within the page, then the row of each; or ''), their entries for the list of IDs (JSON:
 * one text is sent and read several times as fast as a thousand), then their data, and rows for the sample.
 * Fenced by epoch and page number: a page whose response was lost is not added twice, and none is added if Redis lost the one before.
 * A listing whose cursors repeat while its pages add nothing would never end. One cursor is stored, and replaced each time the number of pages
 * that added nothing has doubled, so that a cycle of any length is found.
 */
export const appendPage = `${WARN}
local function isPowerOfTwo(n)
  while n > 1 do n = n / 2 end
  return n == 1
end

if fenced(ARGV[1]) then return { 'fenced' } end
local status = get('status')
if status ~= 'snapshotting' then return { 'stopped', status } end
local page, number = int('page'), tonumber(ARGV[2])
if page ~= number then return { page == number + 1 and get('digest') == ARGV[5] and 'repeated' or 'behind' } end

local maybeDone = ARGV[12] ~= '' and cjson.decode(ARGV[12]) or {}
local added, withData, entries = tonumber(ARGV[10]), tonumber(ARGV[11]), cjson.decode(ARGV[13]) -- before any write: it may throw
local idle = added > 0 and 0 or int('idle') + 1
if idle > 0 and ARGV[4] ~= '1' and ARGV[3] == get('idle_cursor') then return { 'circular' } end
if idle == 0 or isPowerOfTwo(idle) then set('idle_cursor', ARGV[3]) end
set('idle', whole(idle))
-- As many at once as the Lua stack can hold.
local function push(key, list, from, to)
  for at = from, to, 1000 do redis.call('RPUSH', key, unpack(list, at, math.min(at + 999, to))) end
end
push(IDS, entries, 1, added)
push(DATA, ARGV, 14, 13 + withData)
push(PREVIEW, ARGV, 14 + withData, #ARGV)
for n = 1, #maybeDone, 2 do redis.call('HSET', RESULTS, whole(int('total') + tonumber(maybeDone[n])), maybeDone[n + 1]) end
if #maybeDone > 0 then set('maybe_done', '1') end
if added > 0 then redis.call('APPEND', STATUS, string.rep(PENDING, added)) end
add('total', added)
add('listed', tonumber(ARGV[6]))
set('page', whole(tonumber(ARGV[2]) + 1), 'cursor', ARGV[3], 'ended', ARGV[4], 'digest', ARGV[5], 'waits', '0', 'listing_crashes', '0')
if ARGV[7] ~= '' then set('expected', ARGV[7]) end
warn(ARGV[8], ARGV[9], 'warnings')
progressed()
return { 'ok' }
`
