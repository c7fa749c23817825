import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGE, SCRIPT, STYLE } from './docs/page.ts'

/** Scripts, styles and calls of this gateway only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ')

const VENDORED = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

/** Where to begin, for whoever comes to the front door. */
const INDEX = {
  docs: '/docs',
  openapi: '/openapi.json',
  llms: '/v1/dialects/llms.txt',
  catalog: '/v1/catalog',
  tools: '/v1/tools',
  mcp: '/mcp',
  health: '/readyz'
}

/** /docs: Swagger UI over /openapi.json, from files of our own. /: leads a browser there, and tells all others what there is. */
export function docs(app: FastifyInstance): void {
  const options = { config: { public: true } }
  app.get('/', options, ({ headers }, reply) => {
    reply.header('vary', 'Accept')
    return headers.accept?.includes('text/html') ? reply.redirect('/docs') : reply.send(INDEX)
  })
  app.get('/docs', options, (_request, reply) => guarded(reply).type('text/html; charset=utf-8').send(PAGE))
  app.get('/docs/docs.js', options, (_request, reply) => guarded(reply).type('text/javascript; charset=utf-8').send(SCRIPT))
  app.get('/docs/docs.css', options, (_request, reply) => guarded(reply).type('text/css; charset=utf-8').send(STYLE))
  for (const file of VENDORED) app.get(`/docs/${file}`, options, (request, reply) => sendAsset(file, request, reply))
}

const guarded = (reply: FastifyReply): FastifyReply =>
  reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer').header('cache-control', 'no-cache')

/** The sender is loaded with the first file, since most gateways are never asked for one. */
async function sendAsset(file: string, { raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { send } = await import('@fastify/send')
  const { statusCode, headers, stream } = await send(raw, `/${file}`, { root: assetsFolder(), maxAge: '1h' })
  return guarded(reply).code(statusCode).headers(headers).send(stream)
}

const assetsFolder = (): string => path.join(path.dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static')
