import { readFreeBusy } from './api.ts'
import type { GoogleCalendar } from './connection.ts'
import type { Turn } from './turn.ts'
import { boundOf } from './when.ts'

export interface FreeBusyWish {
  calendars: string[]
  time_min: string
  time_max: string
  time_zone?: string
}

/** When calendars are busy, in the order in which they were asked for. */
export async function queryFreeBusy(client: GoogleCalendar, { calendars, time_min, time_max, time_zone }: FreeBusyWish, turn: Turn) {
  const ids: string[] = []
  for (const [place, calendar] of calendars.entries()) ids.push(await client.calendars.id(calendar, `calendars[${place}]`, turn))
  const [timeMin, timeMax] = [boundOf(time_min, time_zone), boundOf(time_max, time_zone)]
  const json = { timeMin, timeMax, ...(time_zone !== undefined && { timeZone: time_zone }), items: [...new Set(ids)].map(id => ({ id })) }
  const { calendars: told = {} } = readFreeBusy(await client.send({ path: 'freeBusy', method: 'POST', json, reads: true }, turn))
  const found = new Map(Object.entries(told))
  return {
    time_min: timeMin ?? '',
    time_max: timeMax ?? '',
    calendars: ids.map((id, place) => {
      const { busy = [], errors = [] } = found.get(id) ?? { errors: [{ reason: 'notFound' }] }
      return {
        calendar: calendars[place] ?? id,
        calendar_id: id,
        busy: busy.map(({ start = '', end = '' }) => ({ start, end })),
        error: errors[0]?.reason ?? null
      }
    })
  }
}
