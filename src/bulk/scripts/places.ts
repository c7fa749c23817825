import { script } from '../../lib/redis/script.ts'

/**
 * The places of one caller: who holds one, who waits in line for one, the account each of them changes ('' for none), and which of the holders
 * rest: those keep their account, and no more.
 * `grant` gives free places to those in line, the first first; who waits for an account holds up nobody who needs another.
 */
const GRANT = `
local HELD, LINE, ACCOUNTS, RESTING = unpack(KEYS)

local function holds(id) return redis.call('HEXISTS', HELD, id) == 1 end
local function rests(id) return redis.call('SISMEMBER', RESTING, id) == 1 end

local function grant(most, perAccount, token)
  local running, using, called = 0, {}, {}
  local function accountOf(id) return redis.call('HGET', ACCOUNTS, id) or '' end
  local function use(account) using[account] = (using[account] or 0) + 1 end

  for _, id in ipairs(redis.call('HKEYS', HELD)) do
    use(accountOf(id))
    if not rests(id) then running = running + 1 end
  end
  if running >= most then return called end
  for _, id in ipairs(redis.call('ZRANGE', LINE, 0, -1)) do
    local account, own = accountOf(id), holds(id)
    if own or account == '' or (using[account] or 0) < perAccount then
      if not own then use(account) end
      redis.call('ZREM', LINE, id)
      redis.call('SREM', RESTING, id)
      redis.call('HSET', HELD, id, token)
      called[#called + 1] = id
      running = running + 1
      if running >= most then return called end
    end
  end
  return called
end
`

/**
 * A job asks for a place, or says that it still needs the one it has. ARGV: most running, most per account, token of this grant, id, account,
 * place in line. Answers 'held', or 'waits'; then who else was given a place meanwhile.
 */
export const enter = script(`${GRANT}
local id = ARGV[4]
if holds(id) and not rests(id) then
  redis.call('HSET', HELD, id, ARGV[3])
else
  if not holds(id) then redis.call('HSET', ACCOUNTS, id, ARGV[5]) end
  redis.call('ZADD', LINE, ARGV[6], id)
end
local answer = { 'waits' }
for _, called in ipairs(grant(tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3])) do
  if called ~= id then answer[#answer + 1] = called end
end
if holds(id) and not rests(id) then answer[1] = 'held' end
return answer
`)

/**
 * A job that waits for its system gives its place to another, and keeps its account: when it goes on it stands in line, and nobody has changed
 * anything there meanwhile. ARGV: most running, most per account, token of the grants, id, token of its own grant as it was seen before it was
 * found to wait: one that has gone on since keeps its place. Answers who was given a place.
 */
export const rest = script(`${GRANT}
local id = ARGV[4]
if redis.call('HGET', HELD, id) == ARGV[5] and not redis.call('ZSCORE', LINE, id) then redis.call('SADD', RESTING, id) end
return grant(tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3])
`)

/**
 * A job needs no place any more. ARGV: most running, most per account, token of the grants, id, token of its own grant, its place in line,
 * both as they were seen before it was found to need none: one that was given since is not taken away. Answers who was given a place.
 */
export const leave = script(`${GRANT}
local id = ARGV[4]
local held, place = redis.call('HGET', HELD, id), redis.call('ZSCORE', LINE, id)
if held and held == ARGV[5] then
  redis.call('HDEL', HELD, id)
  redis.call('SREM', RESTING, id)
  held = false
end
if place and place == ARGV[6] then
  redis.call('ZREM', LINE, id)
  place = false
end
if not held and not place then redis.call('HDEL', ACCOUNTS, id) end
return grant(tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3])
`)
