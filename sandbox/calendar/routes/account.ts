import type { FastifyInstance } from 'fastify'
import { badRequest, notFound } from '../refusals.ts'
import { etagOf, type State } from '../state/model.ts'
import { calendarView } from '../views.ts'
import { BASE, findCalendar, type OfCalendar } from './find.ts'

type Entry = { colorId?: string; hidden?: boolean; summaryOverride?: string }

/** How the account shows its calendars, the colors, and the settings of the account. */
export default function addAccount(app: FastifyInstance, state: State): void {
  const list = `${BASE}/users/me/calendarList`
  app.post<{ Body: { id?: string } }>(list, async ({ body }) => {
    if (!body?.id) throw badRequest('Missing calendar ID.', 'required')
    return calendarView(findCalendar(state, body.id))
  })
  for (const method of ['PATCH', 'PUT'] as const)
    app.route<OfCalendar & { Body: Entry }>({
      method,
      url: `${list}/:calendarId`,
      handler: async ({ params, body }) => {
        const calendar = findCalendar(state, params.calendarId)
        const { colorId, hidden } = body ?? {}
        Object.assign(calendar, { ...(colorId !== undefined && { colorId }), ...(hidden !== undefined && { hidden }) })
        return calendarView(calendar)
      }
    })
  app.delete<OfCalendar>(`${list}/:calendarId`, async ({ params }, reply) => {
    findCalendar(state, params.calendarId).hidden = true
    return reply.code(204).send()
  })
  app.get(`${BASE}/colors`, async () => ({
    kind: 'calendar#colors',
    updated: '2012-02-14T00:00:00.000Z',
    calendar: { 1: COLOR },
    event: { 1: COLOR }
  }))
  const settings = `${BASE}/users/me/settings`
  app.get(settings, async () => ({
    kind: 'calendar#settings',
    etag: etagOf(0),
    nextSyncToken: 'settings',
    items: Object.entries(SETTINGS).map(([id, value]) => settingView(id, value))
  }))
  app.get<{ Params: { setting: string } }>(`${settings}/:setting`, async ({ params: { setting } }) => {
    const value = new Map(Object.entries(SETTINGS)).get(setting)
    if (value === undefined) throw notFound()
    return settingView(setting, value)
  })
}

const COLOR = { background: '#a4bdfc', foreground: '#1d1d1d' }
const SETTINGS = { timezone: 'Europe/Berlin', locale: 'en', weekStart: '1' }

const settingView = (id: string, value: string) => ({ kind: 'calendar#setting', etag: etagOf(0), id, value })
