import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { Compile } from 'typebox/schema'
import type { Received } from './requests.ts'

/** Selects the requests that fail: those that match every given member. */
export interface Match {
  /** In upper case. Absent: any method. */
  method?: string
  /** A regular expression for the path with its query, as sent. */
  path?: string
  /** Text that the body contains, as JSON. */
  body?: string
}

/** How a request fails. Without `status` and `cut` it is only delayed. */
export interface FaultResponse {
  status?: number
  /** JSON, or text. */
  body?: unknown
  headers?: Record<string, string>
  /** Closes the connection without a response. */
  cut?: boolean
  /** Executes the request, then fails: only the response is lost. Default: the request is not executed. */
  after?: boolean
  delay_ms?: number
  /** Waits until the faults are cleared, so that a test decides when to continue. */
  hold?: boolean
}

export interface Fault {
  match: Match
  response: FaultResponse
  /** Number of requests that fail. Default 1. */
  times?: number
}

export type Faults = ReturnType<typeof createFaults>

const MAX_FAULTS = 1_000

const closed = { additionalProperties: false }
const shape = Compile(
  Type.Object(
    {
      match: Type.Object(
        { method: Type.Optional(Type.String()), path: Type.Optional(Type.String({ format: 'regex' })), body: Type.Optional(Type.String()) },
        closed
      ),
      response: Type.Object(
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

/** Returns the problem of a fault as a sentence; undefined if there is none. */
function problemOf(value: unknown): string | undefined {
  const [, [first] = []] = shape.Errors(value)
  return first && `${first.instancePath || 'The fault'} ${first.message}`
}

/** Faults that wait for a request. If several match, the oldest is used first. */
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
    /** Releases everything that waits. */
    end(): void {
      ended.abort()
      clear()
    },
    /** Waits until the response is due. */
    async pause({ delay_ms, hold }: FaultResponse): Promise<void> {
      if (delay_ms !== undefined) await sleep(delay_ms, undefined, ended).catch(() => undefined)
      if (hold && !ended.signal.aborted) await cleared.promise
    },
    /** Adds a fault. Returns its problem, or undefined. */
    add(value: unknown): string | undefined {
      if (!isFault(value)) return problemOf(value)
      if (waiting.length === MAX_FAULTS) return `There are ${MAX_FAULTS} faults already: DELETE /__sandbox/faults`
      waiting.push({ fault: value, left: value.times ?? 1 })
      return undefined
    },
    /** Returns the fault for this request, and uses it up. */
    take(received: Received): Fault | undefined {
      const found = waiting.find(({ fault }) => matches(fault.match, received))
      if (!found) return undefined
      found.left -= 1
      waiting = waiting.filter(({ left }) => left > 0)
      return found.fault
    }
  }
}

function matches(match: Match, { method, path, query, body }: Received): boolean {
  if (match.method !== undefined && match.method !== method) return false
  if (match.path !== undefined && !new RegExp(match.path).test(query === '' ? path : `${path}?${query}`)) return false
  return match.body === undefined || JSON.stringify(body).includes(match.body)
}
