import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OperationError } from '../../contract/errors.ts'

/** Mean delay of the event loop, in ms, from which the process counts as overloaded; and from which it refuses reads, too. */
const OVERLOADED_MS = 1_000
const REFUSES_READS_MS = 3_000
/** A process that is busy for a moment refuses nothing, and neither does one with few connections: less load would not help it. */
const MIN_MS = 1_000
const MIN_CONNECTIONS = 1_000
const SAMPLE_MS = 1_000
const RETRY_AFTER_MS = 2_000

/** Operations that may end the cause of the load, so they are never refused. */
const RELIEVING = ['jobs_cancel', 'jobs_pause', 'keys_delete', 'keys_revoke', 'keys_update']

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Serves requests even while the process is overloaded. */
    whileOverloaded?: boolean
  }
}

/** Settings, for tests. */
export type Overload = Partial<Record<'overloaded_ms' | 'refuses_reads_ms' | 'min_ms' | 'min_connections' | 'sample_ms', number>>

/** Refuses calls early while the event loop is late, so that those in progress end: first those that may change something, reads last. */
export function shedLoad(app: FastifyInstance, own: Overload = {}): void {
  const { overloaded_ms = OVERLOADED_MS, refuses_reads_ms = REFUSES_READS_MS, min_ms = MIN_MS, sample_ms = SAMPLE_MS } = own
  const { min_connections = MIN_CONNECTIONS } = own
  let [since, seen] = [-Infinity, -Infinity]
  app.register(underPressure, {
    maxEventLoopDelay: overloaded_ms,
    sampleInterval: sample_ms,
    async pressureHandler(request, _reply, _type, delay = 0) {
      const now = performance.now()
      if (now - seen > 2 * sample_ms) since = now
      seen = now
      if (now - since < min_ms || isServed(request) || (isRead(request) && delay <= refuses_reads_ms)) return
      if ((await connectionsOf(app)) > min_connections) throw overloaded()
    }
  })
}

const connectionsOf = ({ server }: FastifyInstance): Promise<number> =>
  new Promise(resolve => server.getConnections((_error, count) => resolve(count)))

const isServed = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.whileOverloaded === true || RELIEVING.includes(config.operation?.id ?? '')

const isRead = ({ method, routeOptions: { config } }: FastifyRequest): boolean =>
  method === 'GET' || config.operation?.permission === 'read'

const overloaded = (): OperationError =>
  new OperationError('busy', 'The gateway is overloaded and accepts no further call at the moment.', {
    source: 'gateway',
    outcome: 'not_executed',
    retry_after_ms: RETRY_AFTER_MS,
    suggestions: ['Send fewer calls at a time, and this one again after retry_after_ms.']
  })
