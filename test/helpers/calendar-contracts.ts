import deleteEvents from '../../src/tools/calendar/bulk/delete-events.ts'
import moveEvents from '../../src/tools/calendar/bulk/move-events.ts'
import rescheduleEvents from '../../src/tools/calendar/bulk/reschedule-events.ts'
import updateEvents from '../../src/tools/calendar/bulk/update-events.ts'
import type { AdapterContract } from '../jobs/adapter-contract.ts'
import { classify, LATER, NAMED, NOTHING, opener, UNKNOWN_CALENDARS, WRONG, withAction } from './calendar-bulk.ts'

/** One action of each kind. create_events has its own file. */
export const EACH_KIND: AdapterContract[] = [
  {
    adapter: updateEvents,
    classify,
    open: opener({ changed: event => void Object.assign(event, { location: 'Elsewhere' }) }),
    good: { ...LATER, location: 'At home', add_attendees: [{ email: 'eli@example.com' }], clear: ['description'] },
    nothing: { ...NOTHING, summary: 'Never' },
    names: [NAMED],
    refused: [...withAction(WRONG, { location: 'x' }), { input: LATER, path: 'summary' }],
    unknown_names: withAction(UNKNOWN_CALENDARS, { location: 'x' })
  },
  {
    adapter: moveEvents,
    classify,
    open: opener({ changed: event => void Object.assign(event, { status: 'cancelled' }) }),
    good: { ...LATER, to_calendar: 'Family' },
    nothing: { ...NOTHING, to_calendar: 'Team' },
    names: [NAMED, { name: 'Family', id: 'family@group.calendar.google.com' }],
    refused: [
      ...withAction(WRONG, { to_calendar: 'Family' }),
      { input: { ...LATER, to_calendar: 'Family', recurring: 'instances' }, path: 'recurring' }
    ],
    unknown_names: [
      ...withAction(UNKNOWN_CALENDARS, { to_calendar: 'Family' }),
      { input: { ...LATER, to_calendar: 'Famly' }, path: 'to_calendar', suggestions: ['Family'] }
    ]
  },
  {
    adapter: deleteEvents,
    classify,
    open: opener(),
    good: LATER,
    nothing: NOTHING,
    names: [NAMED],
    refused: WRONG,
    unknown_names: UNKNOWN_CALENDARS,
    without: {
      'undo returns one result for each item, even if one fails': 'the fault is set by the IDs of items, and the copies have other IDs',
      'undo does not change an item that another client changed since': 'no one can change a deleted event'
    }
  }
]

/** The other actions that change events, like update_events. */
export const ALIKE: AdapterContract[] = [
  {
    adapter: rescheduleEvents,
    classify,
    open: opener({ changed: event => void Object.assign(event, { start: { instant: 0, timeZone: 'UTC' } }) }),
    good: { ...LATER, shift_days: 1, shift_minutes: 30 },
    nothing: { ...NOTHING, shift_days: 2 },
    names: [NAMED],
    refused: [...withAction(WRONG, { shift_days: 1 }), { input: LATER, path: 'shift_days' }],
    unknown_names: withAction(UNKNOWN_CALENDARS, { shift_days: 1 })
  }
]
