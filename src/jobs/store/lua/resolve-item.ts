/**
 * Run on a parent: a reconcile job corrects an unknown item. ARGV: ID of the reconcile job, index, mark of the item's row when it was listed,
 * its status from now on (SUCCEEDED, or PENDING if it was not done), row (JSON, or ''). Only an unknown item changes, so a repeated call changes
 * nothing; and only while that job has the claim to correct items, and the item is unknown since the same attempt.
 */
export const resolveItem = `
if redis.call('EXISTS', STATUS) == 0 then return { 'gone' } end
local index = tonumber(ARGV[2])
if redis.call('GETRANGE', STATUS, index, index) ~= UNKNOWN then return { 'settled' } end
local claim = cjson.decode(get('claims') or '{}')[CORRECTION]
if not claim or string.match(claim, '^[^:]+') ~= ARGV[1] then return { 'late' } end

local text = redis.call('HGET', RESULTS, index)
local row = text and cjson.decode(text) or {}
if tostring(row.mark or '') ~= ARGV[3] then return { 'late' } end
local failure = row.error
if failure then untally(failure, idAt(index)) end
add('unknown', -1)
if ARGV[4] == SUCCEEDED then
  redis.call('SETRANGE', STATUS, index, SUCCEEDED)
  add('succeeded', 1)
else
  release(index)
end
if ARGV[5] == '' then redis.call('HDEL', RESULTS, index) else redis.call('HSET', RESULTS, index, ARGV[5]) end
if TERMINAL[get('status')] then
  set('not_attempted', whole(pending()))
  local left = redis.call('PTTL', STATUS)
  if left > 0 then redis.call('PEXPIRE', RESULTS, left) end
end
progressed()
return { 'ok' }
`
