import type { ListInput } from '../../../contract/operation.ts'
import { decodePageCursor, encodePageCursor } from '../../../lib/google/page-cursor.ts'
import { segment } from '../../../lib/http/segment.ts'
import { type ApiAccessRule, type ApiCalendar, readAccess, writtenAccess, writtenCalendar } from './api.ts'
import type { CalendarCall } from './call.ts'
import type { GoogleCalendar } from './connection.ts'

const toCalendar = ({ id, summary = '', description = '', timeZone }: ApiCalendar) => ({
  id,
  name: summary,
  description,
  time_zone: timeZone ?? null
})

export interface CalendarContent {
  name?: string
  description?: string
  time_zone?: string
}

const toApiCalendar = ({ name, description, time_zone }: CalendarContent) => ({
  ...(name !== undefined && { summary: name }),
  ...(description !== undefined && { description }),
  ...(time_zone !== undefined && { timeZone: time_zone })
})

export async function createCalendar(client: GoogleCalendar, content: CalendarContent, call: CalendarCall) {
  const json = toApiCalendar(content)
  const created = writtenCalendar(await client.send({ path: 'calendars', method: 'POST', json }, call))
  client.calendars.clear()
  return toCalendar(created)
}

export async function updateCalendar(
  client: GoogleCalendar,
  { calendar, ...content }: CalendarContent & { calendar: string },
  call: CalendarCall
) {
  const id = await client.calendars.id(calendar, 'calendar', call)
  const request = { path: pathOf(id), method: 'PATCH', json: toApiCalendar(content) } as const
  const updated = writtenCalendar(await client.send(request, call))
  client.calendars.clear()
  return toCalendar(updated)
}

export async function deleteCalendar(client: GoogleCalendar, calendar: string, call: CalendarCall) {
  const id = await client.calendars.id(calendar, 'calendar', call)
  await client.send({ path: pathOf(id), method: 'DELETE' }, call)
  client.calendars.clear()
  return { id, deleted: true }
}

const pathOf = (id: string): string => `calendars/${segment(id, 'calendar_id')}`

export const ROLES = ['free_busy', 'reader', 'writer', 'owner'] as const
type Role = (typeof ROLES)[number]

const API_ROLES: Readonly<Record<Role, string>> = { free_busy: 'freeBusyReader', reader: 'reader', writer: 'writer', owner: 'owner' }

/** With whom a calendar is shared: one of the three. */
export interface Audience {
  email?: string
  domain?: string
  everyone?: boolean
}

function scopeOf({ email, domain }: Audience) {
  if (email !== undefined) return { type: 'user', value: email }
  return domain === undefined ? { type: 'default' } : { type: 'domain', value: domain }
}

const toShare = ({ id, role = 'none', scope = {} }: ApiAccessRule) => ({
  id,
  role: Object.entries(API_ROLES).find(([, name]) => name === role)?.[0] ?? role,
  with: scope.type === 'default' ? 'everyone' : (scope.type ?? 'unknown'),
  name: scope.value ?? null
})

/** Returns one page of the people, groups and domains that have access to a calendar. */
export async function listShares(
  client: GoogleCalendar,
  { calendar, limit, cursor }: ListInput & { calendar: string },
  call: CalendarCall
) {
  const calendar_id = await client.calendars.id(calendar, 'calendar', call)
  const listQuery = ['shares', calendar_id]
  const { token } = decodePageCursor(cursor, listQuery)
  const query = { maxResults: limit, ...(token !== undefined && { pageToken: token }) }
  const { items = [], nextPageToken } = readAccess(await client.send({ path: `${pathOf(calendar_id)}/acl`, query }, call))
  return {
    items: items.map(toShare),
    next_cursor: nextPageToken === undefined ? null : encodePageCursor(nextPageToken, 0, listQuery),
    total: null,
    calendar_id
  }
}

/** Gives access, or changes it: Google replaces the rule for the same people. */
export async function shareCalendar(
  client: GoogleCalendar,
  { calendar, role, notify, ...audience }: Audience & { calendar: string; role: Role; notify: boolean },
  call: CalendarCall
) {
  const calendar_id = await client.calendars.id(calendar, 'calendar', call)
  const json = { role: API_ROLES[role], scope: scopeOf(audience) }
  const request = { path: `${pathOf(calendar_id)}/acl`, method: 'POST', query: { sendNotifications: notify }, json } as const
  return { calendar_id, ...toShare(writtenAccess(await client.send(request, call))) }
}

export async function unshareCalendar(
  client: GoogleCalendar,
  { calendar, share_id }: { calendar: string; share_id: string },
  call: CalendarCall
) {
  const calendar_id = await client.calendars.id(calendar, 'calendar', call)
  await client.send({ path: `${pathOf(calendar_id)}/acl/${segment(share_id, 'share_id')}`, method: 'DELETE' }, call)
  return { calendar_id, id: share_id, removed: true }
}
