import type { FastifyRequest } from 'fastify'
import type { State } from './state/model.ts'
import { createViews, type Views } from './views/show.ts'

/** What the routes work on. */
export interface Served {
  state: State
  /** The path below which the server is. */
  root: string
  version: string
}

/** Addresses are those by which the caller reached the server. */
export const viewsFor = ({ state, root }: Served, request: FastifyRequest): Views =>
  createViews(state, `${request.protocol}://${request.host}${root}`)

export const now = (): string => new Date().toISOString()
