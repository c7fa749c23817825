import { MAX_CHILDREN, UNBORN_MS } from '../settings.ts'

/**
 * A parent gives items to a job that is to be made from it. ARGV: id for the new job, what it takes, what it needs, ids (with commas) of
 * jobs that have claims and gave them back, ids of jobs that have claims and are not there, '1' where a paused parent will do.
 * A claim is `id:ms` until its job has said that it is there, by `own`, then `id`: what is not there, a minute after it was given items, may
 * never come to be, and should it come it finds them given away.
 * Answers { 'ok', id }, or { 'exists', id } with the job that was given exactly this before, or { 'taken', id } with one that has part of it.
 * Sent again with the same new id, after a lost answer, it answers the same.
 */
export const adopt = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
local status = get('status')
if not TERMINAL[status] and not (ARGV[6] == '1' and status == 'paused') then return { 'illegal', status } end
if get('given_back') then return { 'given_back' } end
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
  local isLate = absent[id] and since ~= '' and NOW - tonumber(since) > ${UNBORN_MS}
  claims[byte] = not (free[id] or isLate) and { id = id, since = claim } or nil
end

local owner = claims[string.sub(takes, 1, 1)]
if owner then
  local same = true
  for byte in string.gmatch('fpusc', '.') do
    local has = claims[byte] ~= nil and claims[byte].id == owner.id
    if has ~= (string.find(takes, byte, 1, true) ~= nil) then same = false end
  end
  if same then return { owner.id == child and 'ok' or 'exists', owner.id } end
end
for byte in string.gmatch(needs, '.') do
  if claims[byte] then return { 'taken', claims[byte].id } end
end

local kept = {}
for byte, claim in pairs(claims) do kept[byte] = claim.since end
for byte in string.gmatch(takes, '.') do kept[byte] = child .. ':' .. whole(NOW) end
local children = cjson.decode(get('children') or '[]')
children[#children + 1] = child
while #children > ${MAX_CHILDREN} do table.remove(children, 1) end
set('claims', cjson.encode(kept), 'children', cjson.encode(children))
progressed()
return { 'ok', child }
`

/** A job says that it is there: what it was given is its own from now on. ARGV: its id. */
export const own = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
local claims, owns = cjson.decode(get('claims') or '{}'), false
for byte, claim in pairs(claims) do
  if string.match(claim, '^[^:]+') == ARGV[1] then
    claims[byte] = ARGV[1]
    owns = true
  end
end
if not owns then return { 'lost' } end
set('claims', cjson.encode(claims))
return { 'ok' }
`

/** A parent forgets a job that was made from it. ARGV: its id, '1' where it gave its items back. */
export const disown = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
local claims, kept = cjson.decode(get('claims') or '{}'), {}
for byte, claim in pairs(claims) do
  if ARGV[2] ~= '1' or string.match(claim, '^[^:]+') ~= ARGV[1] then kept[byte] = claim end
end
local children = {}
for _, id in ipairs(cjson.decode(get('children') or '[]')) do
  if id ~= ARGV[1] then children[#children + 1] = id end
end
set('claims', cjson.encode(kept))
if #children > 0 then set('children', cjson.encode(children)) else redis.call('HDEL', META, 'children') end
progressed()
return { 'ok' }
`
