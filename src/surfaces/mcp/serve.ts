import { originValidation } from '@modelcontextprotocol/fastify'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { type AuthInfo, createMcpHandler, type Tool } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { McpParts, Session } from './parts.ts'
import { serverMaker } from './server.ts'
import { withTools } from './written-tools.ts'

export interface HttpParts extends McpParts {
  /** Callers' own name for this gateway. */
  publicUrl: string | undefined
  bodyLimit: number
}

export interface HttpServer {
  answer: (request: FastifyRequest, reply: FastifyReply, session: Session) => Promise<void>
  /** Ends what is under way. */
  close: () => Promise<void>
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** The protocol over HTTP, in all its versions, without sessions: each request has a server of its own. */
export function createHttpServer(parts: HttpParts): HttpServer {
  const lists = new WeakMap<Session, Tool[]>()
  const serverFor = serverMaker(parts, (session, list) => {
    lists.set(session, list.tools)
    return { ...list, tools: [] }
  })
  const sessions = new WeakMap<AuthInfo, Session>()
  const handler = createMcpHandler(
    ({ authInfo, era, requestInfo }) => {
      const session = authInfo && sessions.get(authInfo)
      if (!session) throw new Error('A request came without its session.')
      // The header was held against the body, and is of the newest version only.
      return serverFor(() => session, era, era === 'modern' ? (requestInfo?.headers.get('mcp-method') ?? undefined) : undefined)
    },
    { maxRequestBodySize: parts.bodyLimit }
  )
  const fetch: typeof handler.fetch = async (request, options) => {
    const answer = await handler.fetch(request, options)
    const session = options?.authInfo && sessions.get(options.authInfo)
    const tools = session && lists.get(session)
    return tools ? await withTools(answer, tools) : answer
  }
  const handle = toNodeHandler({ fetch }, { maxRequestBodySize: parts.bodyLimit })
  const checkOrigin = originValidation([...LOOPBACK, ...(parts.publicUrl === undefined ? [] : [new URL(parts.publicUrl).hostname])])
  return {
    async answer(request, reply, session) {
      // A browser tells whose page it is that asks; what has no page of ours may hold a key and be refused all the same.
      await checkOrigin(request, reply)
      if (reply.sent) return
      const auth: AuthInfo = { token: '', clientId: session.caller.id, scopes: [...session.caller.scopes] }
      sessions.set(auth, session)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
      await handle(Object.assign(request.raw, { auth, method: request.method, url: request.url }), reply.raw, request.body)
    },
    close: handler.close
  }
}
