import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { addControl } from '../control.ts'
import { admit, scopesOf, tokenOf } from './credentials.ts'
import { movedProject } from './find.ts'
import { createLimits, type Limits } from './limits.ts'
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
  /** What the server says it is. */
  version?: string
  state?: State
}

/** The path below which the stand-in answers: many servers are not at the root of their host. */
export const ROOT = '/gitlab'

const LARGEST_BODY = 20 * 1024 * 1024
const ROUTES = [
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

/** GitLab's REST interface, version 4, over a state of its own. It does not listen yet. */
export function buildServer({ limits = {}, version = '18.5.1-ee', state = seedState() }: ServerOptions = {}): FastifyInstance {
  const app = Fastify({ bodyLimit: LARGEST_BODY, routerOptions: { maxParamLength: 1024 } })
  addControl(app)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  )
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    error instanceof Refusal
      ? reply.code(error.status).send(error.body)
      : reply.code(error.statusCode ?? 500).send({ message: `${error.statusCode ?? 500} ${error.message}` })
  )
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: '404 Not Found' }))
  const served: Served = { state, root: ROOT, version }
  app.get(`${ROOT}/oauth/token/info`, async request => {
    admit(request)
    return { resource_owner_id: ME, scope: scopesOf(tokenOf(request)), expires_in: 7200, application: { uid: 'sandbox' } }
  })
  app.register(
    async api => {
      admitOnly(api, served, createLimits(limits))
      for (const add of ROUTES) add(api, served)
    },
    { prefix: `${ROOT}/api/v4` }
  )
  return app
}

/** Limits come before credentials, so that guessing is limited, too. */
function admitOnly(app: FastifyInstance, served: Served, count: ReturnType<typeof createLimits>): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, refused } = count()
    reply.headers({ ...headers, 'x-request-id': request.id })
    if (refused) return await reply.code(429).type('text/plain').send('Retry later\n')
    admit(request)
    return await redirectMoved(request, reply, served)
  })
}

/** An old path of a project leads to its id, but for what changes something. */
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
