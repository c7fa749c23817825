import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { maxMessageBytes } from '../../catalog/catalog.ts'
import { OperationError } from '../../contract/errors.ts'
import { parseJson } from '../../lib/json.ts'
import type { InvokeContext } from '../../pipeline/context.ts'
import { readFlat } from '../../pipeline/input/read-input.ts'
import { detailOf, LIST_QUERY, selectionOf } from '../shared/list-query.ts'
import { hiddenSchema } from '../shared/route-schema.ts'
import type { Session } from './context.ts'
import { BATCH_REFUSED } from './lines.ts'
import type { HttpParts, HttpServer } from './serve.ts'

export interface McpRouteParts extends HttpParts {
  /** The whole body; throws payload_too_large if it is larger than the route takes. */
  readBody: (request: FastifyRequest, payload: Readable) => Promise<Buffer>
  contextOf: (request: FastifyRequest, reply: FastifyReply) => InvokeContext
  /** Returns the URL at which the caller reaches the gateway. */
  serverUrlOf: (request: FastifyRequest) => string
  /** Returns the authorization servers whose tokens are accepted, with the scopes to request. Read at each request. */
  issuers: () => readonly { issuer: string; request_scopes?: readonly string[] }[]
}

const PATH = '/mcp'
const METADATA_SCHEMA = hiddenSchema('Get the metadata of the protected resource', 'How MCP clients authenticate (RFC 9728).')
const METADATA_PATH = '/.well-known/oauth-protected-resource'

/** A body that is refused before the MCP server reads it: it is not JSON, or exceeds the limits of the parser. */
class Unread {
  readonly response: object
  constructor({ message, details }: OperationError) {
    const { issues } = details
    // https://www.jsonrpc.org/specification#error_object: what is not JSON is a parse error; what is refused is an invalid request.
    this.response = {
      jsonrpc: '2.0',
      id: null,
      error: issues ? { code: -32_600, message, data: { issues } } : { code: -32_700, message: `Parse error: ${message}` }
    }
  }
}

/** /mcp: the catalog as tools of the Model Context Protocol. The server is loaded with the first request. */
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
    scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) =>
      parsed(await parts.readBody(request, payload))
    )
    scope.addContentTypeParser('*', (_request, _body, done) => done(null)) // refused by the protocol, without reading it
    for (const url of [PATH, `${PATH}/:pack`])
      scope.route({
        method: ['POST', 'GET', 'DELETE'],
        url,
        schema: hiddenSchema('Use MCP', 'Streamable HTTP of the Model Context Protocol, which describes its own messages.'),
        config: { maxBody: ({ caller }) => maxMessageBytes(parts.visible.operations(caller)) },
        async handler(request, reply) {
          if (request.body instanceof Unread) return await reply.code(400).send(request.body.response)
          const read = readSelection(request, parts)
          const { respond } = await server()
          const context = parts.contextOf(request, reply)
          return await respond(request, reply, { ...context, inputBytes: request.bodySize, publicUrl: parts.serverUrlOf(request), ...read })
        }
      })
  })
}

const QUERY = Type.Object({
  pack: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 20,
      description: 'Only the tools of these packs: /mcp?pack=gitlab&pack=web, or /mcp/gitlab'
    })
  ),
  ...LIST_QUERY
})

/** Returns what the path and the query select. Throws invalid_field_value for an unknown pack, system, tool or parameter. */
function readSelection({ params, query, caller }: FastifyRequest, { visible }: McpRouteParts): Pick<Session, 'choice' | 'detail'> {
  const { pack = [], ...others } = Object(query)
  const names = [Object(params).pack ?? [], pack].flat()
  const given = readFlat('mcp', QUERY, { ...others, ...(names.length > 0 && { pack: names }) })
  const choice = selectionOf(given, names.length > 0 ? names.map(String) : undefined)
  if (Object.keys(choice).length > 0) visible.operations(caller, choice)
  return { choice, detail: detailOf(given, visible) }
}

/** The protocol dropped batches in version 2025-06-18. One request could otherwise start a hundred calls, whose responses nothing bounds together. */
const batchRefused = (): OperationError =>
  new OperationError('invalid_json', BATCH_REFUSED, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path: '', message: 'is a batch', expected: 'one JSON-RPC message' }]
  })

const open = async (parts: McpRouteParts): Promise<HttpServer> => (await import('./serve.ts')).createHttpServer(parts)

/** Returns undefined if there is no body. */
function parsed(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    const message = parseJson(bytes)
    if (Array.isArray(message)) return new Unread(batchRefused())
    return message ?? new Unread(new OperationError('invalid_json', 'The body is empty.'))
  } catch (error) {
    if (error instanceof OperationError) return new Unread(error)
    throw error
  }
}

/** RFC 9728. Without issuers, there is no authorization server: the operator of the gateway creates the keys. */
function resourceMetadata(app: FastifyInstance, parts: McpRouteParts): void {
  const { serverUrlOf, publicUrl } = parts
  for (const url of [METADATA_PATH, METADATA_PATH + PATH]) {
    app.get(url, { config: { public: true }, schema: METADATA_SCHEMA }, (request, reply) => {
      const issuers = parts.issuers()
      const scopes = new Set(issuers.flatMap(({ request_scopes = [] }) => request_scopes))
      // Without a configured address, it names the Host of the request, which a shared cache must not store for others.
      const caching = publicUrl === undefined ? 'no-store' : `public, max-age=${issuers.length > 0 ? 60 : 3600}`
      return reply.header('cache-control', caching).send({
        resource: `${serverUrlOf(request)}${PATH}`,
        resource_name: 'Toolgate',
        resource_documentation: `${serverUrlOf(request)}/docs`,
        bearer_methods_supported: ['header'],
        ...(issuers.length > 0 && { authorization_servers: issuers.map(({ issuer }) => issuer) }),
        ...(scopes.size > 0 && { scopes_supported: [...scopes] })
      })
    })
  }
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode === 401) challenge(request, reply, parts)
    done()
  })
}

/** Adds the URL of the metadata to a response that requires a key: over MCP, and if a client can sign in. */
function challenge(request: FastifyRequest, reply: FastifyReply, { serverUrlOf, issuers }: McpRouteParts): void {
  const given = reply.getHeader('www-authenticate')
  const isMcp = request.routeOptions.url?.startsWith(PATH) === true
  if (typeof given === 'string' && (isMcp || issuers().length > 0))
    reply.header('www-authenticate', `${given}, resource_metadata="${serverUrlOf(request)}${METADATA_PATH}${PATH}"`)
}
