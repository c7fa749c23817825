import { redisCommand, runCommand } from '../../lib/redis/command.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'

/** Something of a key that is counted and limited, in all processes together. */
export interface Meter {
  name: string
  quota: number
  /** Milliseconds for which a unit counts; 0: until it is given back. */
  window: number
}

/** What a request needs: all of it is granted, or nothing. Negative units of a window are given back. */
export type Units = readonly (readonly [meter: string, units: number])[]

/** What a process knows of a meter of a key when it asks. */
export interface MeterState extends Meter {
  /** Units without a window that this process holds. */
  held: number
}

export interface Reading {
  /** Negative if the quota was lowered below what counts. */
  remaining: number
  /** Milliseconds until the oldest units no longer count; 0 if none count, or if they are held. */
  reset: number
}

/** The meter that refused a request, and the milliseconds until its oldest units no longer count. */
interface Refused {
  meter: string
  wait: number
}

/** Units that a process takes in advance, one of each meter for every call that it admits later. */
export interface LeaseRequest {
  meters: readonly Meter[]
  /** Maximum units. */
  units: number
  /** The lease that this one continues, with the units that are left of it, at most as many. They are granted again, whatever is left of a limit. */
  continued?: LeaseTaken | undefined
}

/** A lease as Redis counted it. */
export interface LeaseTaken {
  /** Units, maybe 0. */
  units: number
  /** Milliseconds for which it may be used, since it was asked for. */
  duration: number
  /** Time of Redis, in ms. */
  at: number
}

/** What was not used of a lease: its remaining units. */
export interface LeaseReturn extends LeaseTaken {
  meters: readonly Meter[]
}

export interface Taken {
  requests: ('granted' | Refused)[]
  leases: LeaseTaken[]
  readings: ReadonlyMap<string, Reading>
}

/** Maximum time for which a lease may be used: while less than half of each limit is used, and after that. What is leased counts as much longer. */
export const LEASE_MS = 200
const SHORT_LEASE_MS = 10
/** A lease takes at most this part of what is left, so that what a killed process had leased is within the error of 2%. */
export const LEASE_SHARE = 64

/**
 * Counts the requests of one key, in their order. A window is counted in 200 slices of time, so no interval of its length exceeds the quota, and a unit
 * counts 0.5% longer at most. What is leased is counted in the slice in which the lease ends. What processes hold is stored as a number of each, so what a
 * killed one held expires. KEYS: one per meter. ARGV: ID of the process; milliseconds after which what it holds expires; number of meters; quota, window and
 * held units of each; number of returns; for each the units, the duration and the time of its lease, the number of its meters and their indexes; number of
 * leases; for each the maximum units, the units, duration and time of the one that it continues, the number of its meters and their indexes; then for each
 * request the number of its meters, and index and units of each.
 */
