/**
 * What became of an item that was unknown. ARGV: id of the look, index, mark of the item's row when it was listed, its byte from now on ('s', or
 * 'p' where it was not done), row (JSON, or ''). Only an unknown item is touched, so that telling twice changes nothing; and only while the
 * right to correct is still that look's, and the item is unknown since the same attempt: what was seen before says nothing of a later one.
 */
export const resolve = `
if redis.call('EXISTS', STATUS) == 0 then return { 'gone' } end
local index = tonumber(ARGV[2])
if redis.call('GETRANGE', STATUS, index, index) ~= 'u' then return { 'settled' } end
local claim = cjson.decode(get('claims') or '{}').c
if not claim or string.match(claim, '^[^:]+') ~= ARGV[1] then return { 'late' } end

local row = redis.call('HGET', RESULTS, index)
local said = row and cjson.decode(row) or {}
if tostring(said.mark or '') ~= ARGV[3] then return { 'late' } end
local failure = said.error
if failure then untally(failure, idAt(index)) end
add('unknown', -1)
if ARGV[4] == 's' then
  redis.call('SETRANGE', STATUS, index, 's')
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
