import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hiddenSchema } from '../../surfaces/shared/route-schema.ts'
import { PAGE, STYLE } from './docs/page.ts'
import { SCRIPT } from './docs/script.ts'
import { pagePolicy } from './page-policy.ts'

const POLICY = pagePolicy("img-src 'self' data:")

const VENDORED = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'favicon-32x32.png']

/** Entry points for clients that call the root path. */
const INDEX = {
  console: '/console',
  docs: '/docs',
  openapi: '/openapi.json',
  llms: '/v1/dialects/llms.txt',
  catalog: '/v1/catalog',
  tools: '/v1/tools',
  mcp: '/mcp',
  health: '/readyz'
}

/** /docs: Swagger UI over /openapi.json, one system at a time. /: redirects a browser to `homeOf()`, and lists the entry points for others. */
export function docs(app: FastifyInstance, homeOf: () => string): void {
  const file = { config: { public: true }, schema: hiddenSchema('Get a file of /docs', 'A script, a style sheet or an image of the page.') }
  const config = { public: true, page: true }
  const index = hiddenSchema(
    'Get the index',
    'Redirects a browser to the console, and lists the entry points of the gateway for other callers.'
  )
  const page = hiddenSchema('Get the API explorer', 'A page that shows the OpenAPI document and sends requests.')
  app.get('/', { config, schema: index }, ({ headers }, reply) => {
    reply.header('vary', 'Accept')
    return headers.accept?.includes('text/html') ? reply.redirect(homeOf()) : reply.send(INDEX)
  })
  app.get('/docs', { config, schema: page }, (_request, reply) => guarded(reply).type('text/html; charset=utf-8').send(PAGE))
  app.get('/docs/docs.js', file, (_request, reply) => guarded(reply).type('text/javascript; charset=utf-8').send(SCRIPT))
  app.get('/docs/docs.css', file, (_request, reply) => guarded(reply).type('text/css; charset=utf-8').send(STYLE))
  for (const name of VENDORED) app.get(`/docs/${name}`, file, (request, reply) => sendAsset(name, request, reply))
}

const guarded = (reply: FastifyReply): FastifyReply =>
  reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer').header('cache-control', 'no-cache')

/** Loaded with the first file: most gateways never serve one. */
async function sendAsset(file: string, { raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { send } = await import('@fastify/send')
  const { statusCode, headers, stream } = await send(raw, `/${file}`, { root: assetsFolder(), maxAge: '1h' })
  return guarded(reply).code(statusCode).headers(headers).send(stream)
}

const assetsFolder = (): string => path.join(path.dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static')
