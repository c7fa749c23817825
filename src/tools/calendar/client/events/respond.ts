import { OperationError } from '../../../../contract/errors.ts'
import type { CalendarCall } from '../call.ts'
import type { GoogleCalendar } from '../connection.ts'
import { toFullEvent } from './mappers.ts'
import { patchEvent } from './update.ts'
import { getEvent, type SendUpdates } from './write.ts'

interface Response {
  calendar: string
  event_id: string
  response: 'accepted' | 'declined' | 'tentative'
  comment?: string
  send_updates: SendUpdates
}

/** Sets the response of the account to an invitation. With `attendeesOmitted`, Google changes only the response of the account, and no other guest. */
export async function respondToEvent(
  client: GoogleCalendar,
  { calendar, event_id, response, comment, send_updates }: Response,
  call: CalendarCall
) {
  const calendar_id = await client.calendars.id(calendar, 'calendar', call)
  const { attendees = [], etag } = await getEvent(client, calendar_id, event_id, call)
  const own = attendees.find(({ self }) => self === true)
  if (!own?.email) throw notInvited(event_id)
  const attendee = { email: own.email, responseStatus: response, ...(comment !== undefined && { comment }) }
  const json = { attendeesOmitted: true, attendees: [attendee] }
  return toFullEvent(calendar_id, await patchEvent(client, { calendar_id, id: event_id, json, etag, send_updates }, call))
}

const notInvited = (id: string): OperationError =>
  new OperationError('cannot_be_honoured', `The account is not a guest of the event ${id}, so it cannot respond.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Check the guests with get_event. An event that the account organizes needs no response.']
  })
