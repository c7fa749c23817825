/**
 * Records what a check found out about items. ARGV: epoch, milliseconds after which a call whose response was lost has certainly ended, maximum
 * number of checks that may make items pending again, then for each item: index, mark of its row when it was read, SUCCEEDED (done), PENDING
 * (not done), RETRIED (cannot be determined, and a further attempt does no harm) or UNKNOWN (still unknown, with the error of this row), row
 * (JSON, or '').
 * Returns 'ok', and how many were found done and not done.
 * An item that became unknown again since it was read is left alone. An item that is not done counts only once its call has certainly ended:
 * it then becomes pending, unless the job is being cancelled, or failed if it was attempted often enough.
 */
export const recordFindings = `
if fenced(ARGV[1]) then return { 'fenced' } end
local isOver = NOW >= int('unknown_at') + tonumber(ARGV[2])
local canRetry = get('status') ~= 'running' or int('check_rounds') < tonumber(ARGV[3])

local function fail(index, failure)
  failure.message = string.gsub(textOr(failure.message, 'No message was reported'), '[;:,][%a ]- may or may not be done.*$', '') .. '. A later check found that it was not done'
  failure.reason = 'not_executed'
  redis.call('SETRANGE', STATUS, index, FAILED)
  redis.call('HSET', RESULTS, index, cjson.encode({ error = failure }))
  add('failed', 1)
  tally(failure, 1, { idAt(index) })
end

local function settleAs(index, byte, row, failure)
  add('unknown', -1)
  untally(failure, idAt(index))
  if byte == SUCCEEDED then
    redis.call('SETRANGE', STATUS, index, SUCCEEDED)
    if row == '' then redis.call('HDEL', RESULTS, index) else redis.call('HSET', RESULTS, index, row) end
    add('succeeded', 1)
  elseif get('status') ~= 'cancelling' and (not canRetry or failure.reason == 'worker_crashed') then
    fail(index, failure)
  else
    redis.call('HDEL', RESULTS, index)
    release(index)
    if get('status') == 'running' then set('check_again', '1') end
  end
end

-- Its outcome cannot be determined, and a further attempt does no harm.
local function retry(index, row, failure)
  if get('status') == 'cancelling' or not canRetry or failure.reason == 'worker_crashed' then return end
  add('unknown', -1)
  untally(failure, idAt(index))
  redis.call('HSET', RESULTS, index, row)
  release(index, true)
  if get('status') == 'running' then set('check_again', '1') end
  progressed()
end

-- Replaces the error of an item that stays unknown; its mark stays.
local function replaceError(index, text, row)
  redis.call('HSET', RESULTS, index, row.mark and string.sub(text, 1, -2) .. ',"mark":"' .. row.mark .. '"}' or text)
  untally(row.error or {}, idAt(index))
  tally(cjson.decode(text).error, 1, { idAt(index) })
end

local counts = { [SUCCEEDED] = 0, [PENDING] = 0 }
for at = 4, #ARGV, 4 do
  local index, byte = tonumber(ARGV[at]), ARGV[at + 2]
  local text = redis.call('GETRANGE', STATUS, index, index) == UNKNOWN and redis.call('HGET', RESULTS, index)
  local row = text and cjson.decode(text)
  if row and tostring(row.mark or '') == ARGV[at + 1] then
    if byte == RETRIED then
      retry(index, ARGV[at + 3], row.error or {})
    elseif byte == UNKNOWN then
      replaceError(index, ARGV[at + 3], row)
    elseif byte == PENDING and not isOver then
      add('check_open', 1)
    else
      settleAs(index, byte, ARGV[at + 3], row.error or {})
      counts[byte] = counts[byte] + 1
    end
  end
end
if #ARGV > 3 then set('check_failures', '0', 'waits', '0') end -- the system responds
if counts[SUCCEEDED] + counts[PENDING] > 0 then progressed() end
return { 'ok', whole(counts[SUCCEEDED]), whole(counts[PENDING]) }
`
