import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Query } from '../paging.ts'
import { listIn } from '../paging.ts'
import { Refusal, refuse } from '../refusal.ts'
import type { Page, Site, Space } from '../state/model.ts'
import type { View } from '../views/v1.ts'

/** The context of every route. */
export interface Served {
  site: Site
  /** Prefix of the paths of this API, such as `/wiki`. */
  prefix: string
  lagMs: number
}

export type AddRoutes = (app: FastifyInstance, served: Served) => void

export type ById = { Params: { id: string }; Querystring: Query }

export const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`

export const viewOf = (request: FastifyRequest<{ Querystring: Query }>, { site, prefix }: Served): View => ({
  site,
  base: `${originOf(request)}${prefix}`,
  context: prefix,
  expand: listIn(request.query, 'expand')
})

export function pageOf(site: Site, id: string, type?: Page['type']): Page {
  const page = site.pages.get(id)
  if (!page || (type !== undefined && page.type !== type))
    throw new Refusal(404, `No content found with id: ${id}, or you do not have permission to view it`)
  return page
}

export function spaceOf(site: Site, fits: (space: Space) => boolean): Space {
  const space = site.spaces.find(fits)
  if (!space) throw refuse(404, 'No space found, or you do not have permission to view it')
  return space
}
