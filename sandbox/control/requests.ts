/** A request as the sandbox server received it. */
export interface Received {
  /** 1 for the first; continues after the record is cleared. */
  number: number
  method: string
  /** As sent, without the query. */
  path: string
  /** As sent, without the question mark; empty if there is none. */
  query: string
  /** As the server parsed it; null if there is none or it cannot be parsed. */
  body: unknown
  /** Status of the response; null while it is in progress, and if the connection was cut. */
  status: number | null
  /** Whether it was executed: the server responded with a status below 400, even if a fault replaced the response. */
  done: boolean
  /** Whether a fault replaced or delayed the response. */
  fault: boolean
}

export type Requests = ReturnType<typeof createRequests>

const MAX_REQUESTS = 2_000
const MAX_BODY_BYTES = 64 * 1024

/** The last requests, in order of arrival. Headers are not recorded: they contain credentials. */
export function createRequests() {
  let recorded: Received[] = []
  let number = 0
  let dropped = 0
  return {
    read: (): { requests: Received[]; dropped: number } => ({ requests: recorded, dropped }),
    clear(): void {
      recorded = []
      dropped = 0
    },
    record(method: string, url: string): Received {
      const [path = '', ...query] = url.split('?')
      const received = { number: ++number, method, path, query: query.join('?'), body: null, status: null, done: false, fault: false }
      recorded.push(received)
      if (recorded.length > MAX_REQUESTS) {
        recorded.shift()
        dropped++
      }
      return received
    },
    recordBody(received: Received, body: unknown): void {
      const value = Buffer.isBuffer(body) ? body.toString() : (body ?? null)
      const size = Buffer.byteLength(JSON.stringify(value) ?? '')
      received.body = size > MAX_BODY_BYTES ? { left_out: `over ${MAX_BODY_BYTES} bytes` } : value
    }
  }
}
