import { SETTLE } from './settle.ts'

/**
 * The one step of a turn: writes results, then begins the next items, in one go. ARGV: epoch, items the worker has under way beside these
 * results, how many more it can take, milliseconds it ran since the last step, then results as `settle` reads them.
 * Answers 'ok', status, '1' where items keep data, indexes (with commas) of those begun that were acted on before, then runs of items begun:
 * index of the first, how many, their ids, and their data where kept.
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
  if not get('started_at') then
    set('started_at', whole(NOW))
    progressed()
  end

  if get('again') or get('maybe_done') then answer[4] = table.concat(begunBefore(found), ',') end
  local function answerWith(list) for _, value in ipairs(list) do answer[#answer + 1] = value end end
  local n = 1
  while n <= #found do
    local start, length = found[n], 1
    while found[n + length] == start + length do length = length + 1 end
    redis.call('SETRANGE', STATUS, start, string.rep('i', length))
    answerWith({ whole(start), whole(length) })
    answerWith(redis.call('LRANGE', IDS, start, start + length - 1))
    if answer[3] == '1' then answerWith(redis.call('LRANGE', DATA, start, start + length - 1)) end
    n = n + length
  end
end

gather(
  'id', 'epoch', 'status', 'inflight', 'next', 'total', 'succeeded', 'skipped', 'failed', 'unknown', 'run_ms', 'streak', 'waits', 'revision',
  'told', 'told_at', 'started_at', 'keeps_data', 'on_failure', 'again', 'maybe_done'
)
if fenced(ARGV[1]) then return { 'fenced' } end
add('run_ms', tonumber(ARGV[4]))
settle(5)
if int('inflight') ~= tonumber(ARGV[2]) then
  write()
  return { 'lost' }
end
local answer = { 'ok', get('status'), get('keeps_data') or '', '' }
if tonumber(ARGV[3]) > 0 and answer[2] == 'running' then take(tonumber(ARGV[3]), answer) end
write()
return answer
`
