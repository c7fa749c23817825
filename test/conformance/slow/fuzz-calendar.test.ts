import t from 'tap'
import { calendarServer } from '../../../sandbox/calendar/server.ts'
import { seedState } from '../../../sandbox/calendar/state/seed.ts'
import { CLIENT } from '../../../sandbox/google/oauth.ts'
import { fuzz } from '../fuzz/fuzz.ts'

/** Enough that some of the calls remove one. */
const GUESTS = Array.from({ length: 12 }, (_, number) => `guest-${number}@example.com`)

/** Values that the server knows. */
const RECALLED: Readonly<Record<string, readonly string[]>> = {
  calendar: ['primary', 'primary', 'Playground'],
  share_id: GUESTS.map(email => `user:${email}`)
}

t.test('Google Calendar', { timeout: 500_000 }, async t => {
  const state = seedState()
  const app = calendarServer(state, { limit: 1_000_000 })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.close())
  const account = state.calendars.get(state.account)
  const singles = [...(account?.events.values() ?? [])].filter(({ recurrence, recurringEventId }) => !recurrence && !recurringEventId)
  await fuzz(t, {
    systems: ['calendar'],
    sandboxes: { calendar: { url, token_url: `${url}/token`, ...CLIENT, max_retries: 0 } },
    recall: name => RECALLED[name] ?? (name === 'event_id' ? singles.map(({ id }) => id) : []),
    // Restores what earlier operations deleted.
    prepare: async ({ operation, send }) => {
      Object.assign(state, seedState())
      if (operation !== 'calendar_unshare_calendar') return
      for (const calendar of ['primary', 'Playground', 'Family'])
        for (const email of GUESTS)
          await send(`/v1/calendar/calendars/${calendar}/shares`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email, role: 'reader', notify: false })
          })
    }
  })
})
