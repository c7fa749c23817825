import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Catalog } from './contract/catalog.ts'
import type { InvokeContext } from './contract/invoke.ts'
import type { Jobs } from './contract/jobs.ts'
import type { Connections, Ports } from './contract/ports.ts'
import { type AuthOptions, auth } from './plugins/auth.ts'
import { translated } from './plugins/errors.ts'
import { type Check, health } from './plugins/health.ts'
import { jsonBodies } from './surfaces/rest/body.ts'
import { fallbackRoutes } from './surfaces/rest/fallback.ts'
import { gatewayRoutes } from './surfaces/rest/gateway.ts'
import { operationRoutes } from './surfaces/rest/operations.ts'
import { sendFailure } from './surfaces/rest/reply.ts'

export interface AppOptions {
  catalog: Catalog
  connections: Connections
  jobs: Jobs
  ports: Ports
  auth: AuthOptions
  log: FastifyBaseLogger
  checks: readonly Check[]
}

const BODY_LIMIT = 10 * 1024 * 1024
const LONGEST_PARAMETER = 1024
/** Longer than the longest deadline of an operation, so that ours answers first. */
const REQUEST_TIMEOUT_MS = 330_000

const REQUEST_ID = /^[\w.:-]{1,128}$/

/** The gateway as a Fastify instance that does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { catalog, connections, jobs, ports, log, checks } = options
  const app = Fastify({
    loggerInstance: log,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    requestIdHeader: false,
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    routerOptions: { maxParamLength: LONGEST_PARAMETER, ignoreTrailingSlash: true }
  })
  const contextOf = (request: FastifyRequest): InvokeContext => ({
    caller: request.caller,
    connections,
    jobs,
    ports,
    log: request.log,
    requestId: request.id,
    signal: request.signal
  })
  // Our own reader checks every input, and our own text is the answer: Fastify's schemas would do both a second time.
  app.setErrorHandler((error: Error & { code: string }, request, reply) =>
    sendFailure(request, reply, translated(error, BODY_LIMIT), request.routeOptions.config.system ?? request.system)
  )
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    done()
  })
  jsonBodies(app)
  fallbackRoutes(app)
  auth(app, options.auth)
  health(app, checks)
  gatewayRoutes(app, { catalog, connections, ports, contextOf })
  operationRoutes(app, catalog, contextOf)
  return app
}

const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
