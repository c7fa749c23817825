import multipart, { type MultipartFile } from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { addControl } from '../control.ts'
import { notImplemented } from '../not-implemented.ts'
import { findRoutes } from '../routes.ts'
import { checkCredentials, credentialsOf } from './credentials.ts'
import { createLimits, type Limits, PUBLISHED } from './limits.ts'
import { Refusal } from './refusal.ts'
import { actionRoutes } from './routes/actions.ts'
import { attachmentRoutes } from './routes/attachments.ts'
import { boardRoutes } from './routes/boards.ts'
import { cardRoutes } from './routes/cards.ts'
import { checklistRoutes } from './routes/checklists.ts'
import { labelAndMemberRoutes } from './routes/labels-and-members.ts'
import { listRoutes } from './routes/lists.ts'
import { searchRoutes } from './routes/search.ts'
import type { State } from './state/model.ts'
import { seedState } from './state/seed.ts'

export interface ServerOptions {
  limits?: Partial<Limits>
  /** Delay after which the search finds new and changed cards. Default 0. */
  search_lag_ms?: number
  state?: State
}

/** Creates a server with version 1 of Trello's REST API. It does not listen yet. */
export function buildServer({ limits, search_lag_ms = 0, state = seedState() }: ServerOptions = {}): FastifyInstance {
  const app = Fastify({ routerOptions: { maxParamLength: 1024 } })
  addControl(app)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  )
  addForms(app)
  addAdmission(app, createLimits({ ...PUBLISHED, ...limits }))
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    // The body of a request for an unknown method is not parsed.
    if (request.is404 && !(error instanceof Refusal)) return sendUnknown(request, reply)
    const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500)
    return sendText(reply, status, error.message)
  })
  app.setNotFoundHandler(sendUnknown)
  const routes = [boardRoutes, listRoutes, cardRoutes, labelAndMemberRoutes, actionRoutes, checklistRoutes, attachmentRoutes]
  app.register(
    async api => {
      for (const add of [...routes, ...(await findRoutes<(app: FastifyInstance, state: State) => void>(import.meta.dirname))])
        add(api, state)
      searchRoutes(api, state, search_lag_ms)
    },
    { prefix: '/1' }
  )
  return app
}

/** A file in a form becomes an object with its bytes, name and media type; the other parts are texts. */
function addForms(app: FastifyInstance): void {
  app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { fileSize: MAX_FILE_BYTES },
    async onFile(part: MultipartFile & { value?: unknown }) {
      part.value = { bytes: await part.toBuffer(), fileName: part.filename, mimeType: part.mimetype }
    }
  })
}

const MAX_FILE_BYTES = 250 * 1024 * 1024

const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').send(text)

/** A path below the API is a method that this server does not implement. Other paths do not exist at Trello either. */
const sendUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  request.url.startsWith('/1/')
    ? sendText(reply, 501, notImplemented(request))
    : sendText(reply, 404, `Cannot ${request.method} ${request.url.split('?')[0]}`)

/** Checks limits before credentials, so that guessing credentials is limited, too. */
function addAdmission(app: FastifyInstance, limits: ReturnType<typeof createLimits>): void {
  app.addHook('onRequest', async (request, reply) => {
    const credentials = credentialsOf(request)
    const { headers, refusal } = limits.admit(credentials.key, credentials.token)
    reply.headers(headers)
    if (refusal) return await reply.code(429).send(refusal)
    checkCredentials(credentials, request.method)
    return undefined
  })
}
