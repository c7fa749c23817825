import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import type { OperationError } from '../../../contract/errors.ts'
import { notCleared } from '../../../contract/requires.ts'
import { words } from '../../../contract/schema.ts'
import { jobOverLater, LATER, LATER_SAID, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, eventFilters, eventsOrIds, eventsSaid, HOW_IT_GOES } from '../bulk-inputs.ts'
import { changing, planning } from '../client/bulk-change.ts'
import { isKeepable, selectEvents } from '../client/bulk-select.ts'
import { propertiesOf, updateOf } from '../client/bulk-update.ts'
import { refused } from '../client/calendar-book.ts'
import { addresses, content, guests, someDescription } from '../inputs.ts'
import { bounds, changesSomething, querySaysSomething } from '../requirements.ts'
import { calendar } from '../tool.ts'

export default defineBulk(calendar, {
  name: 'update_events',
  core: true,
  summary: 'Make the same change to many events',
  description: `Makes a job that gives the events that fit, or those named in ids, the same title, place or text, or adds and removes guests; other guests stay, with their answers. Use it where many events change alike; for one use update_event, for other times bulk_reschedule_events. ${HOW_IT_GOES} An event that is so already is skipped. Undo brings back what each was before, but for events that somebody changed since, and answers of guests who were removed.`,
  permission: 'write',
  see_also: ['calendar_update_event', 'calendar_bulk_reschedule_events', 'jobs_undo'],
  input: Type.Object({
    ...eventFilters,
    ...content,
    description: someDescription,
    add_attendees: guests('Whom to invite besides. Whoever is invited already stays as they are. Default: nobody'),
    remove_attendees: addresses('Addresses of guests to uninvite. Default: nobody'),
    clear: Type.Array(words(['summary', 'description', 'location', 'color_id'], { description: 'A property to empty' }), {
      maxItems: 4,
      default: [],
      description: 'Properties to empty: summary, description, location, color_id. Default: none'
    })
  }),
  requires: [eventsOrIds, querySaysSomething, bounds, changesSomething, notCleared()],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'a_place',
      summary: 'All take place elsewhere: a job that shows what it would do and awaits confirmation',
      input: { ...LATER, location: 'At home', send_updates: 'none' },
      output: jobOverLater('calendar_bulk_update_events', `Change location of ${LATER_SAID} (mail to guests: none)`, {
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
      summary: 'What is to change is not said',
      input: { ...LATER, send_updates: 'none' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ send_updates, ...input }) => `Change ${changed(input)} of ${eventsSaid(input)} (mail to guests: ${send_updates})`,
  ...changing,
  async prepare({ send_updates, ...input }, call) {
    const set = propertiesOf(input)
    if (!isKeepable({ ...set, kept: ROOM })) throw tooLong()
    const events = await selectEvents(input, send_updates, call)
    const { calendar_id } = events
    return {
      query: { ...events, set, add: input.add_attendees, remove: input.remove_attendees },
      action: { calendar_id, send_updates },
      metadata: { calendar: calendar_id, send_updates }
    }
  },
  ...planning(updateOf)
})

/** What the job keeps of the event as it was, where that is next to nothing. */
const ROOM = '.'.repeat(120)

const tooLong = (): OperationError =>
  refused('description', 'does not fit, with the rest, into the 2048 bytes that a job keeps of each event', [
    'Shorten it, or change the events one by one by update_event.'
  ])

/** What is changed, as a question to a person names it. */
function changed(input: Record<string, unknown>): string {
  const lists = ['add_attendees', 'remove_attendees', 'clear'].filter(name => Array.isArray(input[name]) && input[name].length > 0)
  return [...Object.keys(content).filter(name => input[name] !== undefined), ...lists].join(', ')
}
