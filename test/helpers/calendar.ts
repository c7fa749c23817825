import type { Test } from 'tap'
import { calendarServer } from '../../sandbox/calendar/server.ts'
import type { Event, State } from '../../sandbox/calendar/state/model.ts'
import { seedState } from '../../sandbox/calendar/state/seed.ts'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import { startApp, type TestAppOptions } from './app.ts'
import { type Answer, answerOf } from './gmail.ts'
import { controlOf, type StandInControl } from './stand-in.ts'

export const PLAYGROUND = 'playground@group.calendar.google.com'
export const PROJECTS = ['projects-north@group.calendar.google.com', 'projects-south@group.calendar.google.com'] as const

/** Events of the Playground, and one with many guests on the calendar of the account. */
export const FENCE = 's0000000000000000000000001'
export const LAWN = 's0000000000000000000000002'
export const TREE = 's0000000000000000000000003'
export const OPEN_DAY = 's0000000000000000000000004'
export const BOARD = 's0000000000000000000000005'
export const PRACTICE = 's0000000000000000000000006'
export const LAUNCH = 's0000000000000000000000012'
export const DINNER = 's0000000000000000000000013'

export interface Diary extends StandInControl {
  state: State
  url: string
  call: (operation: string, input?: Record<string, unknown>) => Promise<Answer>
  /** An event as the stand-in has it now. */
  event: (calendar: string, id: string) => Event | undefined
}

/** A gateway over a stand-in of Google Calendar of its own, whose events the test may look into. */
export async function openDiary(t: Test, options: TestAppOptions & { settings?: Record<string, unknown> } = {}): Promise<Diary> {
  const { settings, ...rest } = options
  const state = seedState()
  const server = calendarServer(state, { limit: 1_000_000 })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const instance = { url, token_url: `${url}/token`, ...CLIENT, max_retries: 0, ...settings }
  // As a sandbox it has no budget: a real calendar is written to five times a second.
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

/** A refusal as Google words it. */
export const refusal = (code: number, reason: string, message = 'No.') => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: 'global', reason, message }] } }
})
