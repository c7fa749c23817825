import { randomUUID } from 'node:crypto'
import type { Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { watchOutage } from '../../lib/redis/outage.ts'
import { withTimeout } from '../../lib/timeout.ts'
import { type CallKind, createLeases, type Leases, useUnit } from './leases.ts'
import { LEASE_MS, LEASE_SHARE, type Meter, type MeterState, type Reading, type Taken, takeUnits, type Units } from './meter-script.ts'

/** Time after which what a killed process held no longer counts, and interval at which a live one confirms it. */
const EXPIRY_MS = 30_000
const CONFIRM_MS = 10_000
/** Maximum wait for Redis, and maximum requests of one command. */
const RESPONSE_MS = 1_000
const MAX_REQUESTS = 500
/** Maximum time for which a refusal is repeated without asking Redis: meanwhile the quota may be raised, and units may be given back. */
const REPEAT_MS = 1_000

/** `wait`: milliseconds after which the request may be granted; 0: unknown. */
interface Refused {
  meter: string
  wait: number
}

export interface Grant {
  refused?: Refused
  /** Returns what is left of a meter; undefined if Redis is unavailable. `now`: `performance.now()`, if the caller has it. */
  read: (meter: Meter, now?: number) => Reading | undefined
  /** Gives back what is held. Called again, it does nothing. */
  release: () => void
  /** Gives back units with a window that were not used. If they were not counted, it does nothing. */
  giveBack: (units: Units) => void
}

/** A call that was granted was made, so nothing of it is given back. */
export type CallGrant = Omit<Grant, 'giveBack'>

/** Counts what keys use, over all processes. */
export interface Limiter {
  /** Takes units of meters of one key. If Redis is unavailable, they are granted and not counted. */
  take: (keyId: string, meters: readonly Meter[], units: Units) => Promise<Grant>
  /** The same for a call. No promise if Redis need not be asked. */
  takeCall: (keyId: string, kind: CallKind) => Promise<CallGrant> | CallGrant
  /** Gives back what this process has in advance. */
  close: () => Promise<void>
}

interface Request {
  meters: readonly Meter[]
  units: Units
  /** Absent if it is not a call. */
  kind?: CallKind | undefined
  resolve: (grant: Grant) => void
}

/** Units without a window of one meter of a key. */
interface Held {
  meter: Meter
  /** What this process holds. Redis has stored at most `spare` units more, so that the next call needs no command. */
  units: number
  stored: number
  spare: number
  /** More was held than the quota, which was lowered, when Redis was asked last. What ends is then given back before anything begins. */
  isOver: boolean
  /** The most that were held in this period of the timer, and in the one before: that many stay stored. */
  peak: number
  peakBefore: number
}

/** A refusal by a meter. Times are those of this process. */
interface Refusal {
  units: number
  /** When the oldest units of the meter no longer count. */
  ends: number
  repeatsUntil: number
}

/** What this process knows of a key. */
interface KeyState {
  id: string
  waiting: Request[]
  sending: Promise<void> | undefined
  held: Map<string, Held>
  leases: Leases
  /** Runs while something is leased that could be given back. */
  timer: NodeJS.Timeout | undefined
  /** What Redis reported last, and when. */
  readings: Map<string, Reading & { at: number }>
  /** The latest refusal of each meter. */
  refusals: Map<string, Refusal>
}

const nothing = (): undefined => undefined

/**
 * Requests of a key that arrive while one is on its way to Redis share the next command. As long as much of a quota is left, each process also takes units in
 * advance, for the calls of the next moment, which then need no command. Near the limit, every call is counted in Redis. A key that has reached a limit asks
 * Redis for as many units again once a second at most.
 */
export function createLimiter(redis: RedisClient, log: Log): Limiter {
  const owner = randomUUID()
  const states = new Map<string, KeyState>()
  const outage = watchOutage(log, 'Redis is unavailable for the limits of keys: until it recovers, their calls are not counted')

  /** Sends what waits, what is held and what was not used. Returns whether Redis has it. */
  async function send(state: KeyState): Promise<boolean> {
    const requests = state.waiting.splice(0, MAX_REQUESTS)
    const sentAt = performance.now()
    const { wanted, returns } = state.leases.next(
      requests.map(({ kind }) => kind),
      sentAt
    )
    noteQuotas(state, requests)
    const meters = metersOf(state, requests, [...wanted, ...returns])
    giveUp(state, meters)
    const asked = {
      owner,
      expiryMs: EXPIRY_MS,
      keyId: state.id,
      meters: [...meters.values()],
      requests: requests.map(({ units }) => units),
      leases: wanted,
      returns
    }
    const taken = outage.isOn() ? undefined : await withTimeout(takeUnits(redis, asked), RESPONSE_MS).catch(outage.begin)
    if (taken) {
      outage.end()
      noteReadings(state, meters, taken)
    }
    for (const [index, request] of requests.entries()) {
      const reply = taken?.requests[index] ?? 'granted'
      const read = taken ? reader(state, request.kind) : nothing
      if (reply === 'granted') {
        const giveBack = taken ? (unused: Units) => void take(state.id, request.meters, negative(unused)) : nothing
        request.resolve({ read, release: hold(state, request, taken !== undefined), giveBack })
      } else {
        noteRefusal(state, request, reply)
        request.resolve({ read, refused: reply, ...NOTHING_TAKEN })
      }
    }
    state.leases.note(wanted, taken?.leases, sentAt)
    if (wanted.length > 0) startTimer(state)
    for (const [name, { units, stored }] of state.held) if (units === 0 && stored === 0) state.held.delete(name)
    return taken !== undefined
  }

  /** Holds the units that have no window. Returns what gives them back. */
  function hold(state: KeyState, { meters, units }: Request, isStored: boolean): () => void {
    const held = meters.flatMap(meter => {
      const count = units.find(([name]) => name === meter.name)?.[1]
      if (meter.window > 0 || count === undefined) return []
      const spare = spareOf(state.readings.get(meter.name))
      const one = state.held.get(meter.name) ?? { meter, units: 0, stored: 0, spare, isOver: false, peak: 0, peakBefore: 0 }
      state.held.set(meter.name, one)
      if (isStored) one.stored += count
      return { one, count }
    })
    return holding(state, held)
  }

  /** Counts units that are stored. Returns what gives them back. */
  function holding(state: KeyState, held: { one: Held; count: number }[]): () => void {
    if (held.length === 0) return nothing
    for (const { one, count } of held) {
      one.units += count
      one.peak = Math.max(one.peak, one.units)
    }
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      let isAnyDue = false
      for (const { one, count } of held) {
        one.units -= count
        isAnyDue ||= isDue(one)
      }
      if (isAnyDue) start(state)
      else startTimer(state)
    }
  }

  /** Takes the units of a call from the lease of its kind; undefined if that has none left. */
  function takeLeased(state: KeyState, kind: CallKind): CallGrant | undefined {
    const now = performance.now()
    const lease = state.leases.usable(kind, now)
    if (!lease) return undefined
    const held: { one: Held; count: number }[] = []
    for (const { name, window } of kind.meters) {
      if (window > 0) continue
      const one = state.held.get(name)
      if (!one || one.isOver || one.units >= one.stored) return undefined
      held.push({ one, count: 1 })
    }
    if (useUnit(lease, now)) start(state)
    return { read: reader(state, kind), release: holding(state, held) }
  }

  /** One command of a key is on its way at a time, so that the numbers that it stores are the newest. */
  function start(state: KeyState): void {
    state.sending ??= sendAll(state)
  }

  async function sendAll(state: KeyState): Promise<void> {
    let isStored = true
    do {
      await Promise.resolve() // what else begins now shares the command
      isStored = await send(state)
    } while (state.waiting.length > 0 || (isStored && state.held.values().some(isDue)))
    state.sending = undefined
    forgetIdle(state)
  }

  /** Returns what was leased and is no longer used, soon after the lease ends. */
  function startTimer(state: KeyState): void {
    if (state.timer) return
    state.timer = setTimeout(() => {
      state.timer = undefined
      for (const one of state.held.values()) [one.peakBefore, one.peak] = [one.peak, one.units]
      if (state.leases.isUnused(performance.now()) || state.held.values().some(one => toStore(one) < one.stored)) start(state)
      if (isLeasing(state)) startTimer(state)
    }, LEASE_MS).unref()
  }

  function forgetIdle(state: KeyState): void {
    const isExpecting = state.leases.forget(performance.now())
    if (!state.sending && state.held.size === 0 && !isExpecting && !isRefusing(state)) states.delete(state.id)
  }

  function stateOf(id: string): KeyState {
    const known = states.get(id)
    if (known) return known
    const maps = { held: new Map(), leases: createLeases(), readings: new Map(), refusals: new Map() }
    const state = { id, waiting: [], sending: undefined, timer: undefined, ...maps }
    states.set(id, state)
    return state
  }

  async function giveBackAll(state: KeyState): Promise<void> {
    await state.sending
    clearTimeout(state.timer)
    state.leases.end()
    for (const one of state.held.values()) one.peak = one.peakBefore = one.units
    if (isLeasing(state)) start(state)
    await state.sending
  }

  const queue = (state: KeyState, request: Omit<Request, 'resolve'>): Promise<Grant> =>
    new Promise(resolve => {
      state.waiting.push({ ...request, resolve })
      start(state)
    })

  async function take(keyId: string, meters: readonly Meter[], units: Units): Promise<Grant> {
    const state = stateOf(keyId)
    return repeatedRefusal(state, units) ?? (await queue(state, { meters, units }))
  }

  const timer = setInterval(() => {
    for (const state of states.values()) {
      if (state.held.size > 0) start(state)
      else forgetIdle(state)
    }
  }, CONFIRM_MS).unref()

  return {
    take,
    takeCall(keyId, kind) {
      const state = stateOf(keyId)
      return takeLeased(state, kind) ?? repeatedRefusal(state, kind.units) ?? queue(state, { ...kind, kind })
    },
    async close() {
      clearInterval(timer)
      await Promise.all(Array.from(states.values(), giveBackAll))
    }
  }
}

