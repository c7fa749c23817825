import { readFreeBusy } from './api.ts'
import type { CalendarCall } from './call.ts'
import type { GoogleCalendar } from './connection.ts'
import { toBound } from './event-time.ts'

export interface FreeBusyQuery {
  calendars: string[]
  time_min: string
  time_max: string
  time_zone?: string
}

/** Returns the busy times of calendars, in the order of the request. */
export async function queryFreeBusy(
  client: GoogleCalendar,
  { calendars, time_min, time_max, time_zone }: FreeBusyQuery,
  call: CalendarCall
) {
  const ids: string[] = []
  for (const [index, calendar] of calendars.entries()) ids.push(await client.calendars.id(calendar, `calendars[${index}]`, call))
  const [timeMin, timeMax] = [toBound(time_min, time_zone), toBound(time_max, time_zone)]
  const json = { timeMin, timeMax, ...(time_zone !== undefined && { timeZone: time_zone }), items: [...new Set(ids)].map(id => ({ id })) }
  const { calendars: results } = readFreeBusy(await client.send({ path: 'freeBusy', method: 'POST', json, reads: true }, call))
  const found = new Map(Object.entries(results))
  return {
    time_min: timeMin ?? '',
    time_max: timeMax ?? '',
    calendars: ids.map((id, index) => {
      const { busy = [], errors = [] } = found.get(id) ?? { errors: [{ reason: 'notFound' }] }
      return {
        calendar: calendars[index] ?? id,
        calendar_id: id,
        busy: busy.map(({ start = '', end = '' }) => ({ start, end })),
        error: errors[0]?.reason ?? null
      }
    })
  }
}
