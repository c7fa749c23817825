import { createServer } from 'node:http'
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { ApprovalService } from '../access/approvals/approvals.ts'
import type { TelemetryConfig } from '../config/config.ts'
import type { Log } from '../contract/runtime.ts'
import { countLiveJobs } from '../jobs/store/job-counts.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { startSdk } from '../lib/telemetry/sdk.ts'
import { observe } from '../lib/telemetry/telemetry.ts'
import type { ObservedConnections } from '../systems/connections.ts'
import { PROMETHEUS_TYPE } from './plugins/telemetry.ts'

interface TelemetryOptions {
  config: TelemetryConfig
  version: string
  log: Log
}

export interface Telemetry {
  /** Returns the metrics of this process as Prometheus text. The first call starts to measure, if nothing did before. */
  metrics: () => Promise<string>
  /** Serves metrics on a port of their own, if one is configured. */
  listen: () => Promise<void>
  close: () => Promise<void>
}

/** Starts traces and metrics if they are configured. Otherwise, they cost nothing until metrics are read. */
export async function openTelemetry({ config, version, log }: TelemetryOptions): Promise<Telemetry> {
  const { otlpEndpoint, sampleRatio, metricsServer } = config
  const sdk = () => startSdk({ otlpEndpoint, sampleRatio, version, log })
  let isStarted = otlpEndpoint !== undefined || metricsServer !== undefined
  if (isStarted) await sdk()
  const metrics = async (): Promise<string> => {
    isStarted = true
    return await (await sdk()).prometheus()
  }
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    const text = await metrics().catch((err: unknown) => void log.error({ err }, 'Metrics could not be read'))
    return response.writeHead(text === undefined ? 500 : 200, { 'content-type': PROMETHEUS_TYPE }).end(text)
  })
  return {
    metrics,
    async listen() {
      if (!metricsServer) return
      const { host, port } = metricsServer
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
      log.info({ address: server.address() }, 'Metrics are served at /metrics of this address')
    },
    async close() {
      server.close()
      server.closeAllConnections()
      if (isStarted) await (await sdk()).close()
    }
  }
}

interface Observed {
  redis: RedisClient
  connections: Pick<ObservedConnections, 'budgets' | 'circuits'>
  approvals: Pick<ApprovalService, 'pending'>
}

/** Has the gauges of this process read. Returns a function that ends this. */
export function observeProcess({ redis, connections, approvals }: Observed): () => void {
  const eventLoop = eventLoopReader()
  const live = sharedFor(1_000, () => countLiveJobs(redis))
  const stops = [
    observe('jobs', async () =>
      (await live()).statuses.map(([status, value]) => ({ value, attributes: { 'toolgate.job.status': status } }))
    ),
    observe('queue_age', async () => [{ value: (await live()).queueAgeMs / 1000 }]),
    observe('budget', () =>
      connections
        .budgets()
        .map(({ system, instance, left }) => ({ value: left, attributes: { 'toolgate.system': system, 'toolgate.instance': instance } }))
    ),
    observe('circuit', async () =>
      (await connections.circuits()).map(({ system, instance, state }) => ({
        value: state === 'closed' ? 0 : 1,
        attributes: { 'toolgate.system': system, 'toolgate.instance': instance }
      }))
    ),
    observe('approvals', async () => [{ value: await approvals.pending() }]),
    observe('redis', async () => [{ value: (await pingMs(redis)) === undefined ? 0 : 1 }]),
    observe('redis_ping', async () => {
      const ms = await pingMs(redis)
      return ms === undefined ? [] : [{ value: ms / 1000 }]
    }),
    observe('event_loop_delay', () => [{ value: eventLoop.delay() }]),
    observe('event_loop_utilization', () => [{ value: eventLoop.utilization() }])
  ]
  return () => {
    for (const stop of stops) stop()
    eventLoop.stop()
  }
}

async function pingMs(redis: RedisClient): Promise<number | undefined> {
  const started = performance.now()
  const reply = await redis.ping().catch(() => undefined)
  return reply === 'PONG' ? performance.now() - started : undefined
}

/** Shares a result between calls within this time. */
function sharedFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined
  return () => {
    if (!last || performance.now() - last.at > milliseconds) last = { at: performance.now(), value: read() }
    return last.value
  }
}

const NANOSECONDS = 1e9

/** Reads the event loop. The delay is measured from the first read. */
function eventLoopReader() {
  let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined
  let since: EventLoopUtilization = performance.eventLoopUtilization()
  return {
    delay(): number {
      const seconds = histogram === undefined || histogram.count === 0 ? 0 : histogram.percentile(99) / NANOSECONDS
      if (histogram) histogram.reset()
      else {
        histogram = monitorEventLoopDelay()
        histogram.enable()
      }
      return seconds
    },
    utilization(): number {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, since)
      since = now
      return utilization
    },
    stop: (): void => void histogram?.disable()
  }
}
