import { SETTLE } from './settle.ts'

/**
 * The one step of a turn: writes results, then begins the next items, in one go. ARGV: epoch, items the worker has under way beside these
 * results, how many more it can take, milliseconds it ran since the last step, then results as `settle` reads them.
 * An item is marked as begun before the worker hears of it. Where more are marked than the worker knows of, an answer to it was lost.
 */
export const advance = `${SETTLE}
local function take(want, answer)
  local found = {}
  each('p', int('next'), function(index)
    found[#found + 1] = index
    return #found >= want
  end)
  if #found == 0 then return end
  set('next', whole(found[#found] + 1))
  add('inflight', #found)
  if redis.call('HSETNX', META, 'started_at', whole(NOW)) == 1 then progressed() end

  local keepsData, n = get('keeps_data') == '1', 1
  while n <= #found do
    local start, length = found[n], 1
    while found[n + length] == start + length do length = length + 1 end
    redis.call('SETRANGE', STATUS, start, string.rep('i', length))
    local ids = redis.call('LRANGE', IDS, start, start + length - 1)
    local data = keepsData and redis.call('LRANGE', DATA, start, start + length - 1) or {}
    for i = 1, length do
      answer[#answer + 1] = whole(start + i - 1)
      answer[#answer + 1] = ids[i]
      answer[#answer + 1] = data[i] or ''
    end
    n = n + length
  end
end

if fenced(ARGV[1]) then return { 'fenced' } end
add('run_ms', tonumber(ARGV[4]))
settle(5)
if int('inflight') ~= tonumber(ARGV[2]) then return { 'lost' } end
local answer = { 'ok', get('status') }
if tonumber(ARGV[3]) > 0 and answer[2] == 'running' then take(tonumber(ARGV[3]), answer) end
return answer
`
