import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { Compile } from 'typebox/schema'
import type { Received } from './requests.ts'

/** Which requests fail: those that all of these fit. */
export interface Match {
  /** In capitals; absent: any. */
  method?: string
  /** A regular expression for the path with its query, as sent. */
  path?: string
  /** Text that the body holds, as JSON. */
  body?: string
}

/** How a request fails. Without `status` and `cut` it only waits. */
export interface FaultAnswer {
  status?: number
  /** JSON, or text as it is. */
  body?: unknown
  headers?: Record<string, string>
  /** The connection ends without an answer. */
  cut?: boolean
  /** First do what was asked for, then fail: the answer is lost, the deed is not. Default: nothing is done. */
  after?: boolean
  delay_ms?: number
  /** Wait first until the faults are cleared: for a test that decides itself when to go on. */
  hold?: boolean
}

export interface Fault {
  match: Match
  answer: FaultAnswer
  /** How many requests fail. Default 1. */
  times?: number
}

export type Faults = ReturnType<typeof createFaults>

const MOST_FAULTS = 1_000

const closed = { additionalProperties: false }
const shape = Compile(
  Type.Object(
    {
      match: Type.Object(
        { method: Type.Optional(Type.String()), path: Type.Optional(Type.String({ format: 'regex' })), body: Type.Optional(Type.String()) },
        closed
      ),
      answer: Type.Object(
        {
          status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
          body: Type.Optional(Type.Unknown()),
          headers: Type.Optional(Type.Record(Type.String(), Type.String())),
          cut: Type.Optional(Type.Boolean()),
          after: Type.Optional(Type.Boolean()),
          delay_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
          hold: Type.Optional(Type.Boolean())
        },
        closed
      ),
      times: Type.Optional(Type.Integer({ minimum: 1 }))
    },
    closed
  )
)

const isFault = (value: unknown): value is Fault => shape.Check(value)

/** What is wrong with a fault, as a sentence; undefined where nothing is. */
function wrongWith(value: unknown): string | undefined {
  const [, [first] = []] = shape.Errors(value)
  return first && `${first.instancePath || 'The fault'} ${first.message}`
}

/** Faults that wait for a request. Of several that fit one, the eldest is used up first. */
export function createFaults() {
  let waiting: { fault: Fault; left: number }[] = []
  let cleared = Promise.withResolvers<void>()
  const ended = new AbortController()
  function clear(): void {
    waiting = []
    cleared.resolve()
    cleared = Promise.withResolvers()
  }
  return {
    clear,
    /** Nothing waits any more. */
    end(): void {
      ended.abort()
      clear()
    },
    /** Until it is time for the answer. */
    async pause({ delay_ms, hold }: FaultAnswer): Promise<void> {
      if (delay_ms !== undefined) await sleep(delay_ms, undefined, ended).catch(() => undefined)
      if (hold && !ended.signal.aborted) await cleared.promise
    },
    /** Answers what is wrong with it, or undefined. */
    add(value: unknown): string | undefined {
      if (!isFault(value)) return wrongWith(value)
      if (waiting.length === MOST_FAULTS) return `There are ${MOST_FAULTS} faults already: DELETE /__sandbox/faults`
      waiting.push({ fault: value, left: value.times ?? 1 })
      return undefined
    },
    /** The fault that this request meets. */
    take(received: Received): Fault | undefined {
      const found = waiting.find(({ fault }) => fits(fault.match, received))
      if (!found) return undefined
      found.left -= 1
      waiting = waiting.filter(({ left }) => left > 0)
      return found.fault
    }
  }
}

function fits(match: Match, { method, path, query, body }: Received): boolean {
  if (match.method !== undefined && match.method !== method) return false
  if (match.path !== undefined && !new RegExp(match.path).test(query === '' ? path : `${path}?${query}`)) return false
  return match.body === undefined || JSON.stringify(body).includes(match.body)
}
