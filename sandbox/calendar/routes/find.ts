import { notFound, readOnly } from '../refusals.ts'
import type { Calendar, State } from '../state/model.ts'

export const BASE = '/calendar/v3'

export interface OfCalendar {
  Params: { calendarId: string }
}

export interface OfEvent {
  Params: { calendarId: string; eventId: string }
}

/** A calendar of the account by its id; `primary` is its first. */
export function calendarOf(state: State, id: string): Calendar {
  const calendar = state.calendars.get(id === 'primary' ? state.account : id)
  if (!calendar) throw notFound()
  return calendar
}

/** One that may be written to. */
export function writableOf(state: State, id: string): Calendar {
  const calendar = calendarOf(state, id)
  if (calendar.accessRole !== 'owner' && calendar.accessRole !== 'writer') throw readOnly()
  return calendar
}
