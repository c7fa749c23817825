import { ERROR_ROWS } from '../../../settings.ts'

/**
 * Functions for single items, and for the rows that group failures. `interrupted_end` in META: no item from this index on was started by an
 * interrupted call of this job; absent if no item was. `maybe_done`: the parent job may have done some pending item.
 *
 * The row of a pending item that may have been done begins with `"again":true` if a call of this job was interrupted, and with
 * `"maybe_done":true` if the parent job started it. If nothing more happens to the item, the first becomes unknown; the second stays
 * pending, since the parent reports it.
 */
export const ITEMS = `
-- A text that may be absent or null.
local function textOr(text, otherwise) return type(text) == 'string' and text or otherwise end

-- Counts a failure in the row of its kind. Once there are too many rows, it counts in the last one.
local function tally(reported, n, ids)
  local failure = {
    code = textOr(reported.code, 'UNKNOWN_ERROR'), reason = textOr(reported.reason, 'unexpected'),
    message = textOr(reported.message, 'No message was reported')
  }
  local key = failure.code .. ' ' .. failure.reason
  local row = redis.call('HGET', ERRORS, key)
  if not row and redis.call('HLEN', ERRORS) >= ${ERROR_ROWS - 1} then
    key = 'others'
    failure = { code = 'UNKNOWN_ERROR', reason = 'others', message = 'Failures of other kinds: see the items' }
    row = redis.call('HGET', ERRORS, key)
  end
  row = row and cjson.decode(row) or { code = failure.code, reason = failure.reason, message = failure.message, count = 0, ids = {} }
  row.count = row.count + n
  for _, id in ipairs(ids) do if #row.ids < 5 then row.ids[#row.ids + 1] = id end end
  redis.call('HSET', ERRORS, key, cjson.encode(row))
end

-- Removes one failure from its row. The row stays: otherwise a later failure of its kind could be counted in another row.
local function untally(reported, id)
  local key = textOr(reported.code, 'UNKNOWN_ERROR') .. ' ' .. textOr(reported.reason, 'unexpected')
  if redis.call('HEXISTS', ERRORS, key) == 0 then key = 'others' end
  local row = redis.call('HGET', ERRORS, key)
  if not row then return end
  row = cjson.decode(row)
  row.count = math.max(0, row.count - 1)
  for n, known in ipairs(row.ids) do if known == id then table.remove(row.ids, n) break end end
  redis.call('HSET', ERRORS, key, cjson.encode(row))
end

-- An entry of the list of IDs is the ID, or the ID, a NUL and the etag.
local function idAt(index)
  local entry = redis.call('LINDEX', IDS, index) or ''
  local cut = string.find(entry, '\\0', 1, true)
  return cut and string.sub(entry, 1, cut - 1) or entry
end

-- Calls visit(first, count) for each run of items with this status, from an index on, until it returns true.
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

-- The same for each item: visit(index).
local function each(byte, from, visit)
  eachRun(byte, from, function(first, count)
    for index = first, first + count - 1 do
      if visit(index) then return true end
    end
  end)
end

-- From the row of an item that was started before: its image, as a part of a row; and whether this job started it.
local function imageIn(row) return row and string.match(row, '^{"[a-z_]+":true(,"before":.*)}$') or '' end
local function isStarted(row) return string.sub(row or '', 1, 13) == '{"again":true' end

-- Makes an item pending again. No pending item is ever below 'next'. 'again': an attempt of this job may have done it.
local function release(index, again)
  redis.call('SETRANGE', STATUS, index, PENDING)
  if index < int('next') then set('next', whole(index)) end
  if not again then return end
  local row = redis.call('HGET', RESULTS, index)
  if not isStarted(row) then redis.call('HSET', RESULTS, index, '{"again":true' .. imageIn(row) .. '}') end
  if index >= int('interrupted_end') then set('interrupted_end', whole(index + 1)) end
end

-- Marks the row of an unknown item with the step that made it unknown. If the item becomes unknown again, a check that read the old row is too late.
local mark
local function unknownRow(row)
  if not mark then
    add('marks', 1)
    mark = get('marks')
  end
  return string.sub(row, 1, -2) .. ',"mark":"' .. mark .. '"}'
end

-- Items became unknown: their outcome is checked before the job comes to rest, if the action can check it.
local function requireCheck()
  if get('reconcilable') == '1' then set('check', 'due', 'check_from', '0', 'check_open', '0') end
end

-- Makes items in progress unknown, because nothing shows whether they are done. The caller sets 'inflight'.
local function markUnknown(lost, reason, message)
  if #lost == 0 then return end
  local ids, failure = {}, { code = 'UNKNOWN_ERROR', reason = reason, message = message }
  local text, anyStarted = string.sub(cjson.encode({ error = failure }), 1, -2), get('interrupted_end') or get('maybe_done')
  for n, index in ipairs(lost) do
    local row = unknownRow(text .. (anyStarted and imageIn(redis.call('HGET', RESULTS, index)) or '') .. '}')
    redis.call('SETRANGE', STATUS, index, UNKNOWN)
    redis.call('HSET', RESULTS, index, row)
    if n <= 5 then ids[n] = idAt(index) end
  end
  add('unknown', #lost)
  set('unknown_at', whole(NOW))
  requireCheck()
  tally(failure, #lost, ids)
  progressed()
end

-- Returns those of these pending items that were started before, and their rows. 'own': only those that this job started.
local function startedBefore(found, own)
  local started, rows = {}, {}
  for from = 1, #found, 1000 do
    local to = math.min(from + 999, #found)
    for n, row in ipairs(redis.call('HMGET', RESULTS, unpack(found, from, to))) do
      if row and (not own or isStarted(row)) then
        started[#started + 1] = whole(found[from + n - 1])
        rows[#rows + 1] = row
      end
    end
  end
  return started, rows
end

-- Returns the pending items that an interrupted call of this job may have done: they lie between 'next' and 'interrupted_end'.
local function interruptedItems()
  local found, past = {}, int('interrupted_end')
  if past == 0 then return found end
  each(PENDING, int('next'), function(index)
    if index >= past then return true end
    found[#found + 1] = index
  end)
  local started = startedBefore(found, true)
  return started
end

local function markInterruptedUnknown()
  markUnknown(interruptedItems(), 'interrupted', 'It was started and interrupted, and the job ended before it was started again: it may or may not be done')
end
`
