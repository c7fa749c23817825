import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { addControl } from '../control.ts'
import { notImplemented } from '../not-implemented.ts'
import { findRoutes } from '../routes.ts'
import { admit, CLOUD_ID } from './credentials.ts'
import { createLimits, type Limits } from './limits.ts'
import { inVersion1, inVersion2, Refusal } from './refusal.ts'
import { partsV1, partsV2 } from './routes/parts.ts'
import type { AddRoutes } from './routes/site.ts'
import { fileRoutes, mediaRoutes } from './routes/v1-attachments.ts'
import { contentRoutes } from './routes/v1-content.ts'
import { siteRoutes } from './routes/v1-rest.ts'
import { searchRoutes } from './routes/v1-search.ts'
import { pageRoutes } from './routes/v2-pages.ts'
import { attachmentRoutes, commentRoutes, lookupRoutes, spaceRoutes } from './routes/v2-rest.ts'
import type { Site } from './state/model.ts'

export interface ServerOptions {
  limits?: Limits
  /** Time for which the search index ignores new, changed and deleted pages, in ms. Default: 0. */
  index_lag_ms?: number
}

const GENEROUS = { requests: 1_000_000 }
const LARGEST_BODY = 110 * 1024 * 1024

const VERSION_1: readonly AddRoutes[] = [contentRoutes, searchRoutes, siteRoutes, fileRoutes, partsV1]
const VERSION_2: readonly AddRoutes[] = [
  (app, served) => pageRoutes(app, served, 'page'),
  (app, served) => pageRoutes(app, served, 'blogpost'),
  spaceRoutes,
  attachmentRoutes,
  commentRoutes,
  lookupRoutes,
  partsV2
]

/** The context path of Data Center. */
export const CONTEXT = '/confluence'

/** Paths of the API. Other paths are web pages; Data Center has no version 2. */
const CLOUD_API = /^(?:\/ex\/confluence\/[^/?]+)?\/wiki\/(?:rest\/api|api\/v2)\//
const DATA_CENTER_API = /^\/confluence\/rest\//

/** Creates a server for a site: as Cloud, directly and through the vendor's gateway, or as Data Center. It does not listen yet. */
export function confluenceServer(site: Site, { limits = GENEROUS, index_lag_ms: lagMs = 0 }: ServerOptions = {}): FastifyInstance {
  const app = Fastify({ bodyLimit: LARGEST_BODY, routerOptions: { maxParamLength: 1000 } })
  addControl(app)
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Clients also send the type without a body.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parseJson(request, String(body), done)
  )
  const count = createLimits(site.mode, limits)
  const serve = (prefix: string, gateway: boolean): void => {
    app.register(
      async api => {
        admitOnly(api, site, gateway, count)
        const found = await findRoutes<AddRoutes>(import.meta.dirname)
        for (const add of [...VERSION_1, ...(site.mode === 'cloud' ? VERSION_2 : []), ...found]) add(api, { site, prefix, lagMs })
      },
      { prefix }
    )
  }
  if (site.mode === 'cloud') {
    serve('/wiki', false)
    serve(`/ex/confluence/${CLOUD_ID}/wiki`, true)
    mediaRoutes(app, { site })
  } else serve(CONTEXT, false)
  const api = site.mode === 'cloud' ? CLOUD_API : DATA_CENTER_API
  const sendUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    api.test(request.url) ? sendRefusal(request, reply, new Refusal(501, notImplemented(request))) : sendHtml(reply, 404, 'Page not found')
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof Refusal) return sendRefusal(request, reply, error)
    // The body of a request to an unknown method is not read.
    return request.is404 ? sendUnknown(request, reply) : sendRefusal(request, reply, new Refusal(error.statusCode ?? 500, error.message))
  })
  app.setNotFoundHandler(sendUnknown)
  return app
}

/** In the error shape of the version that the request is for. */
const sendRefusal = ({ url }: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply =>
  reply.code(refusal.status).send(url.includes('/api/v2/') ? inVersion2(refusal) : inVersion1(refusal))

function admitOnly(app: FastifyInstance, site: Site, gateway: boolean, count: ReturnType<typeof createLimits>): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, refused } = count()
    reply.headers({ ...headers, 'x-arequestid': request.id })
    if (refused) return await reply.code(429).send({ message: 'Rate limit exceeded' })
    const verdict = admit(site, request, gateway)
    // Methods of version 1 that the vendor removed for apps.
    if (
      verdict.admitted &&
      gateway &&
      /\/rest\/api\/(content\b(?!\/(search|archive|[^/]+\/(label|child\/attachment)))|space\b)/.test(request.url)
    )
      throw new Refusal(410, 'This deprecated endpoint has been removed.')
    if (verdict.admitted) return undefined
    return gateway
      ? await reply.code(verdict.status).send({ code: verdict.status, message: verdict.message })
      : await sendHtml(reply, verdict.status, verdict.message)
  })
}

/** Responses of Tomcat, or of a proxy before it. */
const sendHtml = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html><head><title>${status}</title><style>h1 {color: red}</style></head><body><h1>HTTP Status ${status}</h1><p>${message}</p></body></html>`
    )
