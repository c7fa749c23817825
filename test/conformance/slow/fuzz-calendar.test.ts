import t from 'tap'
import { calendarServer } from '../../../sandbox/calendar/server.ts'
import { seedState } from '../../../sandbox/calendar/state/seed.ts'
import { CLIENT } from '../../../sandbox/google/oauth.ts'
import { fuzz } from '../fuzz/fuzz.ts'

t.test('Google Calendar', { timeout: 170_000 }, async t => {
  const state = seedState()
  const app = calendarServer(state, { limit: 1_000_000 })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.close())
  const account = state.calendars.get(state.account)
  const singles = [...(account?.events.values() ?? [])].filter(({ recurrence, recurringEventId }) => !recurrence && !recurringEventId)
  await fuzz(t, {
    systems: ['calendar'],
    standIns: { calendar: { url, token_url: `${url}/token`, ...CLIENT, max_retries: 0 } },
    recall: name => (name === 'event_id' ? singles.map(({ id }) => id) : name === 'calendar' ? ['primary', 'primary', 'Playground'] : []),
    // What the operations before deleted is there again.
    prepare: async () => void Object.assign(state, seedState())
  })
})
