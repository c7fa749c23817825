import type { Test } from 'tap'
import { calendarServer } from '../../sandbox/calendar/server.ts'
import type { Event, State } from '../../sandbox/calendar/state/model.ts'
import { seedState } from '../../sandbox/calendar/state/seed.ts'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import { startApp, type TestAppOptions } from './app.ts'
import { type Answer, answerOf } from './gmail.ts'
import { controlOf, type SandboxControl } from './sandbox-control.ts'

export const PLAYGROUND = 'playground@group.calendar.google.com'
export const PROJECTS = ['projects-north@group.calendar.google.com', 'projects-south@group.calendar.google.com'] as const

/** Events of the Playground, and an event with many guests on the primary calendar. */
export const FENCE = 's0000000000000000000000001'
export const LAWN = 's0000000000000000000000002'
export const TREE = 's0000000000000000000000003'
export const OPEN_DAY = 's0000000000000000000000004'
export const BOARD = 's0000000000000000000000005'
export const PRACTICE = 's0000000000000000000000006'
export const LAUNCH = 's0000000000000000000000012'
export const DINNER = 's0000000000000000000000013'

export interface Diary extends SandboxControl {
  state: State
  url: string
  call: (operation: string, input?: Record<string, unknown>) => Promise<Answer>
  /** Returns the current state of an event in the sandbox. */
  event: (calendar: string, id: string) => Event | undefined
}

/** Starts a gateway with its own sandbox of Google Calendar, whose events the test can read. */
export async function openDiary(t: Test, options: TestAppOptions & { settings?: Record<string, unknown> } = {}): Promise<Diary> {
  const { settings, ...rest } = options
  const state = seedState()
  const server = calendarServer(state, { limit: 1_000_000 })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const instance = { url, token_url: `${url}/token`, ...CLIENT, max_retries: 0, ...settings }
  // A sandbox has no rate limit in the gateway. For a real calendar, it is five writes per second.
  const { app } = await startApp(t, { system: 'calendar', ...rest, sandbox: { calendar: instance } })
  return {
    ...controlOf(url),
    state,
    url,
    call: async (operation, input = {}) =>
      answerOf(await app.inject({ method: 'POST', url: `/v1/operations/calendar_${operation}`, payload: { ...input } })),
    event: (calendar, id) => state.calendars.get(calendar)?.events.get(id)
  }
}

/** Returns an error response in Google's format. */
export const refusal = (code: number, reason: string, message = 'No.') => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: 'global', reason, message }] } }
})
