import { randomUUID } from 'node:crypto'
import type { Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { withTimeout } from '../../lib/timeout.ts'
import { type Meter, type MeterState, takeUnits, type Units } from './meter-script.ts'

/** Time after which what a killed process held no longer counts, and interval at which a live one confirms it. */
const EXPIRY_MS = 30_000
const CONFIRM_MS = 10_000
/** Maximum wait for Redis, and time without requests to it after a failure. */
const RESPONSE_MS = 1_000
const PAUSE_MS = 1_000
const MAX_REQUESTS = 500

/** How much of each meter is left; absent if Redis is unavailable. `wait`: milliseconds after which a refused request may be granted; 0: unknown. */
export interface Grant {
  readings: ReadonlyMap<string, { remaining: number; reset: number }>
  refused?: { meter: string; wait: number }
  /** Gives back what is held. Called again, it does nothing. */
  release: () => void
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

/** What this process knows of a key. */
interface KeyState {
  waiting: Request[]
  isSending: boolean
  held: Map<string, Held>
  /** Until when a meter refuses everything, by the clock of this process. */
  full: Map<string, number>
}

const nothing = (): void => undefined

/**
 * Requests of a key that arrive while one is on its way to Redis share the next command. A key that has reached a limit does not ask again until units are
 * free.
 */
export function createLimiter(redis: RedisClient, log: Log): Limiter {
  const owner = randomUUID()
  const states = new Map<string, KeyState>()
  let pausedUntil = 0
  let isLogged = false

  /** Sends what waits, and what is held. Returns whether Redis has it. */
  async function send(keyId: string, state: KeyState): Promise<boolean> {
    const requests = state.waiting.splice(0, MAX_REQUESTS)
    const meters = metersOf(state, requests)
    const asked = { owner, expiryMs: EXPIRY_MS, keyId, meters: [...meters.values()], requests: requests.map(({ units }) => units) }
    const taken = performance.now() < pausedUntil ? undefined : await withTimeout(takeUnits(redis, asked), RESPONSE_MS).catch(failed)
    if (taken) {
      isLogged = false
      for (const [name, one] of state.held) one.stored = meters.get(name)?.held ?? one.stored
    }
    for (const [at, request] of requests.entries()) {
      const reply = taken?.requests[at] ?? 'granted'
      const readings = taken?.readings ?? new Map()
      if (reply === 'granted') request.resolve({ readings, release: hold(keyId, state, request, taken !== undefined) })
      else {
        if (reply.wait > 0) state.full.set(reply.meter, performance.now() + reply.wait)
        request.resolve({ readings, refused: reply, release: nothing })
      }
    }
    for (const [name, { units, stored }] of state.held) if (units === 0 && stored === 0) state.held.delete(name)
    return taken !== undefined
  }

  function failed(err: unknown): undefined {
    pausedUntil = performance.now() + PAUSE_MS
    if (!isLogged) log.warn({ err }, 'Redis is unavailable for the limits of keys: until it recovers, their calls are not counted')
    isLogged = true
    return undefined
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
    if (state.held.size === 0 && !isFull(state)) states.delete(keyId)
  }

  const timer = setInterval(() => {
    for (const [keyId, state] of states) start(keyId, state)
  }, CONFIRM_MS).unref()

  return {
    take(keyId, meters, units) {
      const state: KeyState = states.get(keyId) ?? { waiting: [], isSending: false, held: new Map(), full: new Map() }
      states.set(keyId, state)
      const now = performance.now()
      for (const [name] of units) {
        const wait = (state.full.get(name) ?? 0) - now
        if (wait <= 0) continue
        const readings = new Map([[name, { remaining: 0, reset: wait }]])
        return Promise.resolve({ readings, refused: { meter: name, wait }, release: nothing })
      }
      return new Promise(resolve => {
        state.waiting.push({ meters, units, resolve })
        start(keyId, state)
      })
    },
    close: () => clearInterval(timer)
  }
}

/** Returns the meters of a command: those that are held, and those of the requests. */
function metersOf({ held }: KeyState, requests: readonly Request[]): Map<string, MeterState> {
  const all = [...Array.from(held.values(), ({ meter }) => meter), ...requests.flatMap(({ meters }) => meters)]
  return new Map(all.map(meter => [meter.name, { ...meter, held: held.get(meter.name)?.units ?? 0 }]))
}

const hasChanged = ({ held }: KeyState): boolean => [...held.values()].some(({ units, stored }) => units !== stored)

const isFull = ({ full }: KeyState): boolean => [...full.values()].some(until => until > performance.now())
