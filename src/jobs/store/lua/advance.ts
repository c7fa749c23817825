import { SETTLE } from './shared/settle.ts'

/**
 * The one step of a turn: writes results and starts the next items. ARGV: epoch, number of items that the worker has in progress besides these
 * results, how many more it can take, milliseconds since the last step, then results as `settle` reads them.
 * Returns 'ok', status and, if items were started: runs of them (index of the first, count, with commas), their entries of the list of IDs
 * (JSON) and, if there are any, their data (JSON, or ''), indexes (with commas) of those that were started before, and the rows of these
 * (JSON). One long text is read many times as fast as a thousand short ones.
 * Items are marked as started before the worker learns of it. If more are marked than the worker knows of, a response was lost: 'lost'.
 */
export const advance = `${SETTLE}
local FIELDS = {
  'id', 'epoch', 'status', 'inflight', 'next', 'total', 'succeeded', 'skipped', 'failed', 'unknown', 'run_ms', 'streak', 'waits', 'revision',
  'published_revision', 'published_at', 'sampled_at', 'started_at', 'keeps_data', 'on_failure', 'interrupted_end', 'maybe_done'
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

-- Returns runs of the next pending items, and how many items they are.
local function pendingRuns(want)
  local runs, found = {}, 0
  eachRun(PENDING, int('next'), function(first, many)
    many = math.min(many, want - found)
    found = found + many
    runs[#runs + 1] = whole(first)
    runs[#runs + 1] = whole(many)
    return found >= want
  end)
  return runs, found
end

local function start(want, reply)
  local runs, many = pendingRuns(want)
  if many == 0 then return end
  set('next', whole(runs[#runs - 1] + runs[#runs]))
  add('inflight', many)
  if not get('started_at') then
    set('started_at', whole(NOW))
    progressed()
  end

  local anyStarted, before, rows, ids, data = get('interrupted_end') or get('maybe_done'), {}, {}, {}, {}
  for n = 1, #runs, 2 do
    local first, last = tonumber(runs[n]), runs[n] + runs[n + 1] - 1
    if anyStarted then
      local started, startedRows = startedBefore(range(first, last))
      before, rows = extend(before, started), extend(rows, startedRows)
    end
    redis.call('SETRANGE', STATUS, first, string.rep(IN_PROGRESS, last - first + 1))
    ids = extend(ids, redis.call('LRANGE', IDS, first, last))
    if get('keeps_data') == '1' then data = extend(data, redis.call('LRANGE', DATA, first, last)) end
  end
  reply[3], reply[4] = table.concat(runs, ','), cjson.encode(ids)
  if #data + #before == 0 then return end
  reply[5], reply[6] = #data > 0 and '[' .. table.concat(data, ',') .. ']' or '', table.concat(before, ',')
  reply[7] = #rows > 0 and '[' .. table.concat(rows, ',') .. ']' or ''
end

gather(FIELDS)
if fenced(ARGV[1]) then return { 'fenced' } end
add('run_ms', tonumber(ARGV[4]))
settle(5)
if int('inflight') ~= tonumber(ARGV[2]) then
  write()
  return { 'lost' }
end
local reply = { 'ok', get('status') }
if tonumber(ARGV[3]) > 0 and reply[2] == 'running' then start(tonumber(ARGV[3]), reply) end
write()
return reply
`
