import t from 'tap'
import { calendarServer } from '../../sandbox/calendar/server.ts'
import { seedState } from '../../sandbox/calendar/state/seed.ts'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import { PLAYGROUND, PRACTICE } from '../helpers/calendar.ts'

const EVENTS = `/calendars/${encodeURIComponent(PLAYGROUND)}/events`

async function serve(limit?: number) {
  const app = calendarServer(seedState(), limit === undefined ? {} : { limit })
  const form = new URLSearchParams({ grant_type: 'refresh_token', ...CLIENT }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { access_token } = (await app.inject({ method: 'POST', url: '/token', headers, payload: form })).json()
  return async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
    const authorization = `Bearer ${access_token}`
    const { statusCode: status, body } = await app.inject({
      method,
      url: `/calendar/v3${path}`,
      headers: { authorization },
      ...(payload && { payload })
    })
    const said = body === '' ? null : JSON.parse(body)
    return { status, body: said, reason: said?.error?.errors[0].reason }
  }
}

t.test('more requests than Google allows in a minute are refused by their reason, with the status of a lack of permission', async t => {
  const ask = await serve(2)
  t.equal((await ask('GET', EVENTS)).status, 200)
  t.equal((await ask('GET', EVENTS)).status, 200)
  t.match(await ask('GET', EVENTS), { status: 403, reason: 'rateLimitExceeded' })
})

t.test('a page whose events are all left out is empty, and has a token', async t => {
  const ask = await serve()
  t.match(await ask('GET', `${EVENTS}?q=choir&maxResults=1`), { status: 200, body: { items: [], nextPageToken: String } })
})

t.test('what Google refuses is refused', async t => {
  const ask = await serve()
  const day = { start: { date: '2026-05-01' }, end: { date: '2026-05-02' } }
  const hour = { start: { dateTime: '2026-05-01T10:00:00' }, end: { dateTime: '2026-05-01T11:00:00' } }
  for (const [body, reason] of [
    [{ ...day, id: 'NO' }, 'invalid'],
    [{ start: day.start }, 'required'],
    [hour, 'required'],
    [{ ...day, end: hour.end }, 'required'],
    [{ ...day, end: day.start }, 'timeRangeEmpty'],
    [{ ...day, recurrence: ['RRULE:FREQ=SOMETIMES'] }, 'invalid'],
    [{ ...day, attendees: [{ email: 'nobody' }] }, 'invalid'],
    [{ ...day, start: { date: '2026-02-31' } }, 'invalid']
  ] as const)
    t.match(await ask('POST', EVENTS, body), { status: 400, reason }, JSON.stringify(body))
  t.match(await ask('GET', `${EVENTS}?orderBy=startTime`), { status: 400 })
  t.match(await ask('GET', `${EVENTS}?timeMin=2026-05-01`), { status: 400 })
  t.match(await ask('GET', `${EVENTS}?pageToken=x`), { status: 400 })
  t.match(await ask('POST', '/calendars/bo@example.com/events', day), { status: 403, reason: 'requiredAccessLevel' })
})

t.test('a patch merges: a date beside the time that was there is refused', async t => {
  const ask = await serve()
  const id = 's0000000000000000000000001'
  const both = { start: { date: '2026-05-01' }, end: { date: '2026-05-02' } }
  t.equal((await ask('PATCH', `${EVENTS}/${id}`, both)).status, 400)
  const alone = { start: { date: '2026-05-01', dateTime: null }, end: { date: '2026-05-02', dateTime: null } }
  t.match(await ask('PATCH', `${EVENTS}/${id}`, alone), { status: 200, body: both })
})

t.test('a series is repeated by its rule', async t => {
  const ask = await serve()
  const startsOf = async (recurrence: string[]): Promise<string[]> => {
    const times = { start: { dateTime: '2026-01-06T09:00:00', timeZone: 'UTC' }, end: { dateTime: '2026-01-06T10:00:00', timeZone: 'UTC' } }
    const { body } = await ask('POST', EVENTS, { ...times, recurrence })
    const { body: page } = await ask('GET', `${EVENTS}/${body.id}/instances?timeZone=UTC`)
    return page.items.map(({ start }: { start: { dateTime: string } }) => start.dateTime.slice(5, 10))
  }
  t.strictSame(await startsOf(['RRULE:FREQ=WEEKLY;BYDAY=TH,MO;COUNT=3']), ['01-08', '01-12', '01-15'])
  t.strictSame(await startsOf(['RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20260110T090000Z']), ['01-06', '01-08', '01-10'])
  t.strictSame(await startsOf(['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20260107T090000Z']), ['01-06', '01-08'])
  t.strictSame(await startsOf(['RRULE:FREQ=MONTHLY;COUNT=2']), ['01-06', '02-06'])
})

t.test('to delete a series deletes its instances', async t => {
  const ask = await serve()
  t.equal((await ask('DELETE', `${EVENTS}/${PRACTICE}`)).status, 204)
  t.match(await ask('GET', `${EVENTS}?q=practice&singleEvents=true&orderBy=startTime&timeMin=2026-02-01T00:00:00Z`), {
    body: { items: [] }
  })
  t.equal((await ask('GET', `${EVENTS}/${PRACTICE}_20260217T170000Z`)).status, 404)
})
