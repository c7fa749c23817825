import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import {
  isMeasuring,
  isTracing,
  type OpenSpan,
  recordDuration,
  startSpan,
  type TraceContext,
  traceFrom
} from '../../lib/telemetry/telemetry.ts'
import { hiddenSchema } from '../../surfaces/shared/route-schema.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; undefined if traces are off. */
    trace: TraceContext | undefined
  }
}

/** Measures every request and, if traces are on, has it continue the trace of its `traceparent`. */
export function measureRequests(app: FastifyInstance): void {
  app.decorateRequest('trace')
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  if (isTracing())
    app.addHook('onRequest', (request, _reply, done) => {
      const { method, headers } = request
      const route = request.routeOptions.url
      const attributes = { 'http.request.method': method, 'http.route': route, 'url.scheme': request.protocol }
      const span = startSpan({ name: route ? `${method} ${route}` : method, kind: 'server', attributes, parent: traceFrom(headers) })
      request.trace = span?.context
      if (span) spans.set(request, span)
      done()
    })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    if (isMeasuring())
      recordDuration('http_server', reply.elapsedTime / 1000, {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url,
        'http.response.status_code': statusCode,
        'url.scheme': request.protocol
      })
    const span = spans.get(request)
    span?.add({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= 500 ? String(statusCode) : undefined)
    done()
  })
}

const METRICS_SCOPE = 'metrics:read'
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** /metrics: the metrics of this process as Prometheus text, for keys with the scope. `read` loads what it needs on the first request. */
export function metricsRoute(app: FastifyInstance, read: () => Promise<string>, mayRead: (caller: Caller, scope: string) => boolean): void {
  app.get('/metrics', {
    config: { whileOverloaded: true },
    schema: hiddenSchema('Get metrics', 'The metrics of this process, as Prometheus reads them.'),
    onRequest(request, _reply, done) {
      done(mayRead(request.caller, METRICS_SCOPE) ? undefined : forbidden())
    },
    async handler(_request, reply) {
      return await reply
        .type(PROMETHEUS_TYPE)
        .header('cache-control', 'no-store')
        .send(await read())
    }
  })
}

const forbidden = (): OperationError =>
  new OperationError('insufficient_permissions', `This key is not allowed to read metrics (needs scope \`${METRICS_SCOPE}\`).`, {
    source: 'gateway',
    outcome: 'not_executed',
    required_scope: METRICS_SCOPE
  })
