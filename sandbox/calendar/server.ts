import Fastify, { type FastifyInstance } from 'fastify'
import { addControl } from '../control.ts'
import { answerFailures } from '../google/errors.ts'
import { addOAuth } from '../google/oauth.ts'
import { addLimit, MOST_REQUESTS } from './limits.ts'
import { addCalendars } from './routes/calendars.ts'
import { addEvents } from './routes/events.ts'
import { addFreeBusy } from './routes/free-busy.ts'
import { addLists } from './routes/list.ts'
import type { State } from './state/model.ts'

const SCOPE = 'https://www.googleapis.com/auth/calendar'

/** Google Calendar's REST interface over one account, and the token endpoint of Google beside it. `limit`: requests a minute. */
export function calendarServer(
  state: State,
  { limit = MOST_REQUESTS, tokenSeconds }: { limit?: number; tokenSeconds?: number } = {}
): FastifyInstance {
  const app = Fastify({ routerOptions: { maxParamLength: 2000 } })
  addControl(app)
  addOAuth(app, SCOPE, tokenSeconds)
  addLimit(app, limit)
  for (const add of [addCalendars, addLists, addEvents, addFreeBusy]) add(app, state)
  answerFailures(app)
  return app
}
