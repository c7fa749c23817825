import t from 'tap'
import rescheduleEvents from '../../../../src/tools/calendar/bulk/reschedule-events.ts'
import updateEvents from '../../../../src/tools/calendar/bulk/update-events.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, LATER, NAMED, NOTHING, opener, UNKNOWN_CALENDARS, WRONG, withAction } from '../../../helpers/calendar-bulk.ts'

t.test('update_events', async t =>
  adapterContract(t, {
    adapter: updateEvents,
    about,
    open: opener({ changed: event => void Object.assign(event, { location: 'Elsewhere' }) }),
    good: { ...LATER, location: 'At home', add_attendees: [{ email: 'eli@example.com' }], clear: ['description'] },
    nothing: { ...NOTHING, summary: 'Never' },
    names: [NAMED],
    refused: [...withAction(WRONG, { location: 'x' }), { input: LATER, path: '' }],
    unknown_names: withAction(UNKNOWN_CALENDARS, { location: 'x' })
  })
)

t.test('reschedule_events', async t =>
  adapterContract(t, {
    adapter: rescheduleEvents,
    about,
    open: opener({ changed: event => void Object.assign(event, { start: { instant: 0, timeZone: 'UTC' } }) }),
    good: { ...LATER, shift_days: 1, shift_minutes: 30 },
    nothing: { ...NOTHING, shift_days: 2 },
    names: [NAMED],
    refused: [...withAction(WRONG, { shift_days: 1 }), { input: LATER, path: 'shift_days' }],
    unknown_names: withAction(UNKNOWN_CALENDARS, { shift_days: 1 })
  })
)
