import { MAX_CHILDREN, UNWRITTEN_MS } from '../../settings.ts'

/**
 * Run on a parent: claims its items for a new follow-up job. ARGV: ID of the new job, statuses that it claims, statuses that no other job may
 * have claimed, IDs (with commas) of jobs that have claims and returned their items, IDs of jobs that have claims and do not exist, '1' if the
 * parent may be paused.
 * A claim is `id:ms` until its job confirms it with `confirmClaim`, then `id`. A job that does not exist UNWRITTEN_MS after its claim may never
 * be written; if it is written after all, it finds its items claimed by another.
 * Returns { 'ok', id }, { 'exists', id } if that job claimed exactly this before, or { 'taken', id } if that job has a part of it. Repeated with
 * the same new ID after a lost response, it returns the same.
 */
export const claimItems = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
local status = get('status')
if not TERMINAL[status] and not (ARGV[6] == '1' and status == 'paused') then return { 'illegal', status } end
if get('items_returned') then return { 'returned' } end
if int('total') > 0 and redis.call('EXISTS', STATUS) == 0 then return { 'gone' } end

local function setOf(list)
  local set = {}
  for id in string.gmatch(list, '[^,]+') do set[id] = true end
  return set
end
local child, takes, needs, free, absent = ARGV[1], ARGV[2], ARGV[3], setOf(ARGV[4]), setOf(ARGV[5])
local claims = cjson.decode(get('claims') or '{}')
for byte, claim in pairs(claims) do
  local id, since = string.match(claim, '^([^:]+):?(%d*)$')
  local isLate = absent[id] and since ~= '' and NOW - tonumber(since) > ${UNWRITTEN_MS}
  claims[byte] = not (free[id] or isLate) and { id = id, claim = claim } or nil
end

local owner = claims[string.sub(takes, 1, 1)]
if owner then
  local isSame = true
  for byte, claim in pairs(claims) do
    if (claim.id == owner.id) ~= (string.find(takes, byte, 1, true) ~= nil) then isSame = false end
  end
  for byte in string.gmatch(takes, '.') do
    if not claims[byte] then isSame = false end
  end
  if isSame then return { owner.id == child and 'ok' or 'exists', owner.id } end
end
for byte in string.gmatch(needs, '.') do
  if claims[byte] then return { 'taken', claims[byte].id } end
end

local kept = {}
for byte, claim in pairs(claims) do kept[byte] = claim.claim end
for byte in string.gmatch(takes, '.') do kept[byte] = child .. ':' .. whole(NOW) end
local children = cjson.decode(get('children') or '[]')
children[#children + 1] = child
while #children > ${MAX_CHILDREN} do table.remove(children, 1) end
set('claims', cjson.encode(kept), 'children', cjson.encode(children))
progressed()
return { 'ok', child }
`
