import type { Metadata } from '../../openapi/client.d.ts'
import { ToolgateError } from './error.ts'
import { MAX_PAUSE_MS, pause, pauseAfter } from './retries.ts'

export interface ClientOptions {
  /** URL of the gateway, such as `http://127.0.0.1:8080`. */
  url: string
  /** A key of the gateway. Not needed if the gateway has no keys. */
  key?: string
  /** Maximum number of retries of a call that failed with a `retryable` error and was not executed. Default 2. */
  retries?: number
  /** Replaces the global fetch, for example to use a proxy. */
  fetch?: typeof fetch
}

export interface Sending {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Replaces the value of the client. */
  retries?: number
}

/** The envelope of a successful response. */
export interface Answer<Data = unknown> {
  status: number
  data: Data
  metadata: Metadata & Record<string, unknown>
}

export type Http = ReturnType<typeof createHttp>

/** Sends requests to the gateway: a POST if there is a body, otherwise a GET. */
export function createHttp({ url, key, retries: usual = 2, fetch: send = fetch }: ClientOptions) {
  const base = baseOf(url)

  async function request(path: string, { body, headers, signal }: Sending = {}): Promise<Response> {
    const all = { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers }
    const init =
      body === undefined
        ? { headers: all }
        : { method: 'POST', headers: { 'content-type': 'application/json', ...all }, body: JSON.stringify(body) }
    return await send(new URL(path.replace(/^\//, ''), base), { ...init, ...(signal && { signal }) })
  }

  return {
    request,
    /** Returns the response or throws a ToolgateError, or a TypeError of fetch if there was no response. Retries if that is safe and may help. */
    async ask(path: string, sending: Sending = {}): Promise<Answer> {
      const { signal, retries = usual } = sending
      for (let attempt = 0; ; attempt++) {
        try {
          return await read(await request(path, sending))
        } catch (error) {
          const isUseful = attempt < retries && !signal?.aborted && isWorthRepeating(error, sending)
          if (!isUseful) throw error
          await pause(pauseAfter(attempt, error), signal)
        }
      }
    }
  }
}

/** Whether a call may be retried: it was not executed, or a repeat is safe because it only reads or has an idempotency key. */
function isWorthRepeating(error: unknown, { body }: Sending): boolean {
  const isSafe = body === undefined || (typeof body === 'object' && body !== null && 'idempotency_key' in body)
  if (!(error instanceof ToolgateError)) return error instanceof TypeError && isSafe
  return error.retryable && error.retryAfterMs <= MAX_PAUSE_MS && (isSafe || error.outcome === 'not_executed')
}

/** Returns the base URL, which all paths are relative to. */
function baseOf(url: string): URL {
  const whole = URL.canParse(url) ? new URL(url) : undefined
  if (whole?.protocol !== 'http:' && whole?.protocol !== 'https:')
    throw new ToolgateError(0, {
      code: 'CONFIGURATION_ERROR',
      message: `"${url}" is not the URL of a gateway. Use a full URL, such as http://127.0.0.1:8080.`,
      details: { reason: 'configuration_invalid', outcome: 'not_executed' }
    })
  if (!whole.pathname.endsWith('/')) whole.pathname += '/'
  return whole
}

/** Throws the error that a response reports, with the delay before a retry. */
export async function read(response: Response): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  const envelope = parsed(text)
  if (envelope?.success === true) return { status, data: envelope.data, metadata: envelope.metadata ?? NO_METADATA }
  const { details, ...error } = envelope?.error ?? {
    code: 'UNKNOWN_ERROR',
    message: `The response is not from a gateway: ${status} ${text.slice(0, 200)}`
  }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  throw new ToolgateError(status, { ...error, details: { ...(seconds >= 0 && { retry_after_ms: seconds * 1000 }), ...details } })
}

interface Envelope {
  success?: unknown
  data?: unknown
  metadata?: Answer['metadata']
  error?: ConstructorParameters<typeof ToolgateError>[1]
}

const NO_METADATA = { operation: '', instance: null, request_id: '', execution_time_ms: 0 }

function parsed(text: string): Envelope | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
