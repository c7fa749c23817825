/**
 * What became of an item that was unknown. ARGV: index, its byte from now on ('s', or 'p' where it was not done), row (JSON, or '').
 * Only an unknown item is touched, so that telling twice changes nothing.
 */
export const resolve = `
if redis.call('EXISTS', STATUS) == 0 then return { 'gone' } end
local index = tonumber(ARGV[1])
if redis.call('GETRANGE', STATUS, index, index) ~= 'u' then return { 'settled' } end

local row = redis.call('HGET', RESULTS, index)
local failure = row and cjson.decode(row).error
if failure then untally(failure, idAt(index)) end
add('unknown', -1)
if ARGV[2] == 's' then
  redis.call('SETRANGE', STATUS, index, 's')
  add('succeeded', 1)
else
  release(index)
end
if ARGV[3] == '' then redis.call('HDEL', RESULTS, index) else redis.call('HSET', RESULTS, index, ARGV[3]) end
if TERMINAL[get('status')] then
  set('not_attempted', whole(pending()))
  local left = redis.call('PTTL', STATUS)
  if left > 0 then redis.call('PEXPIRE', RESULTS, left) end
end
progressed()
return { 'ok' }
`