const TAKE = redisCommand(
  'takeUnits',
  `
local SLICES, LEASE_MS, SHORT_LEASE_MS, LEASE_SHARE = 200, ${LEASE_MS}, ${SHORT_LEASE_MS}, ${LEASE_SHARE}
local clock = redis.call('TIME')
local NOW = clock[1] * 1000 + math.floor(clock[2] / 1000)
local OWN, EXPIRY = ARGV[1], tonumber(ARGV[2])
local function whole(n) return string.format('%.0f', n) end

local function forget(meter)
  redis.call('DEL', meter.key)
  meter.used, meter.first = 0, meter.now
end

local function open_window(meter)
  meter.slice = meter.window / SLICES
  meter.now = math.floor(NOW / meter.slice)
  local known = redis.call('HMGET', meter.key, 'used', 'first')
  meter.used, meter.first = tonumber(known[1] or 0), tonumber(known[2] or meter.now)
  if meter.first > meter.now + SLICES then forget(meter) end -- the clock stepped back by more than the window
  local ahead = math.ceil(LEASE_MS / meter.slice)
  if meter.first > meter.now + ahead then meter.now = meter.first end -- or by less
  meter.last = meter.now + ahead
  while meter.used > 0 and meter.first <= meter.last do
    local units = redis.call('HGET', meter.key, whole(meter.first))
    if units and meter.first >= meter.now - SLICES then break end
    if units then
      meter.used = meter.used - units
      redis.call('HDEL', meter.key, whole(meter.first))
    end
    meter.first = meter.first + 1
  end
  if meter.first > meter.last then forget(meter) end
  if meter.used == 0 then meter.first = meter.now end
end

local function open_held(meter)
  local fields, others = redis.call('HGETALL', meter.key), 0
  for i = 1, #fields, 2 do
    local units, till = fields[i + 1]:match('^(%d+) (%d+)$')
    if fields[i] ~= OWN and tonumber(till) > NOW then others = others + units
    elseif fields[i] ~= OWN then redis.call('HDEL', meter.key, fields[i]) end
  end
  meter.used = others + meter.held
end

local function add(meter, slice, units)
  redis.call('HINCRBY', meter.key, whole(slice), whole(units))
  meter.first = math.min(meter.first, slice)
end

-- What is given back is taken from the newest slices, since it was counted shortly before.
local function store_added(meter)
  local slice, missing = meter.last, -meter.added
  if meter.added > 0 then add(meter, meter.now, meter.added) end
  while missing > 0 and slice >= meter.first do
    local units = tonumber(redis.call('HGET', meter.key, whole(slice)) or 0)
    if units > missing then redis.call('HINCRBY', meter.key, whole(slice), whole(-missing))
    else redis.call('HDEL', meter.key, whole(slice)) end
    slice, missing = slice - 1, missing - units
  end
end

local function close(meter)
  if meter.window > 0 then
    store_added(meter)
    redis.call('HSET', meter.key, 'used', whole(meter.used), 'first', whole(meter.first))
    redis.call('PEXPIRE', meter.key, whole(meter.window + 3 * meter.slice + LEASE_MS))
  elseif meter.held + meter.added > 0 then
    redis.call('HSET', meter.key, OWN, whole(meter.held + meter.added) .. ' ' .. whole(NOW + EXPIRY))
    redis.call('PEXPIRE', meter.key, whole(EXPIRY))
  else redis.call('HDEL', meter.key, OWN) end
end

-- The milliseconds until the oldest units no longer count.
local function reset(meter)
  if meter.window == 0 or meter.used == 0 then return 0 end
  return math.min(math.ceil((meter.first + SLICES + 1) * meter.slice) - NOW, math.ceil(meter.window + 2 * meter.slice + LEASE_MS))
end

-- What was not used of a lease is taken from the slice in which it was counted, if that still counts.
local function give_back(meter, units, duration, leased_at)
  local slice = math.floor(leased_at / meter.slice) + math.ceil(duration / meter.slice)
  local left = tonumber(redis.call('HGET', meter.key, whole(slice)) or 0) - units
  if left < 0 then return end
  meter.used = meter.used - units
  if meter.used == 0 then meter.first = meter.now end
  if left > 0 then redis.call('HINCRBY', meter.key, whole(slice), whole(-units)) else redis.call('HDEL', meter.key, whole(slice)) end
end

local meters, at = {}, 4
for i, key in ipairs(KEYS) do
  local meter = { key = key, quota = tonumber(ARGV[at]), window = tonumber(ARGV[at + 1]), held = tonumber(ARGV[at + 2]), added = 0 }
  if meter.window > 0 then open_window(meter) else open_held(meter) end
  meters[i] = meter
  at = at + 3
end

local function number()
  at = at + 1
  return tonumber(ARGV[at - 1])
end

-- Of several meters, those with a window.
local function windows()
  local found = {}
  for _ = 1, number() do
    local meter = meters[number()]
    if meter.window > 0 then found[#found + 1] = meter end
  end
  return found
end

for _ = 1, number() do
  local units, duration, leased_at = number(), number(), number()
  for _, meter in ipairs(windows()) do give_back(meter, units, duration, leased_at) end
end

local leases = {}
for i = 1, number() do
  leases[i] = { most = number(), units = number(), duration = number(), at = number(), meters = windows() }
end

local values = { whole(NOW) }
while ARGV[at] do
  local refused
  local last = at + 2 * ARGV[at]
  for i = at + 1, last, 2 do
    local meter, units = meters[tonumber(ARGV[i])], tonumber(ARGV[i + 1])
    -- What is larger than the quota is granted alone.
    if not refused and units > 0 and meter.used > 0 and meter.used + units > meter.quota then refused = tonumber(ARGV[i]) end
  end
  if not refused then
    for i = at + 1, last, 2 do
      local meter, units = meters[tonumber(ARGV[i])], tonumber(ARGV[i + 1])
      units = math.max(units, -meter.used) -- some of what is given back may no longer count
      meter.used, meter.added = meter.used + units, meter.added + units
    end
  end
  values[#values + 1] = whole(refused or 0)
  at = last + 1
end
for _, lease in ipairs(leases) do
  local duration, most = LEASE_MS, lease.most
  for _, meter in ipairs(lease.meters) do
    if lease.units > 0 then give_back(meter, lease.units, lease.duration, lease.at) end
    most = math.min(most, math.floor((meter.quota - meter.used) / LEASE_SHARE))
    if meter.used > meter.quota / 2 then duration = SHORT_LEASE_MS end
  end
  -- Units that are granted again are used until the former end meanwhile, so they count at least as long.
  if lease.units > 0 then duration = math.max(duration, math.min(lease.at + lease.duration - NOW, LEASE_MS)) end
  local units = math.max(most, lease.units)
  for _, meter in ipairs(lease.meters) do
    meter.used = meter.used + units
    if units > 0 then add(meter, meter.now + math.ceil(duration / meter.slice), units) end
  end
  values[#values + 1] = whole(units)
  values[#values + 1] = whole(duration)
end
for _, meter in ipairs(meters) do
  close(meter)
  values[#values + 1] = whole(meter.quota - meter.used)
  values[#values + 1] = whole(reset(meter))
end
return values
`
)

