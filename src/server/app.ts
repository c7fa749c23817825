import { randomBytes, randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { userOf } from '../access/users.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { type PackConfig, packSource } from '../catalog/packs.ts'
import { createVisible, type Discovery } from '../catalog/visible.ts'
import type { Config } from '../config/config.ts'
import { hasSpecialScope } from '../contract/call.ts'
import type { Jobs } from '../contract/jobs.ts'
import type { Operation } from '../contract/operation.ts'
import type { Connections, Ports } from '../pipeline/ports.ts'
import { DIALECTS } from '../surfaces/dialects/dialects.ts'
import { dialectRoute } from '../surfaces/dialects/route.ts'
import type { McpParts } from '../surfaces/mcp/context.ts'
import { type McpRouteParts, mcpRoute } from '../surfaces/mcp/route.ts'
import { documentRoutes } from '../surfaces/openapi/document.ts'
import { filterDocument } from '../surfaces/openapi/filter.ts'
import { gptRoute } from '../surfaces/openapi/gpt-route.ts'
import { openapiRoute, openapiWriter, serverUrlBy } from '../surfaces/openapi/route.ts'
import { bytesOf, jsonBodies } from '../surfaces/rest/body.ts'
import { contextOfRequest, withoutGptPath } from '../surfaces/rest/context.ts'
import { fallbackRoutes } from '../surfaces/rest/fallback.ts'
import { type GatewayParts, gatewayRoutes } from '../surfaces/rest/gateway.ts'
import { operationRoutes } from '../surfaces/rest/operations.ts'
import { refuseMalformed, sendFailure } from '../surfaces/rest/reply.ts'
import { type UploadLimits, uploadQuota } from '../surfaces/rest/upload-quota.ts'
import { ANY_SERVER_URL, createDocumentCache } from '../surfaces/shared/document-cache.ts'
import { type AuthOptions, auth } from './plugins/auth.ts'
import { consoleRoutes, hasConsole } from './plugins/console.ts'
import { docs } from './plugins/docs.ts'
import { draining } from './plugins/draining.ts'
import { translated } from './plugins/errors.ts'
import { type Check, health } from './plugins/health.ts'
import { type Overload, shedLoad } from './plugins/overload.ts'
import { foreignRequest } from './plugins/own-host.ts'
import { limitStreams } from './plugins/streams.ts'
import { measureRequests, metricsRoute } from './plugins/telemetry.ts'

export interface AppOptions {
  catalog: Catalog
  connections: Connections
  jobs: Jobs
  ports: Ports
  auth: AuthOptions
  log: FastifyBaseLogger
  checks: readonly Check[]
  /** The version that the documents show. */
  version?: string
  /** Public URL of the gateway. Default: the URL of each request. */
  publicUrl?: string | undefined
  /** Proxies whose X-Forwarded-For is trusted. Default: none. */
  trustProxy?: Config['trustProxy']
  /** Called for each request, because the configuration may change at runtime. */
  packs?: () => PackConfig
  /** Secrets that sign the webhooks of a key. */
  webhookSecrets: (keyId: string) => readonly string[]
  /** Scopes that a caller can give to keys. Default: none. */
  grantableScopes?: GatewayParts['grantableScopes']
  /** Returns the metrics of this process as Prometheus text. Default: there is no /metrics. */
  metrics?: () => Promise<string>
  mcp?: McpOptions
  /** Issuers whose tokens are accepted. Called for each request. Default: none. */
  issuers?: McpRouteParts['issuers']
  /** Limits of the concurrent uploads and bodies of each key. Default: 4 uploads of 1 GB in total, and 128 MB of JSON. */
  uploads?: Partial<UploadLimits>
  /** When calls are refused because the process is overloaded. */
  overload?: Overload
  /** Folder of the built console. Default: no console. */
  consoleFolder?: string
  /** Calls the listener after each configuration change. Returns a function that removes it. */
  onConfigured?: (listener: () => void) => () => void
}

export interface McpOptions {
  /** How tools are listed. Default: `auto`. */
  discovery?: Discovery
  /** Signs values that clients store for the gateway. Default: a random value of this process. */
  secret?: () => Promise<Uint8Array>
  /** Interval in milliseconds at which a call without output reports that it is still running. Default: 15,000. */
  heartbeat_ms?: number
  /** For tests: additional MCP behavior. */
  around?: NonNullable<McpParts['around']>
}

const MAX_PARAMETER = 1024
/** Includes the query string. Node's default of 16 KB is shorter than the longest text a query may contain. */
const HEADERS_LIMIT = 128 * 1024
/** Maximum time to receive a request. The response has the deadline of the operation. */
const REQUEST_TIMEOUT_MS = 60_000
/** Maximum time to receive the headers, from the opening of the connection or the first byte. */
const HEADERS_TIMEOUT_MS = 10_000
/** Interval at which connections are checked for both timeouts. */
const TIMEOUT_CHECK_MS = 1_000

const REQUEST_ID = /^[\w.:-]{1,128}$/

/** Builds the gateway as a Fastify instance that does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { catalog, connections, jobs, ports, log, checks, version = '0.0.0', publicUrl } = options
  const packs = packSource(catalog, options.packs)
  const visible = createVisible({ catalog, ports, connections, packs })
  const documents = createDocumentCache()
  const serverUrlOf = serverUrlBy(publicUrl)
  const { app, isClosing } = createServer(log, options.trustProxy)
  measureRequests(app)
  const contextOf = contextOfRequest({ connections, jobs, ports }, publicUrl)
  await documentRoutes(app, { catalog, version, serverUrl: publicUrl ?? ANY_SERVER_URL })
  const whole = () => ({ ...app.swagger() })
  const openapiFor = openapiWriter(catalog, documents, whole)
  const quota = uploadQuota(options.uploads)
  jsonBodies(app, quota.countBody)
  fallbackRoutes(app)
  auth(app, options.auth, { refuseAnonymous: request => foreignRequest(request, publicUrl), userOf })
  limitStreams(app, ports.limits)
  shedLoad(app, options.overload)
  health(app, checks, isClosing)
  if (options.metrics) metricsRoute(app, options.metrics, hasSpecialScope)
  openapiRoute(app, { visible, serverUrlOf, openapiFor })
  gatewayRoutes(app, {
    catalog,
    connections,
    ports,
    visible,
    contextOf,
    quota,
    packs,
    dialects: DIALECTS,
    webhookSecrets: options.webhookSecrets,
    grantableScopes: options.grantableScopes ?? (() => [])
  })
  const openapi = (operations: readonly Operation[], gateway: 'all' | 'none') => filterDocument(whole(), catalog, { operations, gateway })
  dialectRoute(app, { catalog, visible, documents, version, serverUrlOf, openapi })
  gptRoute(app, { catalog, visible, documents, publicUrl, packs, whole })
  operationRoutes(app, catalog, ports, contextOf, quota)
  mcpRoute(app, {
    ...mcpDefaults(),
    ...options.mcp,
    onConfigured: options.onConfigured,
    catalog,
    visible,
    version,
    publicUrl,
    contextOf,
    serverUrlOf,
    issuers: options.issuers ?? (() => []),
    readBody: bytesOf,
    openapi: (operations, url) => openapiFor({ operations }, url).body.toString()
  })
  const { consoleFolder } = options
  if (consoleFolder !== undefined) consoleRoutes(app, consoleFolder)
  docs(app, () => (consoleFolder !== undefined && hasConsole(consoleFolder) ? '/console' : '/docs'))
  return app
}

function mcpDefaults(): { discovery: Discovery; secret: () => Promise<Uint8Array> } {
  const secret = randomBytes(32)
  return { discovery: 'auto', secret: async () => secret }
}

/** Returns the app of a worker process: only its health and readiness. */
export async function buildHealthApp({
  auth: authOptions,
  log,
  checks,
  publicUrl,
  metrics
}: Pick<AppOptions, 'auth' | 'log' | 'checks' | 'publicUrl' | 'metrics'>): Promise<FastifyInstance> {
  const { app, isClosing } = createServer(log)
  fallbackRoutes(app, { gateway: publicUrl })
  auth(app, authOptions)
  health(app, checks, isClosing)
  if (metrics) metricsRoute(app, metrics, hasSpecialScope)
  return app
}

/** Returns OpenAPI documents of a gateway's operations as JSON, for MCP over standard input and output. */
export async function openapiOf(app: FastifyInstance, catalog: Catalog): Promise<McpParts['openapi']> {
  await app.ready()
  const openapiFor = openapiWriter(catalog, createDocumentCache(), () => ({ ...app.swagger() }))
  return (operations, url) => openapiFor({ operations }, url).body.toString()
}

/**
 * Creates Fastify with the settings of all processes. Route schemas only document routes and are not compiled: the pipeline validates
 * inputs, and responses are serialized already.
 */
function createServer(log: FastifyBaseLogger, trustProxy: Config['trustProxy'] = []): { app: FastifyInstance; isClosing: () => boolean } {
  const app = Fastify({
    loggerInstance: log,
    logController: new Fastify.LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    http: { maxHeaderSize: HEADERS_LIMIT, headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    return503OnClosing: false, // replaced by the response of draining
    rewriteUrl: withoutGptPath,
    requestIdHeader: false,
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    clientErrorHandler: refuseMalformed,
    frameworkErrors: (error, request, reply) =>
      sendFailure(request, reply.header('x-request-id', request.id), translated(error, MAX_PARAMETER)),
    routerOptions: { maxParamLength: MAX_PARAMETER, ignoreTrailingSlash: true }
  })
  app.setErrorHandler((error: Error & { code: string }, request, reply) =>
    sendFailure(request, reply, translated(error, MAX_PARAMETER), request.routeOptions.config.system ?? request.system)
  )
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    done()
  })
  return { app, isClosing: draining(app) }
}

/** A valid ID is kept in lower case. Copied to one flat string, because it is written to response, header and log. */
const requestId = (header: string | string[] | undefined): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID().toLowerCase()
