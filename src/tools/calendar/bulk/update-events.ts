import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import type { OperationError } from '../../../contract/errors.ts'
import { notCleared } from '../../../contract/requires.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { jobOverLater, LATER, LATER_EVENTS, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_BEHAVIOR, CHANGE_ERRORS, describeSelection, eventFilters, eventsOrIds } from '../bulk-inputs.ts'
import { eventChangeAdapter, planListing } from '../client/bulk/change.ts'
import { isStorable, selectEvents } from '../client/bulk/select.ts'
import { propertiesOf, updateOf } from '../client/bulk/update.ts'
import { invalidField } from '../client/calendar-cache.ts'
import { addresses, content, guests, someDescription } from '../inputs.ts'
import { bounds, changesSomething, requiresSearchTerms } from '../requirements.ts'
import { calendar } from '../tool.ts'

const updatable = content('update')

export default defineBulk(calendar, {
  name: 'update_events',
  core: true,
  summary: 'Update many events with the same change',
  description: `Creates a job that applies the same change to the events that match, or to the events in ids: it sets properties such as title or location, or adds and removes guests. Other guests stay, with their responses. Use it to change the room or the guests of many events; for one event, use update_event; to change times, bulk_reschedule_events. ${CHANGE_BEHAVIOR} Events that already have these values are skipped. Undo restores the previous values, except for events that another user has changed since, and for the responses of removed guests.`,
  permission: 'write',
  see_also: ['calendar_update_event', 'calendar_bulk_reschedule_events', 'jobs_undo'],
  asked_as: {
    en: [
      'add a colleague to all these meetings',
      'change the room for every meeting',
      'set the same location on many appointments',
      'make all events private',
      'rename all the standups',
      'take someone off every meeting',
      'mark all those events as free time',
      'all the retros get a new video link',
      'every standup needs another room',
      'put the new link in all the invites',
      'all the lessons take place in another room',
      'add the same video link to every session',
      'invite the new colleague to all team meetings'
    ]
  },
  input: Type.Object({
    ...eventFilters,
    ...updatable,
    description: someDescription,
    add_attendees: guests('Guests to add. Guests who are already invited do not change. Default: none'),
    remove_attendees: addresses('Email addresses of guests to remove. Default: none'),
    clear: Type.Array(stringEnum(['summary', 'description', 'location', 'color_id'], { description: 'A property to clear' }), {
      maxItems: 4,
      default: [],
      description: 'Properties to clear: summary, description, location, color_id. Default: none'
    })
  }),
  requires: [eventsOrIds, requiresSearchTerms, bounds, changesSomething, notCleared()],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'a_place',
      summary: 'Update the location of events: the job shows a preview and waits for confirmation',
      input: { ...LATER, location: 'At home', send_updates: 'none' },
      output: jobOverLater('calendar_bulk_update_events', `Update location of ${LATER_EVENTS} (mail to guests: none)`, {
        metadata: { calendar: 'playground@group.calendar.google.com', send_updates: 'none' },
        data: [
          { before: { location: 'Garden' }, after: { location: 'At home' }, digest: 'pITB1vPdpuyT' },
          { before: { location: null }, after: { location: 'At home' }, digest: 'e-e9WrWVRdlY' },
          { before: { location: null }, after: { location: 'At home' }, digest: 'DnQF6Y5mQsQB' }
        ]
      })
    },
    { ...NO_SELECTION, input: { location: 'At home', send_updates: 'none' } },
    {
      name: 'no_change',
      summary: 'No change given',
      input: { ...LATER, send_updates: 'none' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ send_updates, ...input }) =>
    `Update ${updatedProperties(input)} of ${describeSelection(input)} (mail to guests: ${send_updates})`,
  ...eventChangeAdapter,
  async prepare({ send_updates, ...input }, call) {
    const set = propertiesOf(input)
    if (!isStorable({ ...set, previous: MIN_SPACE })) throw tooLong()
    const events = await selectEvents(input, send_updates, call)
    const { calendar_id } = events
    return {
      query: { ...events, set, add: input.add_attendees, remove: input.remove_attendees },
      action: { calendar_id, send_updates },
      metadata: { calendar: calendar_id, send_updates }
    }
  },
  ...planListing(updateOf)
})

/** Space that remains for the previous values of an event. */
const MIN_SPACE = '.'.repeat(120)

const tooLong = (): OperationError =>
  invalidField('description', 'and the other values exceed the 2048 bytes that a job stores per event', [
    'Shorten it, or update the events one by one with update_event.'
  ])

/** Lists the properties to update for the confirmation prompt. */
function updatedProperties(input: Record<string, unknown>): string {
  const lists = ['add_attendees', 'remove_attendees', 'clear'].filter(name => Array.isArray(input[name]) && input[name].length > 0)
  return [...Object.keys(updatable).filter(name => input[name] !== undefined), ...lists].join(', ')
}
