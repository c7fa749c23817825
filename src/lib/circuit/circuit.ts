import { OperationError } from '../../contract/errors.ts'
import type { AttemptEnd, Circuit, CircuitState, Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../redis/connect.ts'
import { count } from '../telemetry/telemetry.ts'
import type { CircuitSettings } from './settings.ts'
import { type CircuitStore, memoryStore, redisStore, type Snapshot, storeWithFallback } from './store.ts'

/** The circuits of all upstreams that this process calls. */
export interface Circuits {
  /** The circuit of a host that an instance of a system calls. */
  of: (upstream: UpstreamName) => Circuit
  /** The state of the worst circuit of an instance. */
  state: (system: string, instance: string) => Promise<CircuitState>
  /** All circuits that were used. */
  all: () => Promise<{ system: string; instance: string; state: CircuitState }[]>
}

interface UpstreamName {
  system: string
  /** Display name of the system. */
  title: string
  instance: string
  host: string
}

/** A change of a circuit. Only the process that caused it reports it. */
export interface CircuitChange {
  system: string
  instance: string
  host: string
  /** `half_open`: one request is sent to check the upstream; `open`, too, if that fails. */
  state: CircuitState
  /** Requests in the window, and how many of them failed, if they opened it. */
  requests?: number
  failed?: number
}

/** Time after which what other processes counted is fetched again, before a request. */
const SYNC_MS = 1_000

export function createCircuits(
  redis: RedisClient,
  log: Log,
  settings: CircuitSettings,
  onChange: (change: CircuitChange) => void = () => undefined
): Circuits {
  const report = (change: CircuitChange): void => {
    const { system, instance, state } = change
    count('circuit_changes', 1, { 'toolgate.system': system, 'toolgate.instance': instance, 'toolgate.circuit.state': state })
    onChange(change)
  }
  const circuits = new Map<string, Circuit>()
  return {
    of(upstream) {
      const name = `${upstream.system}:${upstream.instance}:${upstream.host}`
      const circuit = circuits.get(name) ?? openedCircuit(upstream, storeOf(redis, name, settings), settings, { log, report })
      circuits.set(name, circuit)
      return circuit
    },
    all: async () =>
      await Promise.all([...circuits.values()].map(async ({ system, instance, state }) => ({ system, instance, state: await state() }))),
    async state(system, instance) {
      const own = [...circuits.values()].filter(circuit => circuit.system === system && circuit.instance === instance)
      const states = await Promise.all(own.map(circuit => circuit.state()))
      return (['open', 'half_open'] as const).find(state => states.includes(state)) ?? 'closed'
    }
  }
}

const storeOf = (redis: RedisClient, name: string, settings: CircuitSettings): CircuitStore =>
  storeWithFallback(redisStore(redis, name, settings), memoryStore(settings))

/**
 * The circuit of one upstream: closed until too many of the last requests failed; then open, so that requests fail at once; after `open_ms` one
 * request checks whether the upstream has recovered, and closes it or leaves it open for as long again.
 */
function openedCircuit(
  upstream: UpstreamName,
  store: CircuitStore,
  settings: CircuitSettings,
  { log, report }: { log: Log; report: (change: CircuitChange) => void }
): Circuit {
  let unsent = { succeeded: 0, failed: 0 }
  let seen = { tripped: false, openUntil: 0, at: Number.NEGATIVE_INFINITY }
  let pending: Promise<void> | undefined
  const { title: _, ...facts } = upstream

  function see({ tripped, open_ms }: Pick<Snapshot, 'tripped' | 'open_ms'>): void {
    const now = performance.now()
    seen = { tripped, openUntil: now + open_ms, at: now }
  }

  async function exchange(): Promise<void> {
    const counts = unsent
    unsent = { succeeded: 0, failed: 0 }
    const now = await store.add(counts)
    see(now)
    if (now.tripped || !isFailing(now, settings)) return
    const { failed, succeeded } = now
    const counted = { failed, requests: failed + succeeded }
    if (await store.claim()) {
      log.warn({ ...facts, ...counted, open_ms: settings.open_ms }, 'Circuit opened: the upstream is failing')
      report({ ...facts, state: 'open', ...counted })
    }
    see({ tripped: true, open_ms: settings.open_ms })
  }

  const sync = (): Promise<void> => {
    pending ??= exchange().finally(() => {
      pending = undefined
    })
    return pending
  }

  const record = (end: AttemptEnd): void => {
    if (end !== 'ignored') unsent[end] += 1
    if (end === 'failed') void sync()
  }

  async function check(): Promise<(end: AttemptEnd) => void> {
    const isMine = await store.claim()
    see({ tripped: true, open_ms: settings.open_ms })
    if (!isMine) throw circuitOpen(upstream, settings.open_ms)
    report({ ...facts, state: 'half_open' })
    return end => {
      if (end !== 'succeeded') return report({ ...facts, state: 'open' })
      seen = { ...seen, tripped: false }
      void store.close().then(() => {
        log.info(facts, 'Circuit closed: the upstream has recovered')
        report({ ...facts, state: 'closed' })
      })
    }
  }

  function admit(): Promise<typeof record> | typeof record {
    if (!seen.tripped) return record
    const left = seen.openUntil - performance.now()
    if (left > 0) throw circuitOpen(upstream, left)
    return check()
  }

  return {
    system: upstream.system,
    instance: upstream.instance,
    enter() {
      if (settings.failure_percent === 0) return () => undefined
      return pending || performance.now() - seen.at > SYNC_MS ? sync().then(admit) : admit()
    },
    async state() {
      await sync()
      if (!seen.tripped) return 'closed'
      return seen.openUntil > performance.now() ? 'open' : 'half_open'
    }
  }
}

const isFailing = ({ succeeded, failed }: Snapshot, { failure_percent, min_requests }: CircuitSettings): boolean =>
  failed + succeeded >= min_requests && failed * 100 >= failure_percent * (failed + succeeded)

function circuitOpen({ title, instance }: UpstreamName, left: number): OperationError {
  const retry_after_ms = Math.max(1, Math.ceil(left))
  const until = new Date(Date.now() + retry_after_ms).toISOString()
  return new OperationError(
    'circuit_open',
    `${title} (instance ${instance}) keeps failing, so the gateway sends it no requests until ${until}. Do not call it before then: every call fails immediately, without being executed.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      retry_after_ms,
      reset_time: until,
      suggestions: [
        `Continue with work that does not need ${title}, or report to the user that ${title} is unavailable.`,
        `Call again after ${until}, once: a single request then checks whether ${title} has recovered.`
      ]
    }
  )
}
