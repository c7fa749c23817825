import { ToolgateError } from './error.ts'

export interface ClientOptions {
  /** Address of the gateway, such as `http://127.0.0.1:8080`. */
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
  const base = url.endsWith('/') ? url : `${url}/`

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
      const response = await request(path, sending)
      return read(response.status, await response.text())
    }
  }
}

/** Throws the failure that an answer tells. */
export function read(status: number, text: string): Answer {
  const envelope = parsed(text)
  if (envelope?.success === true) return { status, data: envelope.data, metadata: envelope.metadata ?? {} }
  throw new ToolgateError(
    status,
    envelope?.error ?? { code: 'UNKNOWN_ERROR', message: `No gateway answered, but: ${status} ${text.slice(0, 200)}` }
  )
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
