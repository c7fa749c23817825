import { notFound, readOnly } from '../refusals.ts'
import type { Calendar, State } from '../state/model.ts'

export const BASE = '/calendar/v3'

export interface OfCalendar {
  Params: { calendarId: string }
}

export interface OfEvent {
  Params: { calendarId: string; eventId: string }
}

/** Finds a calendar by its ID. `primary` is the account's own. */
export function findCalendar(state: State, id: string): Calendar {
  const calendar = state.calendars.get(id === 'primary' ? state.account : id)
  if (!calendar) throw notFound()
  return calendar
}

/** Finds a calendar to which the account has write access. */
export function findWritableCalendar(state: State, id: string): Calendar {
  const calendar = findCalendar(state, id)
  if (calendar.accessRole !== 'owner' && calendar.accessRole !== 'writer') throw readOnly()
  return calendar
}