/** Redis keys of the meters of a key, all in one slot. */
const redisKey = (keyId: string, meter: string): string => `tg:limits:{${keyId}}:${meter}`

interface Asked {
  /** ID of this process. */
  owner: string
  expiryMs: number
  keyId: string
  meters: readonly MeterState[]
  requests: readonly Units[]
  leases: readonly LeaseRequest[]
  returns: readonly LeaseReturn[]
}

const partsOf = ({ units, duration, at }: LeaseTaken = { units: 0, duration: 0, at: 0 }): number[] => [units, duration, at]

/** Counts requests of one key in one command. With no requests, it stores what this process holds. */
export async function takeUnits(redis: RedisClient, { owner, expiryMs, keyId, meters, requests, leases, returns }: Asked): Promise<Taken> {
  const indexes = new Map(meters.map(({ name }, at) => [name, at + 1]))
  const indexOf = (name: string): number => indexes.get(name) ?? 0
  const indexesOf = (some: readonly Meter[]): number[] => [some.length, ...some.map(({ name }) => indexOf(name))]
  const reply = await runCommand(
    redis,
    TAKE,
    meters.map(({ name }) => redisKey(keyId, name)),
    [
      ...[owner, expiryMs, meters.length],
      ...meters.flatMap(({ quota, window, held }) => [quota, window, held]),
      ...[returns.length, ...returns.flatMap(one => [...partsOf(one), ...indexesOf(one.meters)])],
      ...[leases.length, ...leases.flatMap(one => [one.units, ...partsOf(one.continued), ...indexesOf(one.meters)])],
      ...requests.flatMap(parts => [parts.length, ...parts.flatMap(([meter, units]) => [indexOf(meter), units])])
    ]
  )
  const [at = 0, ...values] = Array.isArray(reply) ? reply.map(Number) : []
  const readings = new Map(
    meters.map(({ name }, index) => {
      const from = requests.length + 2 * (leases.length + index)
      return [name, { remaining: values[from] ?? 0, reset: values[from + 1] ?? 0 }]
    })
  )
  return {
    leases: leases.map((_, index) => {
      const [units = 0, duration = 0] = values.slice(requests.length + 2 * index)
      return { units, duration, at }
    }),
    requests: requests.map((_, index) => {
      const refusing = meters[(values[index] ?? 0) - 1]
      return refusing ? { meter: refusing.name, wait: readings.get(refusing.name)?.reset ?? 0 } : 'granted'
    }),
    readings
  }
}
