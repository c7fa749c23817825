/**
 * `settle(at)`: writes what became of items. From ARGV[at]: how many, then of each: index, byte, row (JSON, or '').
 * Only items under way are touched, so a call repeated after a lost answer changes nothing.
 */
export const SETTLE = `
local COUNTERS = { s = 'succeeded', k = 'skipped', f = 'failed', u = 'unknown' }

local function settle(at)
  local many = tonumber(ARGV[at])
  local function indexOf(n) return tonumber(ARGV[at + 1 + 3 * n]) end
  local counts, done, n = { s = 0, k = 0, f = 0, u = 0, p = 0 }, 0, 0

  local function note(index, byte, row)
    done = done + 1
    counts[byte] = counts[byte] + 1
    if byte == 'p' then return release(index) end
    if row == '' then return end
    redis.call('HSET', RESULTS, index, row)
    if byte ~= 'f' and byte ~= 'u' then return end
    local failure = cjson.decode(row).error
    if failure then tally(failure, 1, { idAt(index) }) end
  end

  while n < many do
    local start, length = indexOf(n), 1
    while n + length < many and indexOf(n + length) == start + length do length = length + 1 end
    local bytes = redis.call('GETRANGE', STATUS, start, start + length - 1)
    local after = {}
    for i = 1, length do
      local was, byte, row = string.sub(bytes, i, i), ARGV[at + 3 * (n + i) - 1], ARGV[at + 3 * (n + i)]
      after[i] = was == 'i' and byte or was
      if was == 'i' then note(start + i - 1, byte, row) end
    end
    redis.call('SETRANGE', STATUS, start, table.concat(after))
    n = n + length
  end

  add('inflight', -done)
  for byte, counter in pairs(COUNTERS) do add(counter, counts[byte]) end
  if counts.s + counts.k + counts.f > 0 then set('waits', '0') end
  if counts.f > 0 and get('on_failure') == 'pause' and get('status') == 'running' then move('pausing', 'item_failed')
  elseif done > counts.p then progressed() end
end
`
