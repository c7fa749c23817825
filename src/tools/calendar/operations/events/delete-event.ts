import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteFollowing } from '../../client/events/following.ts'
import { deleteEvent } from '../../client/events/write.ts'
import { anEvent, calendarInput, etag, following, sendUpdates } from '../../inputs.ts'
import { followingWithoutEtag } from '../../requirements.ts'
import { MISSING } from '../../schemas.ts'
import { calendar } from '../../tool.ts'

export default defineOperation(calendar, {
  name: 'delete_event',
  core: true,
  summary: 'Delete an event or a series',
  description:
    "Deletes an event. The ID of a series deletes all its instances, including past ones; the ID of an instance (from list_instances) deletes only that one or, with following, all later ones as well. If someone else organizes the event, only this calendar's copy is deleted, which declines the invitation. There is no undo: the event can be restored only from the trash of Google Calendar in the browser. Use it for an event that will not take place; to postpone one, use update_event. If the event is already deleted, already_gone is true. For many events, use bulk_delete_events.",
  permission: 'destructive',
  http: 'DELETE /events/:event_id',
  group: 'events',
  idempotent: true,
  see_also: ['calendar_get_event', 'calendar_update_event', 'calendar_list_instances'],
  asked_as: {
    en: [
      'cancel my meeting',
      'call off the appointment',
      'take this off my calendar',
      'drop the standup',
      "I can't make it, remove the meeting",
      "the call isn't happening, delete it",
      'skip the meeting',
      'I no longer need this appointment',
      'end the weekly meeting after today',
      'the lunch is off',
      'scrap the brainstorming',
      'the appointment fell through',
      "we don't need the meeting anymore",
      'clear that slot again'
    ],
    de: ['den Termin absagen', 'die Besprechung löschen'],
    es: ['cancela la reunión', 'borra la cita'],
    fr: ['annule la réunion', 'supprime le rendez-vous'],
    ja: ['会議をキャンセル', '予定を削除して'],
    pl: ['odwołaj spotkanie', 'usuń wydarzenie z kalendarza']
  },
  input: Type.Object({
    event_id: anEvent,
    calendar: calendarInput,
    following: following('delete that instance and all later ones'),
    send_updates: sendUpdates,
    etag
  }),
  requires: [followingWithoutEtag],
  output: Type.Object({
    calendar_id: Type.String({ description: 'ID of the calendar that the event was on' }),
    id: Type.String({ description: 'ID of the event' }),
    deleted: Type.Boolean({ description: 'Always true: the event is deleted' }),
    already_gone: Type.Boolean({ description: 'true: the event was already deleted' })
  }),
  errors: {
    ...MISSING,
    version_conflict: 'The event is no longer the version in etag or, with following, the series changed during the call'
  },
  examples: [
    {
      name: 'made_before',
      summary: 'Delete an event',
      given: {
        operation: 'calendar_create_event',
        input: { calendar: 'Family', start: '2026-03-04', end: '2026-03-05', event_id: 'soon0gone' },
        as: { event_id: 'id' }
      },
      input: { calendar: 'Family', event_id: 'soon0gone', send_updates: 'none', confirm: true },
      output: { calendar_id: 'family@group.calendar.google.com', id: 'soon0gone', deleted: true, already_gone: false }
    },
    {
      name: 'missing',
      summary: 'An event that never existed',
      input: { event_id: 'nowhere', send_updates: 'none', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ event_id, calendar: name, send_updates, following }) =>
    `Delete the event ${event_id.slice(0, 80)}${following ? ' and all later instances of its series' : ''} from the calendar ${name.slice(0, 60)} (mail to guests: ${send_updates})`,
  handler: (input, call) => (input.following ? deleteFollowing : deleteEvent)(call.client, input, call)
})
