import type { FastifyRequest } from 'fastify'
import { listIn, offsetPage, type Query } from '../paging.ts'
import type { Served } from './site.ts'
import { originOf } from './site.ts'

const MOST = 100
const MAX_WITH_BODIES = 50

/** Returns one page of version 1, with the link to the next one in the form of the deployment, without the context path. */
export function paged<T>(
  request: FastifyRequest<{ Querystring: Query }>,
  { prefix }: Served,
  all: readonly T[],
  show: (item: T) => unknown
) {
  const { query } = request
  const hasBodies = listIn(query, 'expand').some(name => name.startsWith('body.'))
  const { hasMore, ...page } = offsetPage(all, query, show, hasBodies ? MAX_WITH_BODIES : MOST)
  const path = request.url.split('?')[0]?.slice(prefix.length) ?? ''
  const parameters = new URLSearchParams(request.url.split('?')[1])
  parameters.set('start', String(page.start + page.size))
  parameters.set('limit', String(page.limit))
  const next = hasMore && { next: `${path}?${parameters}` }
  return {
    ...page,
    _links: { ...next, base: `${originOf(request)}${prefix}`, context: prefix, self: `${originOf(request)}${request.url}` }
  }
}