const negative = (units: Units): Units => units.map(([meter, count]) => [meter, -count])

const NOTHING_TAKEN = { release: nothing, giveBack: nothing }

/** Returns the units that the next command stores, so that calls which begin soon need none. `asked`: units that it asks for in addition. */
const toStore = ({ units, spare, peak, peakBefore }: Held, asked = 0): number =>
  Math.max(units, Math.min(Math.max(peak, peakBefore), units + spare) - asked)

/** Whether what Redis has stored differs too much from what this process holds. */
const isDue = ({ units, stored, spare }: Held): boolean => units > stored || stored - units > spare

const spareOf = (reading: Reading | undefined): number => Math.max(0, Math.floor((reading?.remaining ?? 0) / LEASE_SHARE))

const isLeasing = ({ leases, held }: KeyState): boolean => leases.isLeft() || held.values().some(({ units, stored }) => stored > units)

/** Returns the meters of a command: those of leases, those that are held, and those of the requests. */
function metersOf(
  { held }: KeyState,
  requests: readonly Request[],
  leases: readonly { meters: readonly Meter[] }[]
): Map<string, MeterState> {
  const asked = new Map<string, number>()
  for (const [name, units] of requests.flatMap(({ units }) => units)) asked.set(name, (asked.get(name) ?? 0) + units)
  const named = [...leases, ...requests].flatMap(({ meters }) => meters)
  const stored = (one: Held | undefined): number => (one ? toStore(one, asked.get(one.meter.name)) : 0)
  return new Map(
    [...Array.from(held.values(), ({ meter }) => meter), ...named].map(meter => [
      meter.name,
      { ...meter, held: stored(held.get(meter.name)) }
    ])
  )
}

