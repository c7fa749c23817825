import type { FastifyRequest } from 'fastify'
import type { State } from './state/model.ts'
import { createViews, type Views } from './views/show.ts'

/** State and settings of the server, for its routes. */
export interface Served {
  state: State
  /** Path prefix of the server. */
  root: string
  version: string
  /** Types of GraphQL that the server does not know. */
  unknown_types: readonly string[]
}

/** Views build URLs with the host that the client used. */
export const viewsFor = ({ state, root }: Served, request: FastifyRequest): Views =>
  createViews(state, `${request.protocol}://${request.host}${root}`)

export const now = (): string => new Date().toISOString()
