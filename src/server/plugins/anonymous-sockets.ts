import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { OperationError } from '../../contract/errors.ts'

/** Connections that have not authenticated a request yet. */
export interface AnonymousSockets {
  /** Stops counting a connection that has authenticated a request. */
  release: (socket: Socket) => void
  /** Returns why a request without a valid key is refused on this connection; undefined if it is served. */
  refusal: (socket: Socket) => OperationError | undefined
}

const MAX_SOCKETS = 256
/**
 * Connections above MAX_SOCKETS may still send a request, which is served if its key is valid. Beyond this number, each new connection
 * closes the oldest idle one.
 */
const MAX_WITH_EXCESS = 512
/** Time for which a connection may stay open without authenticating a request: long enough to load the documentation page. */
const MAX_AGE_MS = 60_000
/** The same for a connection above the maximum: long enough to send a request. */
const MAX_EXCESS_AGE_MS = 2_000
const RETRY_AFTER_MS = 1_000

/** State of a connection without a valid key. */
interface Anonymous {
  timer: NodeJS.Timeout
  /** Whether the maximum was reached when it opened. */
  isExcess: boolean
  /** Requests whose response is not sent yet. */
  requests: number
}

/** Limits connections of callers without a valid key, so that they do not exhaust memory or file descriptors. */
export function limitAnonymousSockets(app: FastifyInstance): AnonymousSockets {
  const sockets = new Map<Socket, Anonymous>() // oldest first
  const release = (socket: Socket): void => {
    const known = sockets.get(socket)
    if (!known) return
    clearTimeout(known.timer)
    sockets.delete(socket)
  }
  app.server.on('connection', (socket: Socket) => {
    if (sockets.size >= MAX_WITH_EXCESS) endOldest(sockets, release)
    const isExcess = sockets.size >= MAX_SOCKETS
    const timer = setTimeout(() => socket.destroy(), isExcess ? MAX_EXCESS_AGE_MS : MAX_AGE_MS).unref()
    sockets.set(socket, { timer, isExcess, requests: 0 })
    socket.once('close', () => release(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const known = sockets.get(socket)
    if (!known) return
    known.requests += 1
    response.once('close', () => (known.requests -= 1))
  })
  return { release, refusal: socket => (sockets.get(socket)?.isExcess === true ? tooMany() : undefined) }
}

/** Closes the oldest connection that waits for no response; the oldest of all if each of them waits. */
function endOldest(sockets: ReadonlyMap<Socket, Anonymous>, release: (socket: Socket) => void): void {
  const [oldest] = sockets.keys()
  const [idle] = sockets.entries().find(([, { requests }]) => requests === 0) ?? [oldest]
  if (!idle) return
  release(idle)
  idle.destroy()
}

const tooMany = (): OperationError =>
  new OperationError('busy', `${MAX_SOCKETS} connections without a valid key are open, which is the maximum.`, {
    source: 'gateway',
    outcome: 'not_executed',
    retry_after_ms: RETRY_AFTER_MS,
    suggestions: [
      'If this gateway has keys, send a valid one: a request with a valid key is served on every connection.',
      'Without a key, send the request again later, on a new connection.'
    ]
  })
