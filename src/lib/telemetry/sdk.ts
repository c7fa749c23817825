import type { DataPoint, Histogram, MetricData, MetricProducer, MetricReader } from '@opentelemetry/sdk-metrics'
import type { Log } from '../../contract/runtime.ts'
import type { Series } from './histogram.ts'
import { METRICS, SCHEMA_URL } from './metrics.ts'
import { disableMetrics, enableMetrics, enableTracing, type Instruments } from './telemetry.ts'

// Loads OpenTelemetry's SDK, on first use: most gateways run without it.

export interface SdkOptions {
  /** Base URL of an OTLP collector (protobuf over HTTP). Default: nothing is sent. */
  otlpEndpoint: string | undefined
  /** Share of the traces beginning here that are sent, 0 to 1. A trace that a caller began is sent if the caller sends it. */
  sampleRatio: number
  version: string
  log: Log
}

/** Metrics and traces of this process. There is one for all gateways of a process. */
export interface Sdk {
  /** Returns all metrics as Prometheus text. */
  prometheus: () => Promise<string>
  /** Sends what was not sent yet, and stops. */
  close: () => Promise<void>
}

const NAME = 'toolgate'

/** Maximum time that a stop waits for the collector. */
const FLUSH_MS = 3_000

let running: Promise<Sdk> | undefined

/** Starts metrics and, with a collector, traces; or returns what runs already. */
export function startSdk(options: SdkOptions): Promise<Sdk> {
  running ??= start(options).catch((error: unknown) => {
    running = undefined
    throw error
  })
  return running
}

async function start({ otlpEndpoint, sampleRatio, version, log }: SdkOptions): Promise<Sdk> {
  const { DiagLogLevel, diag } = await import('@opentelemetry/api')
  diag.setLogger(
    { error: log.warn.bind(log, {}), warn: log.warn.bind(log, {}), info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true }
  )
  const [{ MeterProvider }, { PrometheusExporter, PrometheusSerializer }, resource] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-prometheus'),
    resourceOf(version)
  ])
  const histograms = await histogramProducer(() => instruments, { resource, version })
  const prometheus = new PrometheusExporter({ preventServerStart: true, metricProducers: [histograms] })
  const pushed = otlpEndpoint === undefined ? [] : [await otlpReader(otlpEndpoint, histograms)]
  const meters = new MeterProvider({ resource, readers: [prometheus, ...pushed] })
  const instruments = enableMetrics(meters.getMeter(NAME, version, { schemaUrl: SCHEMA_URL }))
  const stopTracing = otlpEndpoint === undefined ? ignoreAsync : await startTracing(otlpEndpoint, { resource, sampleRatio, version })
  const serializer = new PrometheusSerializer('', false, undefined, false, true)
  return {
    async prometheus() {
      const { resourceMetrics, errors } = await prometheus.collect()
      for (const err of errors) log.warn({ err }, 'A metric could not be read')
      return `${serializer.serialize(resourceMetrics).trimEnd()}\n`
    },
    async close() {
      running = undefined
      disableMetrics()
      const stopped = Promise.allSettled([meters.shutdown(), stopTracing()])
      await Promise.race([stopped, new Promise(resolve => setTimeout(resolve, FLUSH_MS).unref())])
      diag.disable()
    }
  }
}

const ignore = (): void => undefined
const ignoreAsync = async (): Promise<void> => undefined

/** The service, and what OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES state. */
async function resourceOf(version: string) {
  const { detectResources, resourceAttributesEnvDetector, resourceFromAttributes, serviceInstanceIdDetector, serviceNameEnvDetector } =
    await import('@opentelemetry/resources')
  const own = resourceFromAttributes({ 'service.name': NAME, 'service.version': version })
  return own.merge(detectResources({ detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector] }))
}

type Resource = Awaited<ReturnType<typeof resourceOf>>

/** Passes the histograms of this process to a reader of metrics. They count from the start of the SDK, whatever the reader prefers. */
async function histogramProducer(
  instruments: () => Instruments,
  { resource, version }: { resource: Resource; version: string }
): Promise<MetricProducer> {
  const [{ AggregationTemporality, DataPointType }, { ValueType }, { millisToHrTime }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/api'),
    import('@opentelemetry/core')
  ])
  const startTime = millisToHrTime(Date.now())
  return {
    async collect() {
      const endTime = millisToHrTime(Date.now())
      const metrics = [...instruments().histograms].map(([id, histogram]): MetricData => {
        const { name, description, unit, bounds } = METRICS[id]
        const pointOf = ({ attributes, sum, counts }: Series): DataPoint<Histogram> => {
          const count = counts.reduce((total, one) => total + one, 0)
          return { startTime, endTime, attributes, value: { count, sum, buckets: { boundaries: [...bounds], counts: [...counts] } } }
        }
        return {
          descriptor: { name, description, unit, valueType: ValueType.DOUBLE },
          aggregationTemporality: AggregationTemporality.CUMULATIVE,
          dataPointType: DataPointType.HISTOGRAM,
          dataPoints: [...histogram.series()].map(pointOf)
        }
      })
      const used = metrics.filter(({ dataPoints }) => dataPoints.length > 0)
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: NAME, version, schemaUrl: SCHEMA_URL }, metrics: used }] },
        errors: []
      }
    }
  }
}

async function otlpReader(endpoint: string, histograms: MetricProducer): Promise<MetricReader> {
  const [{ PeriodicExportingMetricReader }, { OTLPMetricExporter }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-metrics-otlp-proto')
  ])
  const exporter = new OTLPMetricExporter({ url: below(endpoint, 'v1/metrics') })
  return new PeriodicExportingMetricReader({ exporter, metricProducers: [histograms] })
}

interface Tracing extends Pick<SdkOptions, 'sampleRatio' | 'version'> {
  resource: Resource
}

async function startTracing(endpoint: string, { resource, sampleRatio, version }: Tracing): Promise<() => Promise<void>> {
  const [
    api,
    { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider },
    { OTLPTraceExporter },
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator }
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core')
  ])
  const { context, propagation } = api
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const exporter = new OTLPTraceExporter({ url: below(endpoint, 'v1/traces') })
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) })
  const provider = new TracerProvider({ resource, sampler, spanProcessors: [new BatchSpanProcessor({ exporter })] })
  enableTracing({ api, tracer: provider.getTracer(NAME, version, { schemaUrl: SCHEMA_URL }) })
  return async () => {
    enableTracing(undefined)
    await provider.shutdown()
    context.disable()
    propagation.disable()
  }
}

/** The endpoint of OTEL_EXPORTER_OTLP_ENDPOINT is a base URL: each signal has its own path. */
const below = (endpoint: string, path: string): string => new URL(path, endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href
