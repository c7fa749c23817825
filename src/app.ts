import { randomBytes, randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Catalog } from './contract/catalog.ts'
import type { Jobs } from './contract/jobs.ts'
import type { Discovery } from './contract/mcp-tool.ts'
import { type PackConfig, packsOf } from './contract/packs.ts'
import type { Connections, Ports } from './contract/ports.ts'
import { type AuthOptions, auth } from './plugins/auth.ts'
import { docs } from './plugins/docs.ts'
import { draining } from './plugins/draining.ts'
import { translated } from './plugins/errors.ts'
import { type Check, health } from './plugins/health.ts'
import { DIALECTS } from './surfaces/dialects/dialects.ts'
import { type DialectParts, dialectRoute } from './surfaces/dialects/route.ts'
import type { McpParts } from './surfaces/mcp/parts.ts'
import { mcpRoute } from './surfaces/mcp/route.ts'
import { openapiDocument } from './surfaces/openapi/document.ts'
import { gptRoute } from './surfaces/openapi/gpt/route.ts'
import { openapiRoute, openapiWriter, serverUrlBy } from './surfaces/openapi/route.ts'
import { jsonBodies } from './surfaces/rest/body.ts'
import { fallbackRoutes } from './surfaces/rest/fallback.ts'
import { gatewayRoutes } from './surfaces/rest/gateway.ts'
import { GPT_CARRIES, isFromGpt, withoutGptPath } from './surfaces/rest/gpt.ts'
import { refuseMalformed } from './surfaces/rest/malformed.ts'
import { type ContextOf, operationRoutes } from './surfaces/rest/operations.ts'
import { presenceOf } from './surfaces/rest/presence.ts'
import { sendFailure } from './surfaces/rest/reply.ts'

export interface AppOptions {
  catalog: Catalog
  connections: Connections
  jobs: Jobs
  ports: Ports
  auth: AuthOptions
  log: FastifyBaseLogger
  checks: readonly Check[]
  /** As the documents tell it. */
  version?: string
  /** Where callers reach the gateway; by default where a caller did. */
  publicUrl?: string | undefined
  /** Asked at each request, since the configuration may change while it runs. */
  packs?: () => PackConfig
  mcp?: McpOptions
}

export interface McpOptions {
  /** How tools are listed; `all` by default. */
  discovery?: Discovery
  /** What clients keep for us is signed with it; by default something of this process alone. */
  secret?: () => Promise<Uint8Array>
  /** What else a test has MCP answer. */
  around?: NonNullable<McpParts['around']>
}

const BODY_LIMIT = 10 * 1024 * 1024
const LONGEST_PARAMETER = 1024
/** Of a request, its query with them: Node's own 16 KB are less than the longest text that goes there. */
const HEADERS_LIMIT = 128 * 1024
/** How long a caller may take to send a request; the answer has the operation's own deadline. */
const REQUEST_TIMEOUT_MS = 60_000

const REQUEST_ID = /^[\w.:-]{1,128}$/

/** The gateway as a Fastify instance that does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { catalog, connections, jobs, ports, log, checks, version = '0.0.0', publicUrl } = options
  const packs = () => packsOf(catalog, options.packs?.())
  const serverUrlOf = serverUrlBy(publicUrl)
  const { app, isClosing } = createServer(log)
  const contextOf: ContextOf = (request, reply) => ({
    caller: request.caller,
    connections,
    jobs,
    ports,
    log: request.log,
    requestId: request.id,
    presence: presenceOf(reply),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(isFromGpt(request) && GPT_CARRIES)
  })
  jsonBodies(app)
  fallbackRoutes(app)
  auth(app, options.auth, publicUrl)
  health(app, checks, isClosing)
  gatewayRoutes(app, { catalog, connections, ports, contextOf, packs, dialects: DIALECTS })
  operationRoutes(app, catalog, ports, contextOf)
  const openapiFor = openapiWriter({ catalog, ports, version })
  openapiRoute(app, serverUrlOf, openapiFor)
  mcpRoute(app, {
    ...mcpDefaults(),
    ...options.mcp,
    catalog,
    ports,
    version,
    publicUrl,
    contextOf,
    serverUrlOf,
    bodyLimit: BODY_LIMIT,
    openapi: (caller, url) => openapiFor(caller, url).text
  })
  gptRoute(app, { catalog, ports, version, publicUrl, packs })
  dialectRoute(app, {
    catalog,
    ports,
    version,
    packs,
    serverUrlOf,
    openapi: documentOf(catalog, version)
  })
  docs(app)
  return app
}

function mcpDefaults(): { discovery: Discovery; secret: () => Promise<Uint8Array> } {
  const secret = randomBytes(32)
  return { discovery: 'all', secret: async () => secret }
}

/** What a process that only works on jobs serves: whether it lives and can work. */
export async function buildHealthApp({
  auth: authOptions,
  log,
  checks
}: Pick<AppOptions, 'auth' | 'log' | 'checks'>): Promise<FastifyInstance> {
  const { app, isClosing } = createServer(log)
  fallbackRoutes(app)
  auth(app, authOptions)
  health(app, checks, isClosing)
  return app
}

/** Some operations as a document: with the gateway's own routes, or alone. */
const documentOf =
  (catalog: Catalog, version: string): DialectParts['openapi'] =>
  (operations, serverUrl, whole) =>
    openapiDocument(catalog, { version, serverUrl, visible: operation => operations.includes(operation), gateway: whole ? 'all' : 'none' })

/** Fastify as every process of ours uses it. Inputs are checked by the door and answers are text: its own schemas would do both again. */
function createServer(log: FastifyBaseLogger): { app: FastifyInstance; isClosing: () => boolean } {
  const app = Fastify({
    loggerInstance: log,
    logController: new Fastify.LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    http: { maxHeaderSize: HEADERS_LIMIT },
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false, // in words of its own; ours are in draining
    rewriteUrl: withoutGptPath,
    requestIdHeader: false,
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    clientErrorHandler: refuseMalformed,
    frameworkErrors: (error, request, reply) =>
      sendFailure(request, reply.header('x-request-id', request.id), translated(error, BODY_LIMIT, LONGEST_PARAMETER)),
    routerOptions: { maxParamLength: LONGEST_PARAMETER, ignoreTrailingSlash: true }
  })
  app.setErrorHandler((error: Error & { code: string }, request, reply) =>
    sendFailure(request, reply, translated(error, BODY_LIMIT, LONGEST_PARAMETER), request.routeOptions.config.system ?? request.system)
  )
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    done()
  })
  return { app, isClosing: draining(app) }
}

/** In lower case it stays as it is, but in one piece, which is written faster into answer, header and log than what randomUUID puts together. */
const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID().toLowerCase()
