import { type ErrorCode, OperationError } from '../../contract/errors.ts'
import type { AttemptEnd, Circuit } from '../../contract/runtime.ts'
import { count, inSpan, isMeasuring, isTracing, recordDuration, traceHeaders } from '../telemetry/telemetry.ts'
import type { UpstreamRequest } from './request.ts'

interface AttemptOptions {
  /** Base URL of the upstream. */
  url: string
  circuit?: Circuit | undefined
  /** Maximum seconds of an attempt. */
  timeout?: number
  /** Converts what the attempt threw. */
  operationError: (error: unknown) => unknown
  /** Status of what it returned. */
  statusOf: (result: unknown) => number | undefined
}

/** Runs one attempt of a request unless the circuit is open, reports to the circuit how it ended, and measures and traces it. */
export async function runAttempt<T>(
  request: UpstreamRequest,
  options: AttemptOptions,
  send: (request: UpstreamRequest) => Promise<T>
): Promise<T> {
  const entering = options.circuit?.enter()
  const end = entering instanceof Promise ? await entering : entering
  const started = performance.now()
  try {
    const result = await traced(request, options, send)
    end?.('succeeded')
    if (isMeasuring()) measure(request, options, started, options.statusOf(result), undefined)
    return result
  } catch (error) {
    const converted = options.operationError(error)
    const { timeout = 30 } = options
    end?.(endOf(converted, performance.now() - started > timeout * 500))
    if (isMeasuring()) measure(request, options, started, undefined, converted)
    throw error
  }
}

/** The upstream does not have the method: it works. */
const NOT_IMPLEMENTED = 501

const OUTAGES: ReadonlySet<ErrorCode> = new Set(['UPSTREAM_SERVER_ERROR', 'NETWORK_ERROR', 'TIMEOUT_ERROR'])

/** Only what the upstream could not do counts as failed, never what it refused. `wasLong`: the attempt took more than half of its time limit. */
function endOf(error: unknown, wasLong: boolean): AttemptEnd {
  if (!(error instanceof OperationError)) return 'ignored'
  const { source, upstream } = error.details
  if (error.reason === 'deadline_exceeded' && wasLong) return 'failed'
  if (source !== 'upstream') return 'ignored'
  if (!OUTAGES.has(error.code) || upstream === undefined) return 'succeeded'
  const { status } = upstream
  return typeof status === 'number' && (status < 500 || status === NOT_IMPLEMENTED) ? 'succeeded' : 'failed'
}

const statusIn = (error: unknown): number | undefined => {
  const status = error instanceof OperationError ? error.details.upstream?.['status'] : undefined
  return typeof status === 'number' ? status : undefined
}

/** An attempt that the gateway refused to send does not count. */
function measure(
  { method = 'GET' }: UpstreamRequest,
  { url, circuit }: AttemptOptions,
  started: number,
  status: number | undefined,
  error: unknown
): void {
  const reason = error instanceof OperationError ? error.reason : error && 'other'
  const throttledBy = error instanceof OperationError ? (error.details.source ?? 'upstream') : undefined
  if (reason === 'rate_limit_exceeded')
    count('throttled', 1, {
      'toolgate.system': circuit?.system,
      'toolgate.instance': circuit?.instance,
      'toolgate.throttled_by': throttledBy
    })
  if (reason === 'rate_limit_exceeded' && throttledBy === 'gateway') return
  recordDuration('http_client', (performance.now() - started) / 1000, {
    'http.request.method': method,
    ...addressOf(url),
    'http.response.status_code': status ?? statusIn(error),
    'error.type': typeof reason === 'string' ? reason : undefined
  })
}

function addressOf(url: string): { 'server.address': string; 'server.port': number } {
  const { hostname, port, protocol } = new URL(url)
  return { 'server.address': hostname, 'server.port': Number(port) || (protocol === 'https:' ? 443 : 80) }
}

/** The span contains neither path nor query: they have content. */
async function traced<T>(
  request: UpstreamRequest,
  { url, circuit, operationError, statusOf }: AttemptOptions,
  send: (request: UpstreamRequest) => Promise<T>
): Promise<T> {
  if (!isTracing()) return await send(request)
  const { method = 'GET' } = request
  const attributes = {
    'http.request.method': method,
    ...addressOf(url),
    'toolgate.system': circuit?.system,
    'toolgate.instance': circuit?.instance
  }
  const errorType = (error: unknown): string => {
    const converted = operationError(error)
    return converted instanceof OperationError ? converted.reason : 'other'
  }
  return await inSpan({ name: method, kind: 'client', attributes, errorType }, async add => {
    const result = await send({ ...request, headers: { ...request.headers, ...traceHeaders() } }).catch((error: unknown) => {
      add({ 'http.response.status_code': statusIn(operationError(error)) })
      throw error
    })
    add({ 'http.response.status_code': statusOf(result) })
    return result
  })
}
