import { OUTCOME_COUNTERS } from './prelude.ts'

/**
 * `settle(at)`: writes the results of items. From ARGV[at]: number of runs, then for each run the index of the first item and a byte for each;
 * then to the end: index, row (JSON). Only items in progress change, so a call that is repeated after a lost response changes nothing. The
 * row of an item that was started before is removed unless the result has one.
 */
export const SETTLE = `
local COUNTERS = ${OUTCOME_COUNTERS}

-- The most frequent failure.
local function worstFailure()
  local worst
  for _, row in ipairs(redis.call('HVALS', ERRORS)) do
    local failure = cjson.decode(row)
    if not worst or failure.count > worst.count then worst = failure end
  end
  return worst or { code = 'UNKNOWN_ERROR', message = 'No message was reported', count = 0 }
end

-- Pauses a job that fails too often.
local function pauseIfFailing()
  if get('on_failure') ~= 'continue' or get('status') ~= 'running' then return end
  local missed = int('failed') + int('unknown') - int('ignored_failures')
  local tried = int('succeeded') + int('skipped') + int('failed') + int('unknown') - int('ignored_items')
  local streak, maxStreak, minItems, percent = int('streak'), int('breaker_streak'), int('breaker_min_items'), int('breaker_percent')
  local what
  if maxStreak > 0 and streak >= maxStreak then what = whole(streak) .. ' items failed one after another'
  elseif percent > 0 and tried >= minItems and missed * 100 > tried * percent then what = whole(missed) .. ' of ' .. whole(tried) .. ' items failed'
  else return end
  local worst = worstFailure()
  set('error', cjson.encode({
    code = worst.code, reason = 'too_many_failures',
    message = what .. ', most often with: ' .. worst.message .. ' (' .. whole(worst.count) .. ' items). Resume the job to continue anyway; counting starts again'
  }))
  move('pausing', 'too_many_failures')
end

local function rowsFrom(at)
  local rows = {}
  for n = at, #ARGV, 2 do rows[tonumber(ARGV[n])] = ARGV[n + 1] end
  return rows
end

local function settle(at)
  local many = tonumber(ARGV[at])
  local rows = rowsFrom(at + 1 + 2 * many)
  local anyStarted = get('interrupted_end') or get('maybe_done')
  local plain = next(rows) == nil and not anyStarted
  local counts, done, kinds, streak = { [SUCCEEDED] = 0, [SKIPPED] = 0, [FAILED] = 0, [UNKNOWN] = 0, [PENDING] = 0, [RETRIED] = 0 }, 0, {}, int('streak')

  local function record(index, byte)
    if byte == IMAGE then -- still in progress
      redis.call('HSET', RESULTS, index, rows[index])
      if index >= int('interrupted_end') then set('interrupted_end', whole(index + 1)) end
      return
    end
    done = done + 1
    counts[byte] = counts[byte] + 1
    if byte == PENDING or byte == RETRIED then return release(index, byte == RETRIED) end
    streak = (byte == FAILED or byte == UNKNOWN) and streak + 1 or 0
    local row = rows[index]
    if not row then
      if anyStarted then redis.call('HDEL', RESULTS, index) end
      return
    end
    redis.call('HSET', RESULTS, index, byte == UNKNOWN and unknownRow(row) or row)
    if byte ~= FAILED and byte ~= UNKNOWN then return end
    local failure = cjson.decode(row).error
    if not failure then return end
    -- Grouped first: writing a row of ERRORS and looking up an ID are expensive.
    local key = textOr(failure.code, '') .. ' ' .. textOr(failure.reason, '')
    local kind = kinds[key]
    if not kind then
      kind = { failure = failure, many = 0, ids = {} }
      kinds[key], kinds[#kinds + 1] = kind, kind
    end
    kind.many = kind.many + 1
    if #kind.ids < 5 then kind.ids[#kind.ids + 1] = idAt(index) end
  end

  -- The usual case: all of them succeeded or were skipped, without a row.
  local function recordAll(bytes)
    local _, skipped = string.gsub(bytes, SKIPPED, '')
    done, streak = done + #bytes, 0
    counts[SUCCEEDED], counts[SKIPPED] = counts[SUCCEEDED] + #bytes - skipped, counts[SKIPPED] + skipped
    return bytes
  end

  local function recordEach(start, was, bytes)
    local after = {}
    for i = 1, #was do
      local before, byte = string.sub(was, i, i), string.sub(bytes, i, i)
      after[i] = before ~= IN_PROGRESS and before or byte == RETRIED and PENDING or byte == IMAGE and IN_PROGRESS or byte
      if before == IN_PROGRESS then record(start + i - 1, byte) end
    end
    return table.concat(after)
  end

  for n = 1, many do
    local start, bytes = tonumber(ARGV[at + 2 * n - 1]), ARGV[at + 2 * n]
    local was = redis.call('GETRANGE', STATUS, start, start + #bytes - 1)
    local allPlain = plain and not string.find(was, '[^' .. IN_PROGRESS .. ']') and not string.find(bytes, '[^' .. SUCCEEDED .. SKIPPED .. ']')
    redis.call('SETRANGE', STATUS, start, allPlain and recordAll(bytes) or recordEach(start, was, bytes))
  end

  for _, kind in ipairs(kinds) do tally(kind.failure, kind.many, kind.ids) end
  add('inflight', -done)
  for byte, counter in pairs(COUNTERS) do add(counter, counts[byte]) end
  if counts[SUCCEEDED] + counts[SKIPPED] + counts[FAILED] > 0 and get('waits') ~= '0' then set('waits', '0') end
  if streak ~= int('streak') then set('streak', whole(streak)) end
  if counts[UNKNOWN] > 0 then
    set('unknown_at', whole(NOW))
    requireCheck()
  end
  if counts[FAILED] + counts[UNKNOWN] > 0 then pauseIfFailing() end
  local hasFailure = counts[FAILED] > 0 or counts[UNKNOWN] > 0 and get('idempotent') == '1'
  if hasFailure and get('on_failure') == 'pause' and get('status') == 'running' then move('pausing', 'item_failed')
  elseif done > counts[PENDING] + counts[RETRIED] then progressed() end
end
`
