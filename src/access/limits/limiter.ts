import { randomUUID } from 'node:crypto'
import type { Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { watchOutage } from '../../lib/redis/outage.ts'
import { withTimeout } from '../../lib/timeout.ts'
import { type Meter, type MeterState, takeUnits, type Units } from './meter-script.ts'

/** Time after which what a killed process held no longer counts, and interval at which a live one confirms it. */
const EXPIRY_MS = 30_000
const CONFIRM_MS = 10_000
/** Maximum wait for Redis, and maximum requests of one command. */
const RESPONSE_MS = 1_000
const MAX_REQUESTS = 500

/** Maximum time for which a refusal is repeated without asking Redis: meanwhile the quota may be raised, and units may be given back. */
const REPEAT_MS = 1_000

/** How much of each meter is left; absent if Redis is unavailable. `wait`: milliseconds after which a refused request may be granted; 0: unknown. */
export interface Grant {
  readings: ReadonlyMap<string, { remaining: number; reset: number }>
  refused?: { meter: string; wait: number }
  /** Gives back what is held. Called again, it does nothing. */
  release: () => void
  /** Gives back units with a window that were not used. If they were not counted, it does nothing. */
  giveBack: (units: Units) => void
}

/** Counts what keys use, over all processes. */
export interface Limiter {
  /** Takes units of meters of one key. If Redis is unavailable, they are granted and not counted. */
  take: (keyId: string, meters: readonly Meter[], units: Units) => Promise<Grant>
  close: () => void
}

interface Request {
  meters: readonly Meter[]
  units: Units
  resolve: (grant: Grant) => void
}

/** Units without a window of one meter of a key. */
interface Held {
  meter: Meter
  /** What this process holds, and what Redis has stored of that. */
  units: number
  stored: number
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
  waiting: Request[]
  isSending: boolean
  held: Map<string, Held>
  /** The latest refusal of each meter. */
  refusals: Map<string, Refusal>
}

const nothing = (): void => undefined

/**
 * Requests of a key that arrive while one is on its way to Redis share the next command. A key that has reached a limit asks Redis for as many units again
 * once a second at most.
 */
export function createLimiter(redis: RedisClient, log: Log): Limiter {
  const owner = randomUUID()
  const states = new Map<string, KeyState>()
  const outage = watchOutage(log, 'Redis is unavailable for the limits of keys: until it recovers, their calls are not counted')

  /** Sends what waits, and what is held. Returns whether Redis has it. */
  async function send(keyId: string, state: KeyState): Promise<boolean> {
    const requests = state.waiting.splice(0, MAX_REQUESTS)
    const meters = metersOf(state, requests)
    const asked = { owner, expiryMs: EXPIRY_MS, keyId, meters: [...meters.values()], requests: requests.map(({ units }) => units) }
    const taken = outage.isOn() ? undefined : await withTimeout(takeUnits(redis, asked), RESPONSE_MS).catch(outage.begin)
    if (taken) {
      outage.end()
      for (const [name, one] of state.held) one.stored = meters.get(name)?.held ?? one.stored
    }
    for (const [at, request] of requests.entries()) {
      const reply = taken?.requests[at] ?? 'granted'
      const readings = taken?.readings ?? new Map()
      if (reply === 'granted') {
        const giveBack = taken ? (unused: Units) => void take(keyId, request.meters, negative(unused)) : nothing
        request.resolve({ readings, release: hold(keyId, state, request, taken !== undefined), giveBack })
      } else {
        noteRefusal(state, request, reply)
        request.resolve({ readings, refused: reply, ...NOTHING_TAKEN })
      }
    }
    for (const [name, { units, stored }] of state.held) if (units === 0 && stored === 0) state.held.delete(name)
    return taken !== undefined
  }

  /** Holds the units that have no window. Returns what gives them back. */
  function hold(keyId: string, state: KeyState, { meters, units }: Request, isStored: boolean): () => void {
    const held = meters.flatMap(meter => {
      const count = units.find(([name]) => name === meter.name)?.[1]
      if (meter.window > 0 || count === undefined) return []
      const one = state.held.get(meter.name) ?? { meter, units: 0, stored: 0 }
      state.held.set(meter.name, one)
      one.units += count
      if (isStored) one.stored += count
      return { one, count }
    })
    if (held.length === 0) return nothing
    return () => {
      for (const { one, count } of held.splice(0)) one.units -= count
      start(keyId, state)
    }
  }

  /** One command of a key is on its way at a time, so that the numbers that it stores are the newest. */
  function start(keyId: string, state: KeyState): void {
    if (state.isSending) return
    state.isSending = true
    void sendAll(keyId, state)
  }

  async function sendAll(keyId: string, state: KeyState): Promise<void> {
    let isStored = true
    do {
      await Promise.resolve() // what else begins now shares the command
      isStored = await send(keyId, state)
    } while (state.waiting.length > 0 || (isStored && hasChanged(state)))
    state.isSending = false
    forgetIdle(keyId, state)
  }

  function forgetIdle(keyId: string, state: KeyState): void {
    if (!state.isSending && state.held.size === 0 && !isRefusing(state)) states.delete(keyId)
  }

  async function take(keyId: string, meters: readonly Meter[], units: Units): Promise<Grant> {
    const state: KeyState = states.get(keyId) ?? { waiting: [], isSending: false, held: new Map(), refusals: new Map() }
    states.set(keyId, state)
    const refused = repeatedRefusal(state, units)
    if (refused) return { readings: new Map([[refused.meter, { remaining: 0, reset: refused.wait }]]), refused, ...NOTHING_TAKEN }
    return await new Promise(resolve => {
      state.waiting.push({ meters, units, resolve })
      start(keyId, state)
    })
  }

  const timer = setInterval(() => {
    for (const [keyId, state] of states) {
      if (state.held.size > 0) start(keyId, state)
      else forgetIdle(keyId, state)
    }
  }, CONFIRM_MS).unref()

  return { take, close: () => clearInterval(timer) }
}

const negative = (units: Units): Units => units.map(([meter, count]) => [meter, -count])

const NOTHING_TAKEN = { release: nothing, giveBack: nothing }

/** Returns the meters of a command: those that are held, and those of the requests. */
function metersOf({ held }: KeyState, requests: readonly Request[]): Map<string, MeterState> {
  const all = [...Array.from(held.values(), ({ meter }) => meter), ...requests.flatMap(({ meters }) => meters)]
  return new Map(all.map(meter => [meter.name, { ...meter, held: held.get(meter.name)?.units ?? 0 }]))
}

const hasChanged = ({ held }: KeyState): boolean => [...held.values()].some(({ units, stored }) => units !== stored)

/** Remembers a refusal, so that it can be repeated. */
function noteRefusal({ refusals }: KeyState, { units }: Request, { meter, wait }: { meter: string; wait: number }): void {
  const now = performance.now()
  const count = units.find(([name]) => name === meter)?.[1] ?? 0
  if (wait > 0) refusals.set(meter, { units: count, ends: now + wait, repeatsUntil: now + Math.min(wait, REPEAT_MS) })
}

/** Returns a refusal of as many units, or of fewer, that is too recent to ask again. */
function repeatedRefusal({ refusals }: KeyState, units: Units): Grant['refused'] {
  const now = performance.now()
  for (const [meter, count] of units) {
    const known = refusals.get(meter)
    if (known && known.repeatsUntil > now && count >= known.units) return { meter, wait: known.ends - now }
  }
  return undefined
}

const isRefusing = ({ refusals }: KeyState): boolean => [...refusals.values()].some(({ repeatsUntil }) => repeatsUntil > performance.now())
