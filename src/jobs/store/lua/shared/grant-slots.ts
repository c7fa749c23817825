/**
 * Concurrency slots of one key: which jobs hold one (HOLDERS), which wait in line (LINE), the account that each changes ('' for none; ACCOUNTS),
 * and which holders wait for their system: those keep their account, but no slot (RESTING).
 * `grant` gives free slots to the jobs in line, first come, first served. A job that waits for an account does not hold up one that needs
 * another.
 */
export const GRANT_SLOTS = `
local HOLDERS, LINE, ACCOUNTS, RESTING = unpack(KEYS)

local function holds(id) return redis.call('HEXISTS', HOLDERS, id) == 1 end
local function rests(id) return redis.call('SISMEMBER', RESTING, id) == 1 end

local function grant(maxRunning, maxPerAccount, token)
  local running, using, granted = 0, {}, {}
  local function accountOf(id) return redis.call('HGET', ACCOUNTS, id) or '' end
  local function use(account) using[account] = (using[account] or 0) + 1 end

  for _, id in ipairs(redis.call('HKEYS', HOLDERS)) do
    use(accountOf(id))
    if not rests(id) then running = running + 1 end
  end
  if running >= maxRunning then return granted end
  for _, id in ipairs(redis.call('ZRANGE', LINE, 0, -1)) do
    local account, own = accountOf(id), holds(id)
    if own or account == '' or (using[account] or 0) < maxPerAccount then
      if not own then use(account) end
      redis.call('ZREM', LINE, id)
      redis.call('SREM', RESTING, id)
      redis.call('HSET', HOLDERS, id, token)
      granted[#granted + 1] = id
      running = running + 1
      if running >= maxRunning then return granted end
    end
  end
  return granted
end
`
