import t from 'tap'
import deleteEvents from '../../../../src/tools/calendar/bulk/delete-events.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, LATER, NAMED, NOTHING, opener, UNKNOWN_CALENDARS, WRONG } from '../../../helpers/calendar-bulk.ts'

t.test('delete_events', async t =>
  adapterContract(t, {
    adapter: deleteEvents,
    about,
    open: opener(),
    good: LATER,
    nothing: NOTHING,
    names: [NAMED],
    refused: WRONG,
    unknown_names: UNKNOWN_CALENDARS,
    without: {
      'undo answers one result for each item, also where one fails':
        'the ids of the copies are not those of the items, which the fault knows',
      'undo leaves alone what somebody else changed since': 'what is deleted nobody can change'
    }
  })
)
