import { ToolgateError } from './error.ts'

export interface ClientOptions {
  /** Address of the gateway, whole, such as `http://127.0.0.1:8080`. */
  url: string
  /** A key of the gateway; none where it needs none. */
  key?: string
  /** In place of the global fetch, such as one with a proxy. */
  fetch?: typeof fetch
}

export interface Sending {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** A successful answer, in the envelope. */
export interface Answer<Data = unknown> {
  status: number
  data: Data
  metadata: Record<string, unknown>
}

export type Http = ReturnType<typeof createHttp>

/** Speaks with the gateway: a POST where there is a body, else a GET. */
export function createHttp({ url, key, fetch: send = fetch }: ClientOptions) {
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
    /** The answer, or a ToolgateError. */
    async ask(path: string, sending?: Sending): Promise<Answer> {
      return await read(await request(path, sending))
    }
  }
}

/** Every path is below it. */
function baseOf(url: string): URL {
  const whole = URL.canParse(url) ? new URL(url) : undefined
  if (whole?.protocol !== 'http:' && whole?.protocol !== 'https:')
    throw new ToolgateError(0, {
      code: 'CONFIGURATION_ERROR',
      message: `"${url}" is no address of a gateway: write it whole, such as http://127.0.0.1:8080.`,
      details: { reason: 'configuration_invalid' }
    })
  if (!whole.pathname.endsWith('/')) whole.pathname += '/'
  return whole
}

/** Throws the failure that an answer tells, with how long it asks to wait first. */
export async function read(response: Response): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  const envelope = parsed(text)
  if (envelope?.success === true) return { status, data: envelope.data, metadata: envelope.metadata ?? {} }
  const { details, ...error } = envelope?.error ?? {
    code: 'UNKNOWN_ERROR',
    message: `No gateway answered, but: ${status} ${text.slice(0, 200)}`
  }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  throw new ToolgateError(status, { ...error, details: { ...(seconds >= 0 && { retry_after_ms: seconds * 1000 }), ...details } })
}

interface Envelope {
  success?: unknown
  data?: unknown
  metadata?: Record<string, unknown>
  error?: { code: string; message: string; details?: Record<string, unknown> }
}

function parsed(text: string): Envelope | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
