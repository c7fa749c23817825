import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { originValidation } from '@modelcontextprotocol/fastify'
import { type AuthInfo, createMcpHandler, isLegacyRequest, PROTOCOL_VERSION_META_KEY, type Tool } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { OperationError } from '../../contract/errors.ts'
import { MAX_MESSAGE } from '../../contract/operation.ts'
import { keyOf } from '../../contract/principal.ts'
import { createFairPool } from '../../lib/fair-pool.ts'
import { HEARTBEAT_MS } from '../../lib/sse.ts'
import type { McpParts, Session } from './context.ts'
import { isEventStream, withHeartbeat } from './heartbeat.ts'
import { withTools } from './list.ts'
import { serverMaker } from './server.ts'

export interface HttpParts extends McpParts {
  /** Public URL of the gateway. */
  publicUrl: string | undefined
}

export interface HttpServer {
  respond: (request: FastifyRequest, reply: FastifyReply, session: Session) => Promise<FastifyReply>
  /** Ends the requests in progress. */
  close: () => Promise<void>
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Resources that one key reads at once: each is in memory, with its base64, until the client has received it. Others wait. */
const READ_AT_ONCE = 4
const MAX_WAITING_EACH = 50

/** Serves the protocol over HTTP, in all its versions, without sessions: each request has its own server. */
export function createHttpServer(parts: HttpParts): HttpServer {
  const heartbeat = parts.heartbeat_ms ?? HEARTBEAT_MS
  const lists = new WeakMap<Session, Tool[]>()
  const serverFor = serverMaker(parts, {
    listed(session, list) {
      lists.set(session, list.tools)
      return { ...list, tools: [] }
    },
    announces: era => era === 'modern' // older versions need a separate stream, which requires sessions
  })
  const sessions = new WeakMap<AuthInfo, Session>()
  const handler = createMcpHandler(
    ({ authInfo, era, requestInfo }) => {
      const session = authInfo && sessions.get(authInfo)
      if (!session) throw new Error('The request has no session.')
      // The header was compared with the body. Only the newest version has it.
      return serverFor(() => session, era, era === 'modern' ? (requestInfo?.headers.get('mcp-method') ?? undefined) : undefined)
    },
    { maxRequestBodySize: MAX_MESSAGE, keepAliveMs: heartbeat }
  )
  const stop = parts.onConfigured?.(() => {
    handler.notify.toolsChanged()
    handler.notify.promptsChanged()
    handler.notify.resourcesChanged()
  })
  const reads = createFairPool({
    max: Infinity,
    each: READ_AT_ONCE,
    waiting: { max: Infinity, each: MAX_WAITING_EACH, refuse: tooManyReads }
  })
  const checkOrigin = originValidation([...LOOPBACK, ...(parts.publicUrl === undefined ? [] : [new URL(parts.publicUrl).hostname])])
  return {
    async respond(request, reply, session) {
      // Browsers send the origin of the page. A foreign page is refused even if it has a key.
      await checkOrigin(request, reply)
      if (reply.sent) return reply
      const { body: parsedBody } = request
      const message = webRequest(request, session.clientConnection?.signal())
      if (await isStream(message, parsedBody)) await reply.countStream()
      const authInfo: AuthInfo = { token: '', clientId: session.caller.id, scopes: [...session.caller.scopes] }
      sessions.set(authInfo, session)
      const answer = async (): Promise<FastifyReply> => {
        const response = await withHeartbeat(message, handler.fetch(message, { authInfo, parsedBody }), heartbeat)
        const tools = lists.get(session)
        return await send(reply, tools ? await withTools(response, tools) : response)
      }
      if (!readsResource(parsedBody)) return await answer()
      return await reads.run(keyOf(session.caller.id), message.signal, async () => {
        await answer()
        await finished(reply.raw).catch(() => undefined) // the client has disconnected
        return reply
      })
    },
    async close() {
      stop?.()
      await handler.close()
    }
  }
}

/**
 * Whether the response is an event stream, which stays open until the call ends: every request of the older versions and every GET; in the newest
 * version, subscriptions and calls that ask for progress. Known before the call begins, so that it can still be refused.
 */
async function isStream(message: Request, body: unknown): Promise<boolean> {
  if (message.method === 'GET') return true
  const requests = [body].flat().filter(isRequest)
  if (message.method !== 'POST' || requests.length === 0) return false
  if (requests.some(one => one.method === 'subscriptions/listen' || hasMeta(one, 'progressToken'))) return true
  // Only requests of the newest version name it here, and they are not examined twice.
  return !requests.every(one => hasMeta(one, PROTOCOL_VERSION_META_KEY)) && (await isLegacyRequest(message, body))
}

/** Returns the request without its body, which is parsed already. */
function webRequest({ method, headers }: FastifyRequest, signal: AbortSignal | undefined): Request {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]))
  return new Request('http://localhost/mcp', { method, headers: lines, ...(signal && { signal }) })
}

/** Sends a message at once, with its length; events as they come. */
async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  const { body } = response
  return reply.send(body && isEventStream(response) ? Readable.fromWeb(body) : Buffer.from(await response.arrayBuffer()))
}

/** A message that has a response; what has none, such as a notification, opens no stream. */
const isRequest = (message: unknown): message is { method: unknown; params?: unknown } =>
  typeof message === 'object' && message !== null && 'method' in message && 'id' in message

const readsResource = (message: unknown): boolean => isRequest(message) && message.method === 'resources/read'

const tooManyReads = (): OperationError =>
  new OperationError(
    'rate_limit_exceeded',
    `The key is reading ${READ_AT_ONCE} resources, and ${MAX_WAITING_EACH} others wait, which is the maximum.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      retry_after_ms: 5_000,
      suggestions: ['Read a resource again when others have been received.']
    }
  )

function hasMeta({ params }: { params?: unknown }, name: string): boolean {
  const meta: unknown = typeof params === 'object' && params !== null && '_meta' in params ? params._meta : undefined
  return typeof meta === 'object' && meta !== null && name in meta
}
