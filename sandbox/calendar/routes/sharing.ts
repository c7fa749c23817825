import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { badRequest, notFound, readOnly } from '../refusals.ts'
import { type AccessRule, type Calendar, etagOf, type State } from '../state/model.ts'
import { BASE, findCalendar, type OfCalendar } from './find.ts'
import { type Paged, pageOf } from './page.ts'

interface SentCalendar {
  summary?: string
  description?: string
  timeZone?: string
}

type OfRule = { Params: { calendarId: string; ruleId: string } }

const ROLES = ['none', 'freeBusyReader', 'reader', 'writer', 'owner']

/** Calendars of the account, and who has access to them. */
export default function addSharing(app: FastifyInstance, state: State): void {
  const path = `${BASE}/calendars/:calendarId`
  app.get<OfCalendar>(path, async ({ params }) => viewOf(state, findCalendar(state, params.calendarId)))
  app.post<{ Body: SentCalendar }>(`${BASE}/calendars`, async ({ body }) => {
    const { summary = '', description, timeZone = 'UTC' } = body ?? {}
    if (summary.trim() === '') throw badRequest('Missing title.', 'required')
    checkZone(timeZone)
    // The list is sorted by ID: new calendars come last, so that its first page stays the same.
    const id = `z${randomBytes(16).toString('hex')}@group.calendar.google.com`
    const calendar: Calendar = {
      id,
      summary,
      ...(description !== undefined && { description }),
      timeZone,
      accessRole: 'owner',
      colorId: '9',
      events: new Map(),
      access: new Map()
    }
    state.calendars.set(id, calendar)
    return viewOf(state, calendar)
  })
  for (const method of ['PATCH', 'PUT'] as const)
    app.route<OfCalendar & { Body: SentCalendar }>({
      method,
      url: path,
      handler: async ({ params, body }) => {
        const calendar = ownCalendar(state, params.calendarId)
        if (body?.timeZone !== undefined) checkZone(body.timeZone)
        const { summary = calendar.summary, description, timeZone = calendar.timeZone } = body ?? {}
        Object.assign(calendar, { summary, timeZone, ...(description !== undefined && { description }) })
        return viewOf(state, calendar)
      }
    })
  app.delete<OfCalendar>(path, async ({ params }, reply) => {
    const calendar = ownCalendar(state, params.calendarId)
    if (calendar.primary) throw badRequest('Cannot delete the primary calendar.', 'cannotDeletePrimaryCalendar')
    state.calendars.delete(calendar.id)
    return reply.code(204).send()
  })
  app.post<OfCalendar>(`${path}/clear`, async ({ params }, reply) => {
    ownCalendar(state, params.calendarId).events.clear()
    return reply.code(204).send()
  })
  addAccess(app, state, `${path}/acl`)
}

function addAccess(app: FastifyInstance, state: State, path: string): void {
  app.get<OfCalendar & { Querystring: Paged }>(path, async ({ params, query }) => {
    const rules = rulesOf(state, ownCalendar(state, params.calendarId))
    const rows = [...rules].map(([id, rule]) => ({ key: id, row: ruleView(id, rule) })).toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const { items, nextPageToken } = pageOf(rows, query, { default: 100, max: 250 })
    return { kind: 'calendar#acl', etag: etagOf(0), ...(nextPageToken === undefined ? { nextSyncToken: 'acl' } : { nextPageToken }), items }
  })
  app.get<OfRule>(`${path}/:ruleId`, async ({ params }) => {
    const rule = rulesOf(state, ownCalendar(state, params.calendarId)).get(params.ruleId)
    if (!rule) throw notFound()
    return ruleView(params.ruleId, rule)
  })
  app.post<OfCalendar & { Body: Partial<AccessRule> }>(path, async ({ params, body }) => {
    const calendar = ownCalendar(state, params.calendarId)
    const { role = '', scope } = body ?? {}
    if (!ROLES.includes(role)) throw badRequest('Invalid role.')
    if (!scope || (scope.type !== 'default' && !scope.value)) throw badRequest('Invalid scope value.')
    if (scope.type === 'default' && !['none', 'freeBusyReader', 'reader'].includes(role)) throw badRequest('Invalid role for scope.')
    // A rule for the same scope is replaced.
    const id = scope.type === 'default' ? 'default' : `${scope.type}:${scope.value}`
    calendar.access.set(id, { role, scope })
    return ruleView(id, { role, scope })
  })
  for (const method of ['PATCH', 'PUT'] as const)
    app.route<OfRule & { Body: Partial<AccessRule> }>({
      method,
      url: `${path}/:ruleId`,
      handler: async ({ params, body }) => {
        const calendar = ownCalendar(state, params.calendarId)
        const rule = calendar.access.get(params.ruleId)
        if (!rule) throw notFound()
        const { role = rule.role } = body ?? {}
        if (!ROLES.includes(role)) throw badRequest('Invalid role.')
        calendar.access.set(params.ruleId, { ...rule, role })
        return ruleView(params.ruleId, { ...rule, role })
      }
    })
  app.delete<OfRule>(`${path}/:ruleId`, async ({ params }, reply) => {
    if (!ownCalendar(state, params.calendarId).access.delete(params.ruleId)) throw notFound()
    return reply.code(204).send()
  })
}

function ownCalendar(state: State, id: string): Calendar {
  const calendar = findCalendar(state, id)
  if (calendar.accessRole !== 'owner') throw readOnly()
  return calendar
}

/** The account owns its calendars, in addition to the rules that it added. */
const rulesOf = ({ account }: State, { access }: Calendar): Map<string, AccessRule> =>
  new Map([[`user:${account}`, { role: 'owner', scope: { type: 'user', value: account } }], ...access])

const ruleView = (id: string, { role, scope }: AccessRule) => ({ kind: 'calendar#aclRule', etag: etagOf(0), id, scope, role })

function viewOf(state: State, { id, summary, description, timeZone, primary }: Calendar) {
  return {
    kind: 'calendar#calendar',
    etag: etagOf(0),
    id,
    summary,
    ...(description !== undefined && { description }),
    timeZone,
    ...(primary !== true && { dataOwner: state.account })
  }
}

function checkZone(timeZone: string): void {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone)
  } catch {
    throw badRequest('Invalid time zone.')
  }
}
