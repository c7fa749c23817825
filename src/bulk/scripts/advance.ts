import { SETTLE } from './settle.ts'

/**
 * The one step of a turn: writes results, then begins the next items, in one go. ARGV: epoch, items the worker has under way beside these
 * results, how many more it can take, milliseconds it ran since the last step, then results as `settle` reads them.
 * Answers 'ok', status, and where items were begun: runs of them (index of the first, how many, with commas), their entries of the ids list
 * (JSON), and where there are any, what is kept of their data (JSON, or '') and indexes (with commas) of those acted on before. A text a thousand items
 * long is read many times as fast as a thousand texts.
 * An item is marked as begun before the worker hears of it. Where more are marked than the worker knows of, an answer to it was lost.
 */
export const advance = `${SETTLE}
local FIELDS = {
  'id', 'epoch', 'status', 'inflight', 'next', 'total', 'succeeded', 'skipped', 'failed', 'unknown', 'run_ms', 'streak', 'waits', 'revision',
  'told', 'told_at', 'started_at', 'keeps_data', 'on_failure', 'again', 'maybe_done'
}

local function range(first, last)
  local indexes = {}
  for index = first, last do indexes[#indexes + 1] = index end
  return indexes
end

local function extend(list, more)
  if #list == 0 then return more end
  for n = 1, #more do list[#list + 1] = more[n] end
  return list
end

-- The next pending items: runs of them, and how many they are.
local function pendingRuns(want)
  local runs, found = {}, 0
  eachRun('p', int('next'), function(first, many)
    many = math.min(many, want - found)
    found = found + many
    runs[#runs + 1] = whole(first)
    runs[#runs + 1] = whole(many)
    return found >= want
  end)
  return runs, found
end

local function take(want, answer)
  local runs, many = pendingRuns(want)
  if many == 0 then return end
  set('next', whole(runs[#runs - 1] + runs[#runs]))
  add('inflight', many)
  if not get('started_at') then
    set('started_at', whole(NOW))
    progressed()
  end

  local hadBegun, before, ids, data = get('again') or get('maybe_done'), {}, {}, {}
  for n = 1, #runs, 2 do
    local first, last = tonumber(runs[n]), runs[n] + runs[n + 1] - 1
    if hadBegun then before = extend(before, begunBefore(range(first, last))) end
    redis.call('SETRANGE', STATUS, first, string.rep('i', last - first + 1))
    ids = extend(ids, redis.call('LRANGE', IDS, first, last))
    if get('keeps_data') == '1' then data = extend(data, redis.call('LRANGE', DATA, first, last)) end
  end
  answer[3], answer[4] = table.concat(runs, ','), cjson.encode(ids)
  if #data + #before == 0 then return end
  answer[5], answer[6] = #data > 0 and '[' .. table.concat(data, ',') .. ']' or '', table.concat(before, ',')
end

gather(FIELDS)
if fenced(ARGV[1]) then return { 'fenced' } end
add('run_ms', tonumber(ARGV[4]))
settle(5)
if int('inflight') ~= tonumber(ARGV[2]) then
  write()
  return { 'lost' }
end
local answer = { 'ok', get('status') }
if tonumber(ARGV[3]) > 0 and answer[2] == 'running' then take(tonumber(ARGV[3]), answer) end
write()
return answer
`
