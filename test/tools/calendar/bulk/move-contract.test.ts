import t from 'tap'
import moveEvents from '../../../../src/tools/calendar/bulk/move-events.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, LATER, NAMED, NOTHING, opener, UNKNOWN_CALENDARS, WRONG, withAction } from '../../../helpers/calendar-bulk.ts'

t.test('move_events', async t =>
  adapterContract(t, {
    adapter: moveEvents,
    about,
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
  })
)
