import type { Caller } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Limits } from '../../contract/limits.ts'
import { keyOf } from '../../contract/principal.ts'
import type { Admission, LimitsPort } from '../../pipeline/ports.ts'
import type { CallKind } from './leases.ts'
import type { CallGrant, Grant, Limiter } from './limiter.ts'
import type { Meter, Units } from './meter-script.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Wait before the next attempt if it is unknown, such as until a call in progress ends. */
const RETRY_AFTER_MS = 1_000

/** What a limit counts, for messages. */
interface Limit extends Meter {
  what: string
}

/** The limits that apply to calls to one system. */
interface CallLimits extends CallKind {
  meters: readonly Limit[]
  /** The field RateLimit-Policy. */
  policy: string
}

/** What limits the calls of a caller: by system, the same objects for all callers of a key. */
interface CallerLimits {
  keyId: string
  ofSystems: Map<string, CallLimits>
}

/** Creates the limits of keys. A key without limits costs nothing. */
export function createLimits(limiter: Limiter): LimitsPort {
  const bySystem = new WeakMap<Limits, Map<string, CallLimits>>()
  const callers = new WeakMap<Caller, CallerLimits>()
  const limitsOf = (caller: Caller, limits: Limits): CallerLimits => {
    const known = callers.get(caller)
    if (known) return known
    const ofSystems = bySystem.get(limits) ?? new Map<string, CallLimits>()
    const found = { keyId: keyOf(caller.id), ofSystems }
    bySystem.set(limits, ofSystems)
    callers.set(caller, found)
    return found
  }
  const onSystem = ({ ofSystems }: CallerLimits, limits: Limits, system: string): CallLimits => {
    const known = ofSystems.get(system)
    if (known) return known
    const found = ofCalls(limits, system)
    ofSystems.set(system, found)
    return found
  }
  const take = async ({ id }: Caller, limits: readonly Limit[], units: number): Promise<Pick<Grant, 'release' | 'giveBack'>> => {
    if (limits.length === 0 || units === 0) return UNLIMITED
    const grant = await limiter.take(keyOf(id), limits, unitsOf(limits, units))
    if (grant.refused) throw refusal(id, limits, grant.refused)
    return grant
  }
  return {
    admit(caller, system) {
      if (!caller.limits) return undefined
      const own = limitsOf(caller, caller.limits)
      const limits = onSystem(own, caller.limits, system)
      if (limits.meters.length === 0) return undefined
      const grant = limiter.takeCall(own.keyId, limits)
      return grant instanceof Promise ? grant.then(taken => admitted(caller, limits, taken)) : admitted(caller, limits, grant)
    },
    async holdStream(caller) {
      const { release } = await take(caller, limitOf('streams', caller.limits?.open_streams, 0, 'open streams'), 1)
      return release
    },
    async takeItems(caller, system, items) {
      const own = caller.limits?.systems?.find(one => one.system === system)
      const limits = [
        ...limitOf('items', caller.limits?.job_items_per_day, DAY_MS, 'items of jobs within a day'),
        ...limitOf(`${system}-items`, own?.job_items_per_day, DAY_MS, `items of jobs on ${system} within a day`)
      ]
      const { giveBack } = await take(caller, limits, items)
      return unsent => {
        if (unsent > 0) giveBack(unitsOf(limits, unsent))
      }
    }
  }
}

const UNLIMITED = { release: () => undefined, giveBack: () => undefined }

const unitsOf = (limits: readonly Limit[], units: number): Units => limits.map(({ name }) => [name, units])

/** Returns one limit, or none if it has no quota. */
const limitOf = (name: string, quota: number | undefined, window: number, what: string): Limit[] =>
  quota === undefined ? [] : [{ name, quota, window, what }]

function ofCalls(limits: Limits, system: string): CallLimits {
  const own = limits.systems?.find(one => one.system === system) ?? {}
  const all = [ratesOf(limits, '', ''), ratesOf(own, `${system}-`, ` on ${system}`)].flat()
  return { meters: all, units: unitsOf(all, 1), policy: all.map(policyOf).join(', ') }
}

const ratesOf = (limits: Limits, prefix: string, where: string): Limit[] => [
  ...limitOf(`${prefix}second`, limits.requests_per_second, SECOND_MS, `calls${where} within a second`),
  ...limitOf(`${prefix}minute`, limits.requests_per_minute, MINUTE_MS, `calls${where} within a minute`),
  ...limitOf(`${prefix}concurrent`, limits.concurrent_calls, 0, `calls${where} in progress`)
]

/** A quota policy of draft-ietf-httpapi-ratelimit-headers. */
const policyOf = ({ name, quota, window }: Meter): string =>
  `"${name}";q=${quota}${window === 0 ? ';qu="concurrent-requests"' : `;w=${window / SECOND_MS}`}`

function admitted({ id }: Caller, { meters, policy }: CallLimits, { refused, read, release }: CallGrant): Admission {
  const now = performance.now()
  let state = ''
  for (const meter of meters) {
    const reading = read(meter, now)
    if (!reading) continue
    const reset = meter.window === 0 ? '' : `;t=${Math.ceil(reading.reset / SECOND_MS)}`
    state += `${state === '' ? '' : ', '}"${meter.name}";r=${reading.remaining}${reset}`
  }
  const fields = state === '' ? { policy } : { policy, state }
  return refused ? { release, fields, refusal: refusal(id, meters, refused) } : { release, fields }
}

function refusal(callerId: string, limits: readonly Limit[], { meter, wait }: { meter: string; wait: number }): OperationError {
  const { quota = 0, what = 'calls', window = 0 } = limits.find(({ name }) => name === meter) ?? {}
  return new OperationError('rate_limit_exceeded', `The key ${keyOf(callerId)} has reached its limit of ${quota} ${what}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    retry_after_ms: Math.ceil(wait) || RETRY_AFTER_MS,
    limit: { name: meter, quota, ...(window > 0 && { window_seconds: window / SECOND_MS }) },
    suggestions: [
      window === 0 ? 'Wait until another one ends, and try again.' : 'Wait for retry_after_ms, then try again.',
      'If the limit is too low, ask the operator of this gateway to raise it.'
    ]
  })
}
