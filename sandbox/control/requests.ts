/** A request as the stand-in received it. */
export interface Received {
  /** 1 for the first; goes on counting when the ledger is cleared. */
  number: number
  method: string
  /** As sent, without its query. */
  path: string
  /** As sent, without its question mark; empty where there is none. */
  query: string
  /** As the stand-in read it; null where there is none or it could not be read. */
  body: unknown
  /** What was answered; null while it is under way, and where the connection was cut. */
  status: number | null
  /** A fault answered, or delayed it. */
  fault: boolean
}

export type Requests = ReturnType<typeof createRequests>

const MOST_REQUESTS = 2_000
const LARGEST_BODY = 64 * 1024

/** The last requests, in the order of their arrival. Headers are not kept: they hold credentials. */
export function createRequests() {
  let kept: Received[] = []
  let number = 0
  let dropped = 0
  return {
    read: (): { requests: Received[]; dropped: number } => ({ requests: kept, dropped }),
    clear(): void {
      kept = []
      dropped = 0
    },
    note(method: string, url: string): Received {
      const [path = '', ...query] = url.split('?')
      const received = { number: ++number, method, path, query: query.join('?'), body: null, status: null, fault: false }
      kept.push(received)
      if (kept.length > MOST_REQUESTS) {
        kept.shift()
        dropped++
      }
      return received
    },
    noteBody(received: Received, body: unknown): void {
      const told = Buffer.isBuffer(body) ? body.toString() : (body ?? null)
      const size = Buffer.byteLength(JSON.stringify(told) ?? '')
      received.body = size > LARGEST_BODY ? { left_out: `over ${LARGEST_BODY} bytes` } : told
    }
  }
}
