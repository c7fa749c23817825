import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import { near } from '../../lib/spelling.ts'

interface Known {
  pattern: RegExp
  url: string
  methods: Set<string>
  /** Whether the caller may see the route. */
  shownTo: (caller: Caller) => boolean
}

const MAX_ECHO = 200

/**
 * Responds to requests without a route: OPTIONS of a known path, 405 with Allow, and 404 with similar paths. `worker`: this process serves no
 * operation, and a 404 states where the gateway is, if that is known.
 */
export function fallbackRoutes(app: FastifyInstance, worker?: { gateway: string | undefined }): void {
  const known = new Map<string, Known>()
  app.addHook('onRoute', ({ url, method, config }) => {
    const shownTo = config?.shownTo ?? (() => true)
    const entry = known.get(url) ?? { url, pattern: patternOf(url), methods: new Set(['OPTIONS']), shownTo }
    for (const name of Array.isArray(method) ? method : [method]) entry.methods.add(name)
    known.set(url, entry)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const matches = [...known.values()].filter(({ pattern }) => pattern.test(path))
    if (matches.length === 0 && worker) throw notHere(request, path, worker.gateway)
    if (matches.length === 0)
      throw notFound(
        request,
        path,
        [...known.values()].filter(({ shownTo }) => shownTo(request.caller)).map(({ url }) => url)
      )
    const allow = [...new Set(matches.flatMap(({ methods }) => [...methods]))].sort().join(', ')
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new OperationError('method_not_allowed', `${path} does not support ${request.method}; it supports ${allow}.`)
  })
}

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\\\*$/, '.*')}/?$`
  )

const notHere = ({ method }: FastifyRequest, path: string, gateway = ''): OperationError =>
  new OperationError(
    'route_not_found',
    `This process is a worker: it runs jobs, and serves only /healthz and /readyz, not ${method} ${path.slice(0, MAX_ECHO)}.`,
    { suggestions: [`Send it to the gateway${gateway === '' ? ', a process whose TOOLGATE_ROLE is gateway or all' : ` at ${gateway}`}.`] }
  )

function notFound({ method }: FastifyRequest, path: string, urls: string[]): OperationError {
  const bulk = bulkNear(path, urls)
  const suggestions = [
    ...near(path, bulk.length > 0 ? bulk : urls.filter(url => url !== '/')).map(url => `Did you mean ${url}?`),
    ...(bulk.length > 0 ? [`Bulk actions: ${bulk.join(', ')}.`] : []),
    'GET /v1/catalog lists the operations; /docs and /openapi.json describe it.'
  ]
  return new OperationError('route_not_found', `Nothing is served at ${method} ${path.slice(0, MAX_ECHO)}.`, { suggestions })
}

/** The bulk actions of the system that such a path names, else of all; none for other paths. */
function bulkNear(path: string, urls: string[]): string[] {
  const at = path.indexOf('/bulk/')
  if (at < 0) return []
  const all = urls.filter(url => url.includes('/bulk/')).sort()
  const own = all.filter(url => url.startsWith(`${path.slice(0, at)}/bulk/`))
  return own.length > 0 ? own : all
}
