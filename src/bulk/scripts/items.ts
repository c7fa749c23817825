import { ERROR_ROWS } from '../settings.ts'

/**
 * The row of a pending item that may have been acted on: by a call of this job that was broken off, or by the job that this one was made from.
 * Where nothing further happens to it, the first is told as unknown; of the second this job knows nothing, and its parent has told it.
 */
const BROKEN_OFF = '{"again":true}'
export const MAYBE_DONE = '{"maybe_done":true}'

/**
 * What scripts do to single items, beside `settle`, and how failures are put together. `again` in META: no item from this one on was acted on
 * by a call of this job that was broken off; nothing where no item was. `maybe_done`: some item may have been by one of its parent.
 */
export const ITEMS = `
-- A text that may be absent, or null.
local function words(text, otherwise) return type(text) == 'string' and text or otherwise end

-- Counts a failure in its row; once there are too many rows, in the last one.
local function tally(said, n, ids)
  local failure = {
    code = words(said.code, 'UNKNOWN_ERROR'), reason = words(said.reason, 'unexpected'), message = words(said.message, 'Nobody says why')
  }
  local key = failure.code .. ' ' .. failure.reason
  local row = redis.call('HGET', ERRORS, key)
  if not row and redis.call('HLEN', ERRORS) >= ${ERROR_ROWS - 1} then
    key = 'others'
    failure = { code = 'UNKNOWN_ERROR', reason = 'others', message = 'Failures of further kinds; see the items' }
    row = redis.call('HGET', ERRORS, key)
  end
  row = row and cjson.decode(row) or { code = failure.code, reason = failure.reason, message = failure.message, count = 0, ids = {} }
  row.count = row.count + n
  for _, id in ipairs(ids) do if #row.ids < 5 then row.ids[#row.ids + 1] = id end end
  redis.call('HSET', ERRORS, key, cjson.encode(row))
end

-- Takes one failure out of its row again. The row stays: its kind would else be counted elsewhere when it comes back.
local function untally(said, id)
  local key = words(said.code, 'UNKNOWN_ERROR') .. ' ' .. words(said.reason, 'unexpected')
  if redis.call('HEXISTS', ERRORS, key) == 0 then key = 'others' end
  local row = redis.call('HGET', ERRORS, key)
  if not row then return end
  row = cjson.decode(row)
  row.count = math.max(0, row.count - 1)
  for n, known in ipairs(row.ids) do if known == id then table.remove(row.ids, n) break end end
  redis.call('HSET', ERRORS, key, cjson.encode(row))
end

-- An entry of the ids list is the id, or the id, a NUL and the etag.
local function idAt(index)
  local entry = redis.call('LINDEX', IDS, index) or ''
  local cut = string.find(entry, '\\0', 1, true)
  return cut and string.sub(entry, 1, cut - 1) or entry
end

-- Calls visit(first, many) for items next to each other whose byte it is, from an index on, until it answers true.
local function eachRun(byte, from, visit)
  local total, block, run = int('total'), 256, '^' .. byte .. '*()'
  while from < total do
    local part = redis.call('GETRANGE', STATUS, from, from + block - 1)
    if #part == 0 then return end
    local at = string.find(part, byte, 1, true)
    while at do
      local past = string.match(part, run, at)
      if visit(from + at - 1, past - at) then return end
      at = string.find(part, byte, past, true)
    end
    from, block = from + #part, 65536
  end
end

-- The same for each item by itself: visit(index).
local function each(byte, from, visit)
  eachRun(byte, from, function(first, many)
    for index = first, first + many - 1 do
      if visit(index) then return true end
    end
  end)
end

-- Begun items back to pending, to be taken again: no pending item is ever below 'next'. 'again': one that may have been acted on.
local function release(index, again)
  redis.call('SETRANGE', STATUS, index, 'p')
  if index < int('next') then set('next', whole(index)) end
  if not again then return end
  redis.call('HSET', RESULTS, index, '${BROKEN_OFF}')
  if index >= int('again') then set('again', whole(index + 1)) end
end

-- The row of an unknown item, marked by the step that made it unknown: should it become so again, a look at it before then is too late.
local mark
local function unknownRow(row)
  if not mark then
    add('marks', 1)
    mark = get('marks')
  end
  return string.sub(row, 1, -2) .. ',"mark":"' .. mark .. '"}'
end

-- Begun items of which nobody can know whether they are done. The caller sets 'inflight'.
local function forsake(lost, reason, message)
  if #lost == 0 then return end
  local ids, failure = {}, { code = 'UNKNOWN_ERROR', reason = reason, message = message }
  local row = unknownRow(cjson.encode({ error = failure }))
  for n, index in ipairs(lost) do
    redis.call('SETRANGE', STATUS, index, 'u')
    redis.call('HSET', RESULTS, index, row)
    if n <= 5 then ids[n] = idAt(index) end
  end
  add('unknown', #lost)
  set('unknown_at', whole(NOW))
  tally(failure, #lost, ids)
  progressed()
end

-- Those of these pending items that may have been acted on; of this kind only, where one is said.
local function begunBefore(found, kind)
  local before = {}
  for from = 1, #found, 1000 do
    local to = math.min(from + 999, #found)
    for n, row in ipairs(redis.call('HMGET', RESULTS, unpack(found, from, to))) do
      if row and (not kind or row == kind) then before[#before + 1] = whole(found[from + n - 1]) end
    end
  end
  return before
end

-- All that a call of this job which was broken off may have acted on: they lie between 'next' and 'again'.
local function brokenOff()
  local found, past = {}, int('again')
  if past == 0 then return found end
  each('p', int('next'), function(index)
    if index >= past then return true end
    found[#found + 1] = index
  end)
  return begunBefore(found, '${BROKEN_OFF}')
end
`