/** A changed quota applies to what is held already. */
function noteQuotas({ held }: KeyState, requests: readonly Request[]): void {
  for (const meter of requests.flatMap(({ meters }) => meters)) {
    const one = held.get(meter.name)
    if (one) one.meter = meter
  }
}

/** Uses no more than a command stores: other processes may have the rest before this one reads the response. */
function giveUp({ held }: KeyState, meters: ReadonlyMap<string, MeterState>): void {
  for (const [name, one] of held) one.stored = Math.min(one.stored, meters.get(name)?.held ?? one.stored)
}

function noteReadings({ held, readings }: KeyState, meters: ReadonlyMap<string, MeterState>, taken: Taken): void {
  const at = performance.now()
  for (const [name, reading] of taken.readings) {
    readings.set(name, { ...reading, at })
    const one = held.get(name)
    if (!one) continue
    one.stored = meters.get(name)?.held ?? one.stored
    one.spare = spareOf(reading)
    one.isOver = reading.remaining < 0
  }
}

/** Reads what is left of meters as Redis reported it last, and what this process has in advance, which Redis counts as used. */
const reader =
  ({ readings, held, leases }: KeyState, kind: CallKind | undefined) =>
  ({ name }: Meter, now = performance.now()): Reading | undefined => {
    const known = readings.get(name)
    const one = held.get(name)
    const own = one ? one.stored - one.units : kind && leases.left(kind)
    return known && { remaining: Math.max(0, known.remaining + (own ?? 0)), reset: Math.max(0, known.reset - (now - known.at)) }
  }

/** Remembers a refusal, so that it can be repeated. */
function noteRefusal({ refusals }: KeyState, { units }: Request, { meter, wait }: Refused): void {
  const now = performance.now()
  const count = units.find(([name]) => name === meter)?.[1] ?? 0
  if (wait > 0) refusals.set(meter, { units: count, ends: now + wait, repeatsUntil: now + Math.min(wait, REPEAT_MS) })
}

/** Returns a refusal of as many units, or of fewer, that is too recent to ask again. */
function repeatedRefusal({ refusals }: KeyState, units: Units): Grant | undefined {
  if (refusals.size === 0) return undefined
  const now = performance.now()
  for (const [meter, count] of units) {
    const known = refusals.get(meter)
    if (!known || known.repeatsUntil <= now || count < known.units) continue
    const wait = known.ends - now
    return { refused: { meter, wait }, read: ({ name }) => (name === meter ? { remaining: 0, reset: wait } : undefined), ...NOTHING_TAKEN }
  }
  return undefined
}

const isRefusing = ({ refusals }: KeyState): boolean => refusals.values().some(({ repeatsUntil }) => repeatsUntil > performance.now())
