/**
 * Access to the fields of META. A script that needs many of them reads them at once with `gather`; what it sets after that is written at once
 * by `write`, before it ends.
 */
export const FIELDS = `
local known, changed
local function gather(names)
  known, changed = {}, {}
  for n, value in ipairs(redis.call('HMGET', META, unpack(names))) do known[names[n]] = value end
end

local function write()
  local fields = {}
  for field in pairs(changed or {}) do
    fields[#fields + 1] = field
    fields[#fields + 1] = known[field]
  end
  if #fields > 0 then
    redis.call('HSET', META, unpack(fields))
    changed = {}
  end
end

local function get(field)
  local value = known and known[field]
  if value == nil then value = redis.call('HGET', META, field) end
  return value
end
local function int(field) return tonumber(get(field) or '0') or 0 end
local function set(...)
  if not known then return redis.call('HSET', META, ...) end
  for n = 1, select('#', ...), 2 do
    local field, value = select(n, ...)
    known[field], changed[field] = value, true
  end
end
local function add(field, n)
  if n == 0 then return end
  if known then set(field, whole(int(field) + n)) else redis.call('HINCRBY', META, field, n) end
end
local function unset(field)
  if known then known[field], changed[field] = false, nil end
  redis.call('HDEL', META, field)
end
`
