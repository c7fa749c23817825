import { originValidation } from '@modelcontextprotocol/fastify'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { type AuthInfo, createMcpHandler, isLegacyRequest, type Tool } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_MESSAGE } from '../../contract/operation.ts'
import { HEARTBEAT_MS } from '../../lib/sse.ts'
import type { McpParts, Session } from './context.ts'
import { withHeartbeat } from './heartbeat.ts'
import { withTools } from './list.ts'
import { serverMaker } from './server.ts'

export interface HttpParts extends McpParts {
  /** Public URL of the gateway. */
  publicUrl: string | undefined
}

export interface HttpServer {
  respond: (request: FastifyRequest, reply: FastifyReply, session: Session) => Promise<void>
  /** Ends the requests in progress. */
  close: () => Promise<void>
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

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
  const fetch: typeof handler.fetch = async (request, options) => {
    const response = await withHeartbeat(request, handler.fetch(request, options), heartbeat)
    const session = options?.authInfo && sessions.get(options.authInfo)
    const tools = session && lists.get(session)
    return tools ? await withTools(response, tools) : response
  }
  const handle = toNodeHandler({ fetch }, { maxRequestBodySize: MAX_MESSAGE })
  const checkOrigin = originValidation([...LOOPBACK, ...(parts.publicUrl === undefined ? [] : [new URL(parts.publicUrl).hostname])])
  return {
    async respond(request, reply, session) {
      // Browsers send the origin of the page. A foreign page is refused even if it has a key.
      await checkOrigin(request, reply)
      if (reply.sent) return
      const auth: AuthInfo = { token: '', clientId: session.caller.id, scopes: [...session.caller.scopes] }
      sessions.set(auth, session)
      if (await isStream(request)) await reply.countStream()
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
      await handle(Object.assign(request.raw, { auth, method: request.method, url: request.url }), reply.raw, request.body)
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
async function isStream({ method, headers, body }: FastifyRequest): Promise<boolean> {
  if (method === 'GET') return true
  const requests = [body].flat().filter(isRequest)
  if (method !== 'POST' || requests.length === 0) return false
  if (requests.some(one => one.method === 'subscriptions/listen' || asksForProgress(one.params))) return true
  const lines = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]))
  return await isLegacyRequest(new Request('http://localhost/mcp', { method, headers: lines }), body)
}

/** A message that has a response; what has none, such as a notification, opens no stream. */
const isRequest = (message: unknown): message is { method: unknown; params?: unknown } =>
  typeof message === 'object' && message !== null && 'method' in message && 'id' in message

function asksForProgress(params: unknown): boolean {
  const meta: unknown = typeof params === 'object' && params !== null && '_meta' in params ? params._meta : undefined
  return typeof meta === 'object' && meta !== null && 'progressToken' in meta
}
