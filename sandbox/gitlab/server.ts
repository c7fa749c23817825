import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { addControl } from '../control.ts'
import { notImplemented } from '../not-implemented.ts'
import { findRoutes } from '../routes.ts'
import { admit, scopesOf, tokenOf } from './credentials.ts'
import { movedProject } from './find.ts'
import { graphqlRoutes } from './graphql/routes.ts'
import { createLimits, type Limits } from './limits.ts'
import { fieldsOf } from './params.ts'
import { Refusal, refuse } from './refusal.ts'
import { discussionRoutes } from './routes/discussions.ts'
import { fileRoutes } from './routes/files.ts'
import { issueRoutes } from './routes/issues.ts'
import { jobRoutes } from './routes/jobs.ts'
import { labelRoutes } from './routes/labels.ts'
import { mergeRequestRoutes } from './routes/merge-requests.ts'
import { milestoneRoutes } from './routes/milestones.ts'
import { noteRoutes } from './routes/notes.ts'
import { peopleRoutes } from './routes/people.ts'
import { pipelineRoutes } from './routes/pipelines.ts'
import { projectRoutes } from './routes/projects.ts'
import { releaseRoutes } from './routes/releases.ts'
import { repositoryRoutes } from './routes/repository.ts'
import { searchRoutes } from './routes/search.ts'
import { snippetRoutes } from './routes/snippets.ts'
import { wikiRoutes } from './routes/wikis.ts'
import type { Served } from './served.ts'
import { ME } from './state/me.ts'
import type { State } from './state/model.ts'
import { seedState } from './state/seed.ts'

export interface ServerOptions {
  limits?: Limits
  /** Version that the server reports. */
  version?: string
  /** Types of GraphQL that the server does not know, as one of an older version or another plan. Default: none. */
  unknown_types?: readonly string[]
  state?: State
}

/** Relative URL root of the server: many servers are not at the root of their host. */
export const ROOT = '/gitlab'

const API = `${ROOT}/api/v4`
/** busboy's error message for an incomplete multipart body; the error has no status. */
const CUT_OFF_FORM = 'Unexpected end of multipart data'

const MAX_BODY_BYTES = 20 * 1024 * 1024
type AddRoutes = (app: FastifyInstance, served: Served) => void

const ROUTES: readonly AddRoutes[] = [
  peopleRoutes,
  projectRoutes,
  issueRoutes,
  noteRoutes,
  repositoryRoutes,
  fileRoutes,
  mergeRequestRoutes,
  discussionRoutes,
  pipelineRoutes,
  jobRoutes,
  labelRoutes,
  milestoneRoutes,
  releaseRoutes,
  searchRoutes,
  snippetRoutes,
  wikiRoutes
]

/** Returns a server of GitLab's REST API v4 with its own state. It does not listen yet. */
export function buildServer({
  limits = {},
  version = '18.5.1-ee',
  unknown_types = [],
  state = seedState()
}: ServerOptions = {}): FastifyInstance {
  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, routerOptions: { maxParamLength: 1024 } })
  addControl(app)
  addForms(app)
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send(error.body)
    // The body of a request to an unknown route is not parsed.
    if (request.is404) return sendUnknown(request, reply)
    const status = error.statusCode ?? (error.message === CUT_OFF_FORM ? 400 : 500)
    return reply.code(status).send({ message: `${status} ${error.message}` })
  })
  app.setNotFoundHandler(sendUnknown)
  const served: Served = { state, root: ROOT, version, unknown_types }
  app.get(`${ROOT}/oauth/token/info`, async request => {
    admit(request)
    return { resource_owner_id: ME, scope: scopesOf(tokenOf(request)), expires_in: 7200, application: { uid: 'sandbox' } }
  })
  const count = createLimits(limits)
  app.register(
    async api => {
      admitOnly(api, served, count)
      graphqlRoutes(api, served)
    },
    { prefix: `${ROOT}/api` }
  )
  app.register(
    async api => {
      admitOnly(api, served, count)
      for (const add of [...ROUTES, ...(await findRoutes<AddRoutes>(import.meta.dirname))]) add(api, served)
    },
    { prefix: API }
  )
  return app
}

function addForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, fieldsOf(new URLSearchParams(String(body))))
  )
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    async onFile(part) {
      Object.assign(part, { value: { filename: part.filename, bytes: await part.toBuffer() } })
    }
  })
}

/** Within the API, the sandbox does not implement the method; elsewhere, GitLab has no resource either. */
const sendUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  request.url.startsWith(API)
    ? reply.code(501).send({ message: `501 ${notImplemented(request)}` })
    : reply.code(404).send({ error: '404 Not Found' })

/** Rate limits are checked before credentials, so that guessing tokens is limited, too. */
function admitOnly(app: FastifyInstance, served: Served, count: ReturnType<typeof createLimits>): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, refused } = count()
    reply.headers({ ...headers, 'x-request-id': request.id })
    if (refused) return await reply.code(429).type('text/plain').send('Retry later\n')
    admit(request)
    return await redirectMoved(request, reply, served)
  })
}

/** Redirects reads with an old project path to the project's ID; refuses writes. */
async function redirectMoved(request: FastifyRequest, reply: FastifyReply, { state, root }: Served): Promise<unknown> {
  const [, encoded = ''] = /\/projects\/([^/?]+)/.exec(request.url) ?? []
  const moved = encoded === '' ? undefined : movedProject(state, decodeURIComponent(encoded))
  if (!moved) return undefined
  if (request.method !== 'GET') throw refuse(405, 'Non GET methods are not allowed for moved projects')
  const target = request.url.replace(`/projects/${encoded}`, `/projects/${moved.id}`)
  return await reply
    .code(301)
    .header('location', `${request.protocol}://${request.host}${target}`)
    .send({ message: `This resource has been moved below ${root}` })
}
