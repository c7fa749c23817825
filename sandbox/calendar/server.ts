import Fastify, { type FastifyInstance } from 'fastify'
import { addControl } from '../control.ts'
import { addErrorHandlers } from '../google/errors.ts'
import { addFields } from '../google/fields.ts'
import { addOAuth } from '../google/oauth.ts'
import { findRoutes } from '../routes.ts'
import { addLimit, MAX_REQUESTS } from './limits.ts'
import { addCalendars } from './routes/calendars.ts'
import { addEvents } from './routes/events.ts'
import { addFreeBusy } from './routes/free-busy.ts'
import { addLists } from './routes/list.ts'
import type { State } from './state/model.ts'

const SCOPE = 'https://www.googleapis.com/auth/calendar'

/** Creates a server with Google Calendar's REST API for one account, and Google's token endpoint. `limit`: requests per minute. */
export function calendarServer(
  state: State,
  { limit = MAX_REQUESTS, tokenSeconds }: { limit?: number; tokenSeconds?: number } = {}
): FastifyInstance {
  const app = Fastify({ routerOptions: { maxParamLength: 2000 } })
  addControl(app)
  addOAuth(app, SCOPE, tokenSeconds)
  addFields(app)
  addLimit(app, limit)
  for (const add of [addCalendars, addLists, addEvents, addFreeBusy]) add(app, state)
  app.register(async api => {
    for (const add of await findRoutes<(app: FastifyInstance, state: State) => void>(import.meta.dirname)) add(api, state)
  })
  addErrorHandlers(app)
  return app
}
