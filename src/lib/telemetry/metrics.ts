/** Version of OpenTelemetry's semantic conventions that names and attributes follow. Names that begin with `toolgate.` are our own. */
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.45.0'

/** Seconds, as the conventions advise for HTTP; then those of calls that may take minutes. */
const HTTP_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const CALL_SECONDS = [...HTTP_SECONDS, 30, 60, 120, 300]

interface MetricSpec {
  name: string
  /** `gauge`: read when metrics are collected. */
  kind: 'histogram' | 'counter' | 'gauge'
  unit: string
  description: string
  /** Every attribute that it may have. None identifies a caller. */
  attributes: readonly string[]
  /** Bounds of a histogram. */
  bounds?: readonly number[]
}

/** Every metric of the gateway: code, documents and tests read this table. */
export const METRICS = {
  http_server: {
    name: 'http.server.request.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of requests to the gateway.',
    attributes: ['http.request.method', 'http.route', 'http.response.status_code', 'url.scheme'],
    bounds: CALL_SECONDS
  },
  http_client: {
    name: 'http.client.request.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of attempts of requests to upstreams.',
    attributes: ['http.request.method', 'server.address', 'server.port', 'http.response.status_code', 'error.type'],
    bounds: CALL_SECONDS
  },
  mcp_server: {
    name: 'mcp.server.operation.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of requests of MCP clients.',
    attributes: ['mcp.method.name', 'error.type'],
    bounds: CALL_SECONDS
  },
  operation: {
    name: 'toolgate.operation.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of calls of operations, from any surface. error.type is the reason of the error.',
    attributes: ['toolgate.operation', 'toolgate.system', 'toolgate.outcome', 'error.type'],
    bounds: CALL_SECONDS
  },
  jobs: {
    name: 'toolgate.jobs',
    kind: 'gauge',
    unit: '{job}',
    description: 'Jobs that have not ended, of all processes.',
    attributes: ['toolgate.job.status']
  },
  queue_age: {
    name: 'toolgate.jobs.queue.age',
    kind: 'gauge',
    unit: 's',
    description: 'Time since the job that has waited longest for its first turn was created; 0 if none waits.',
    attributes: []
  },
  items: {
    name: 'toolgate.job.items',
    kind: 'counter',
    unit: '{item}',
    description: 'Items of jobs that got an outcome in this process.',
    attributes: ['toolgate.job.item.outcome']
  },
  budget: {
    name: 'toolgate.upstream.budget.remaining',
    kind: 'gauge',
    unit: '1',
    description: 'Share of the tightest rate limit of an instance that is left, 0 to 1, as of the last request of this process.',
    attributes: ['toolgate.system', 'toolgate.instance']
  },
  throttled: {
    name: 'toolgate.upstream.throttled',
    kind: 'counter',
    unit: '{request}',
    description: 'Requests that a rate limit refused: the limit of the upstream, or the budget of the gateway.',
    attributes: ['toolgate.system', 'toolgate.instance', 'toolgate.throttled_by']
  },
  approvals: {
    name: 'toolgate.approvals.pending',
    kind: 'gauge',
    unit: '{approval}',
    description: 'Pending approvals, of all processes.',
    attributes: []
  },
  circuit: {
    name: 'toolgate.upstream.circuit.open',
    kind: 'gauge',
    unit: '1',
    description: '1 while the circuit of an instance is open or half-open, else 0.',
    attributes: ['toolgate.system', 'toolgate.instance']
  },
  circuit_changes: {
    name: 'toolgate.upstream.circuit.changes',
    kind: 'counter',
    unit: '{change}',
    description: 'Changes of circuits that this process caused: opened, half-open (a request checks the upstream), or closed.',
    attributes: ['toolgate.system', 'toolgate.instance', 'toolgate.circuit.state']
  },
  webhooks: {
    name: 'toolgate.webhook.deliveries',
    kind: 'counter',
    unit: '{attempt}',
    description: 'Attempts to deliver a webhook.',
    attributes: ['toolgate.webhook.outcome']
  },
  redis: {
    name: 'toolgate.redis.up',
    kind: 'gauge',
    unit: '1',
    description: '1 if Redis responds to this process, else 0.',
    attributes: []
  },
  redis_ping: {
    name: 'toolgate.redis.ping.duration',
    kind: 'gauge',
    unit: 's',
    description: 'Time that Redis took to respond to a ping.',
    attributes: []
  },
  event_loop_delay: {
    name: 'nodejs.eventloop.delay.p99',
    kind: 'gauge',
    unit: 's',
    description: 'Event loop delay of this process since the last collection, 99th percentile.',
    attributes: []
  },
  event_loop_utilization: {
    name: 'nodejs.eventloop.utilization',
    kind: 'gauge',
    unit: '1',
    description: 'Share of the time since the last collection in which the event loop was busy.',
    attributes: []
  }
} as const satisfies Record<string, MetricSpec>

export type MetricId = keyof typeof METRICS
type OfKind<Kind extends MetricSpec['kind']> = { [Id in MetricId]: (typeof METRICS)[Id]['kind'] extends Kind ? Id : never }[MetricId]
export type HistogramId = OfKind<'histogram'>
export type CounterId = OfKind<'counter'>
export type GaugeId = OfKind<'gauge'>

/** Attributes of a metric; undefined ones are omitted. */
export type AttributesOf<Id extends MetricId> = { [Name in (typeof METRICS)[Id]['attributes'][number]]?: string | number | undefined }
