import { Type } from 'typebox'
import { nullable } from '../../contract/schema.ts'
import { text, timeZone } from './inputs.ts'

export const CALENDAR = {
  id: Type.String({ description: 'ID of the calendar', 'x-volatile': true }),
  name: Type.String({ description: 'Name' }),
  description: Type.String({ description: 'Description; empty if there is none' }),
  time_zone: nullable(Type.String(), { description: 'Time zone; null if unknown' })
}

export const calendarDescription = Type.Optional(text(5000, 'Description of the calendar'))
export const zoneOfCalendar = (otherwise: string) => timeZone('Time zone of the calendar', otherwise)

/** Access of someone to a calendar. */
export const SHARE = {
  id: Type.String({ description: 'ID of the access rule: pass it to unshare_calendar as share_id' }),
  role: Type.String({
    description:
      'free_busy: see when the calendar is busy; reader: see all events; writer: change events as well; owner: also share and delete the calendar; none: no access'
  }),
  with: Type.String({ description: 'Who has access: user, group, domain or everyone' }),
  name: nullable(Type.String(), { description: 'Address of the user or group, or name of the domain; null for everyone' })
}

export const MISSING_CALENDAR = { upstream_not_found: 'No such calendar, or it is not visible to this account' } as const
