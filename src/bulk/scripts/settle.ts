/**
 * `settle(at)`: writes what became of items. From ARGV[at]: how many runs, then of each: index of the first, a byte for each; then rows to the
 * end: index, JSON. Only items under way are touched, so a call repeated after a lost answer changes nothing. Of items that were acted on
 * before, what was kept of that goes.
 */
export const SETTLE = `
local COUNTERS = { s = 'succeeded', k = 'skipped', f = 'failed', u = 'unknown' }

-- What is tallied most, for whoever asks why.
local function worstFailure()
  local worst
  for _, row in ipairs(redis.call('HVALS', ERRORS)) do
    local failure = cjson.decode(row)
    if not worst or failure.count > worst.count then worst = failure end
  end
  return worst or { code = 'UNKNOWN_ERROR', message = 'Nobody says why', count = 0 }
end

-- Whether a job goes on only to fail further.
local function stopIfBroken()
  if get('on_failure') ~= 'continue' or get('status') ~= 'running' then return end
  local missed = int('failed') + int('unknown') - int('forgiven')
  local tried = int('succeeded') + int('skipped') + int('failed') + int('unknown') - int('forgiven_of')
  local streak, inARow, least, percent = int('streak'), int('break_in_a_row'), int('break_least'), int('break_percent')
  local what
  if inARow > 0 and streak >= inARow then what = whole(streak) .. ' items failed one after another'
  elseif percent > 0 and tried >= least and missed * 100 > tried * percent then what = whole(missed) .. ' of ' .. whole(tried) .. ' items failed'
  else return end
  local worst = worstFailure()
  set('error', cjson.encode({
    code = worst.code, reason = 'too_many_failures',
    message = what .. ', most often so: ' .. worst.message .. ' (' .. whole(worst.count) .. ' items). Resume to go on all the same; the count starts anew'
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
  local again = get('again') or get('maybe_done')
  local plain = next(rows) == nil and not again
  local counts, done, kinds, streak = { s = 0, k = 0, f = 0, u = 0, p = 0, a = 0 }, 0, {}, int('streak')

  local function note(index, byte)
    done = done + 1
    counts[byte] = counts[byte] + 1
    if byte == 'p' or byte == 'a' then return release(index, byte == 'a') end
    streak = (byte == 'f' or byte == 'u') and streak + 1 or 0
    local row = rows[index]
    if not row then
      if again then redis.call('HDEL', RESULTS, index) end
      return
    end
    redis.call('HSET', RESULTS, index, byte == 'u' and unknownRow(row) or row)
    if byte ~= 'f' and byte ~= 'u' then return end
    local failure = cjson.decode(row).error
    if not failure then return end
    -- Put together first: a row of the errors is dear to write, and the id of an item to look up.
    local key = words(failure.code, '') .. ' ' .. words(failure.reason, '')
    local kind = kinds[key]
    if not kind then
      kind = { failure = failure, many = 0, ids = {} }
      kinds[key], kinds[#kinds + 1] = kind, kind
    end
    kind.many = kind.many + 1
    if #kind.ids < 5 then kind.ids[#kind.ids + 1] = idAt(index) end
  end

  -- Nearly always all went well, and nothing is to be said of any.
  local function noteAll(bytes)
    local _, skipped = string.gsub(bytes, 'k', '')
    done, streak = done + #bytes, 0
    counts.s, counts.k = counts.s + #bytes - skipped, counts.k + skipped
    return bytes
  end

  local function noteEach(start, was, bytes)
    local after = {}
    for i = 1, #was do
      local before, byte = string.sub(was, i, i), string.sub(bytes, i, i)
      after[i] = before ~= 'i' and before or byte == 'a' and 'p' or byte
      if before == 'i' then note(start + i - 1, byte) end
    end
    return table.concat(after)
  end

  for n = 1, many do
    local start, bytes = tonumber(ARGV[at + 2 * n - 1]), ARGV[at + 2 * n]
    local was = redis.call('GETRANGE', STATUS, start, start + #bytes - 1)
    local well = plain and not string.find(was, '[^i]') and not string.find(bytes, '[^sk]')
    redis.call('SETRANGE', STATUS, start, well and noteAll(bytes) or noteEach(start, was, bytes))
  end

  for _, kind in ipairs(kinds) do tally(kind.failure, kind.many, kind.ids) end
  add('inflight', -done)
  for byte, counter in pairs(COUNTERS) do add(counter, counts[byte]) end
  if counts.s + counts.k + counts.f > 0 and get('waits') ~= '0' then set('waits', '0') end
  if streak ~= int('streak') then set('streak', whole(streak)) end
  if counts.u > 0 then set('unknown_at', whole(NOW)) end
  if counts.f + counts.u > 0 then stopIfBroken() end
  if counts.f > 0 and get('on_failure') == 'pause' and get('status') == 'running' then move('pausing', 'item_failed')
  elseif done > counts.p + counts.a then progressed() end
end
`
