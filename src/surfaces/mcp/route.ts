import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InvokeContext } from '../../contract/context.ts'
import type { HttpParts, HttpServer } from './serve.ts'

export interface McpRouteParts extends HttpParts {
  contextOf: (request: FastifyRequest, reply: FastifyReply) => InvokeContext
  /** Where the caller reaches the gateway. */
  serverUrlOf: (request: FastifyRequest) => string
}

const PATH = '/mcp'
const METADATA_PATH = '/.well-known/oauth-protected-resource'

const BROKEN = Symbol('not JSON')
const PARSE_ERROR = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error: the body is not JSON.' } }

/** /mcp: the catalog as tools of the Model Context Protocol. What speaks it is loaded with the first request, since most gateways get none. */
export function mcpRoute(app: FastifyInstance, parts: McpRouteParts): void {
  let opened: Promise<HttpServer> | undefined
  const server = (): Promise<HttpServer> => {
    opened ??= open(parts).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  app.addHook('preClose', async () => await (await opened)?.close())
  resourceMetadata(app, parts)
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => done(null, parsed(String(text))))
    scope.addContentTypeParser('*', (_request, _body, done) => done(null)) // refused unread, in words of the protocol
    scope.route({
      method: ['POST', 'GET', 'DELETE'],
      url: PATH,
      onSend: async (request, reply) => challenge(request, reply, parts),
      async handler(request, reply) {
        if (request.body === BROKEN) return await reply.code(400).send(PARSE_ERROR)
        const { answer } = await server()
        const context = parts.contextOf(request, reply)
        await answer(request, reply, { ...context, publicUrl: parts.serverUrlOf(request) })
      }
    })
  })
}

const open = async (parts: McpRouteParts): Promise<HttpServer> => (await import('./serve.ts')).createHttpServer(parts)

/** A request without a body has its own answer. */
function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return BROKEN
  }
}

/** RFC 9728: how to come in. There is no authorization server: whoever runs the gateway makes the keys. */
function resourceMetadata(app: FastifyInstance, { serverUrlOf }: McpRouteParts): void {
  for (const url of [METADATA_PATH, METADATA_PATH + PATH]) {
    app.get(url, { config: { public: true } }, (request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send({
        resource: `${serverUrlOf(request)}${PATH}`,
        resource_name: 'Toolgate',
        resource_documentation: `${serverUrlOf(request)}/docs`,
        bearer_methods_supported: ['header']
      })
    )
  }
}

/** A refusal for want of a key says where to read how to get one. */
function challenge(request: FastifyRequest, reply: FastifyReply, { serverUrlOf }: McpRouteParts): void {
  const given = reply.getHeader('www-authenticate')
  if (typeof given === 'string')
    reply.header('www-authenticate', `${given}, resource_metadata="${serverUrlOf(request)}${METADATA_PATH}${PATH}"`)
}
