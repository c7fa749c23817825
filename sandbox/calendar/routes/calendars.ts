import type { FastifyInstance } from 'fastify'
import type { State } from '../state/model.ts'
import { calendarView } from '../views.ts'
import { BASE, findCalendar, type OfCalendar } from './find.ts'
import { type Paged, pageOf } from './page.ts'

type ListQuery = Paged & { showHidden?: string; minAccessRole?: string }

const ROLES = ['freeBusyReader', 'reader', 'writer', 'owner']

export function addCalendars(app: FastifyInstance, state: State): void {
  const list = `${BASE}/users/me/calendarList`
  app.get<{ Querystring: ListQuery }>(list, async ({ query }) => {
    const { showHidden, minAccessRole = 'freeBusyReader' } = query
    const rows = [...state.calendars.values()]
      .filter(({ hidden, accessRole }) => (showHidden === 'true' || !hidden) && ROLES.indexOf(accessRole) >= ROLES.indexOf(minAccessRole))
      .map(row => ({ key: row.id, row }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const { items, nextPageToken } = pageOf(rows, query, { default: 100, max: 250 })
    return {
      kind: 'calendar#calendarList',
      etag: '"p32g9a0"',
      ...(nextPageToken === undefined ? { nextSyncToken: `list-${state.lastVersion()}` } : { nextPageToken }),
      items: items.map(calendarView)
    }
  })
  app.get<OfCalendar>(`${list}/:calendarId`, async ({ params }) => calendarView(findCalendar(state, params.calendarId)))
}
