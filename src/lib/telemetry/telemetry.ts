import type * as OpenTelemetry from '@opentelemetry/api'
import type { Context, Counter, Meter, Tracer } from '@opentelemetry/api'
import { createHistogram, type Histogram, present } from './histogram.ts'
import { type AttributesOf, type CounterId, type GaugeId, type HistogramId, METRICS, type MetricId } from './metrics.ts'

// Traces and metrics of this process. Without an SDK (`sdk.ts`) both are off: each function returns at once, and OpenTelemetry's API is not even loaded,
// which would take about 20 ms of every start.

/** Where a span continues: a span of this process, or of the caller. */
export type TraceContext = Context

/** What traces need; undefined if they are off. */
let tracing: { api: typeof OpenTelemetry; tracer: Tracer } | undefined
let measuring: Instruments | undefined

export interface Instruments {
  histograms: ReadonlyMap<HistogramId, Histogram>
  counters: ReadonlyMap<CounterId, Counter>
}

export const isTracing = (): boolean => tracing !== undefined
export const isMeasuring = (): boolean => measuring !== undefined

export function enableTracing(enabled: typeof tracing): void {
  tracing = enabled
}

/** Creates the instruments of every metric. The meter reads gauges and counters; a producer of metrics reads the histograms that are returned. */
export function enableMetrics(meter: Meter): Instruments {
  const histograms = new Map<HistogramId, Histogram>()
  const counters = new Map<CounterId, Counter>()
  for (const [id, spec] of Object.entries(METRICS)) {
    const { unit, description } = spec
    if (isHistogram(id)) histograms.set(id, createHistogram(METRICS[id].bounds, METRICS[id].attributes))
    else if (isCounter(id)) counters.set(id, meter.createCounter(spec.name, { unit, description }))
    else if (isGauge(id))
      meter.createObservableGauge(spec.name, { unit, description }).addCallback(async result => {
        for (const read of readers.get(id) ?? [])
          for (const { value, attributes = {} } of await read()) result.observe(value, present(attributes))
      })
  }
  measuring = { histograms, counters }
  return measuring
}

export function disableMetrics(): void {
  measuring = undefined
}

const isHistogram = (id: string): id is HistogramId => kindOf(id) === 'histogram'
const isCounter = (id: string): id is CounterId => kindOf(id) === 'counter'
const isGauge = (id: string): id is GaugeId => kindOf(id) === 'gauge'
const kindOf = (id: string): string | undefined => (isMetric(id) ? METRICS[id].kind : undefined)
const isMetric = (id: string): id is MetricId => id in METRICS

/** Records a duration in seconds. */
export function recordDuration<Id extends HistogramId>(id: Id, seconds: number, attributes: AttributesOf<Id>): void {
  measuring?.histograms.get(id)?.record(seconds, attributes)
}

export function count<Id extends CounterId>(id: Id, amount: number, attributes: AttributesOf<Id>): void {
  measuring?.counters.get(id)?.add(amount, present(attributes))
}

interface Observation {
  value: number
  attributes?: Readonly<Record<string, string | number | undefined>>
}
type Read = () => readonly Observation[] | Promise<readonly Observation[]>

const readers = new Map<MetricId, Set<Read>>()

/** Has a gauge read whenever metrics are collected. Returns a function that ends this. */
export function observe<Id extends GaugeId>(
  id: Id,
  read: () =>
    | readonly { value: number; attributes?: AttributesOf<Id> }[]
    | Promise<readonly { value: number; attributes?: AttributesOf<Id> }[]>
): () => void {
  const own = readers.get(id) ?? new Set<Read>()
  readers.set(id, own.add(read))
  return () => own.delete(read)
}

const KINDS = { internal: 'INTERNAL', server: 'SERVER', client: 'CLIENT', producer: 'PRODUCER', consumer: 'CONSUMER' } as const

export interface SpanOptions {
  name: string
  kind: keyof typeof KINDS
  attributes: Readonly<Record<string, string | number | undefined>>
  /** Default: the current span. */
  parent?: TraceContext | undefined
  /** Returns the value of `error.type` for what was thrown. */
  errorType?: (error: unknown) => string
}

/** Runs the work in a span, which ends with it. The work gets a function that adds attributes. */
export async function inSpan<T>(
  options: SpanOptions,
  work: (add: (attributes: SpanOptions['attributes']) => void) => Promise<T>
): Promise<T> {
  const span = startSpan(options)
  if (!span || !tracing) return await work(ignore)
  const { errorType = nameOf } = options
  try {
    const result = await tracing.api.context.with(span.context, () => work(span.add))
    span.end()
    return result
  } catch (error) {
    span.end(errorType(error))
    throw error
  }
}

const ignore = (): void => undefined
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error')

/** A span that does not end with one function. */
export interface OpenSpan {
  context: TraceContext
  add: (attributes: SpanOptions['attributes']) => void
  /** `errorType`: it failed. */
  end: (errorType?: string) => void
}

/** Starts a span; undefined if traces are off. */
export function startSpan({ name, kind, attributes, parent }: Omit<SpanOptions, 'errorType'>): OpenSpan | undefined {
  if (!tracing) return undefined
  const { api, tracer } = tracing
  const around = parent ?? api.context.active()
  const span = tracer.startSpan(name, { kind: api.SpanKind[KINDS[kind]], attributes: present(attributes) }, around)
  return {
    context: api.trace.setSpan(around, span),
    add: more => void span.setAttributes(present(more)),
    end(errorType) {
      if (errorType !== undefined) span.setAttribute('error.type', errorType).setStatus({ code: api.SpanStatusCode.ERROR })
      span.end()
    }
  }
}

/** Reads `traceparent` and `tracestate` of headers, of `_meta` of MCP, or as stored with a job. Undefined if there is no valid one. */
export function traceFrom(carrier: unknown): TraceContext | undefined {
  if (!tracing) return undefined
  const { api } = tracing
  const { traceparent, tracestate }: Record<string, unknown> = Object(carrier)
  if (typeof traceparent !== 'string') return undefined
  const extracted = api.propagation.extract(api.ROOT_CONTEXT, { traceparent, ...(typeof tracestate === 'string' && { tracestate }) })
  return api.trace.getSpanContext(extracted) ? extracted : undefined
}

/** Returns `traceparent` and `tracestate` of the current span, to send or to store; nothing if there is none. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  tracing?.api.propagation.inject(tracing.api.context.active(), headers)
  return headers
}

/** IDs of the current span, or of `around`, for logs; nothing if there is none. */
export function traceIds(around?: TraceContext): { trace_id?: string; span_id?: string } {
  if (!tracing) return {}
  const { context, trace } = tracing.api
  const span = trace.getSpanContext(context.active()) ?? (around && trace.getSpanContext(around))
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
}

/** The current span if there is one, else `otherwise`. */
export function currentTrace(otherwise: TraceContext | undefined): TraceContext | undefined {
  if (!tracing) return otherwise
  const current = tracing.api.context.active()
  return tracing.api.trace.getSpanContext(current) ? current : otherwise
}
