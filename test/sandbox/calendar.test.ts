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
    const json = body === '' ? null : JSON.parse(body)
    return { status, body: json, reason: json?.error?.errors[0].reason }
  }
}

t.test('requests beyond the limit per minute are refused with status 403 and their reason', async t => {
  const ask = await serve(2)
  t.equal((await ask('GET', EVENTS)).status, 200)
  t.equal((await ask('GET', EVENTS)).status, 200)
  t.match(await ask('GET', EVENTS), { status: 403, reason: 'rateLimitExceeded' })
})

t.test('a page whose events are all hidden is empty and has a token', async t => {
  const ask = await serve()
  t.match(await ask('GET', `${EVENTS}?q=choir&maxResults=1`), { status: 200, body: { items: [], nextPageToken: String } })
})

t.test('invalid requests are refused as by Google', async t => {
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

t.test('a PATCH merges: a date next to an existing time is refused', async t => {
  const ask = await serve()
  const id = 's0000000000000000000000001'
  const both = { start: { date: '2026-05-01' }, end: { date: '2026-05-02' } }
  t.equal((await ask('PATCH', `${EVENTS}/${id}`, both)).status, 400)
  const alone = { start: { date: '2026-05-01', dateTime: null }, end: { date: '2026-05-02', dateTime: null } }
  t.match(await ask('PATCH', `${EVENTS}/${id}`, alone), { status: 200, body: both })
})

t.test('a series repeats by its rule', async t => {
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

t.test('deleting a series deletes its instances', async t => {
  const ask = await serve()
  t.equal((await ask('DELETE', `${EVENTS}/${PRACTICE}`)).status, 204)
  t.match(await ask('GET', `${EVENTS}?q=practice&singleEvents=true&orderBy=startTime&timeMin=2026-02-01T00:00:00Z`), {
    body: { items: [] }
  })
  t.equal((await ask('GET', `${EVENTS}/${PRACTICE}_20260217T170000Z`)).status, 404)
})

const DAY = { start: { date: '2026-05-01' }, end: { date: '2026-05-02' } }
const createRequest = { requestId: 'r1', conferenceSolutionKey: { type: 'hangoutsMeet' } }

t.test('a request for a conference creates one, which is removed by null', async t => {
  const ask = await serve()
  const { status, body: event } = await ask('POST', `${EVENTS}?conferenceDataVersion=1`, { ...DAY, conferenceData: { createRequest } })
  t.equal(status, 200)
  t.match(event, {
    hangoutLink: /^https:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/,
    conferenceData: {
      createRequest: { ...createRequest, status: { statusCode: 'success' } },
      entryPoints: [{ entryPointType: 'video', uri: event.hangoutLink }],
      conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
      conferenceId: event.hangoutLink.slice(-12)
    }
  })
  const path = `${EVENTS}/${event.id}`
  t.match((await ask('GET', path)).body, { conferenceData: event.conferenceData })
  const change = (conferenceData: object | null) => ask('PATCH', `${path}?conferenceDataVersion=1`, { conferenceData })
  t.strictSame((await change({ createRequest })).body.conferenceData, event.conferenceData, 'the same request creates nothing')
  const { body: other } = await change({ createRequest: { requestId: 'r2' } })
  t.not(other.hangoutLink, event.hangoutLink)
  const { body: bare } = await change(null)
  t.notOk('conferenceData' in bare)
  t.notOk('hangoutLink' in bare)
  const { body: copied } = await change(event.conferenceData)
  t.equal(copied.conferenceData.conferenceId, event.conferenceData.conferenceId)
})

t.test('invalid conference requests are refused', async t => {
  const ask = await serve()
  const add = (query: string, request: object) => ask('POST', `${EVENTS}${query}`, { ...DAY, conferenceData: { createRequest: request } })
  const { status, body } = await add('', createRequest)
  t.equal(status, 200)
  t.notOk('conferenceData' in body, 'without conferenceDataVersion=1 it is ignored')
  t.match(await add('?conferenceDataVersion=2', createRequest), { status: 400 })
  t.match(await add('?conferenceDataVersion=1', {}), { status: 400, reason: 'required' })
  t.match(await add('?conferenceDataVersion=1', { requestId: 'r', conferenceSolutionKey: { type: 'other' } }), { status: 400 })
})

t.test('fields selects the returned properties', async t => {
  const ask = await serve()
  const { body } = await ask('GET', `${EVENTS}?maxResults=2&fields=items(id,start/dateTime),nextPageToken`)
  t.strictSame(Object.keys(body).sort(), ['items', 'nextPageToken'])
  for (const item of body.items) t.notOk(Object.keys(item).some(name => name !== 'id' && name !== 'start'))
  t.strictSame(Object.keys((await ask('POST', `${EVENTS}?fields=id`, DAY)).body), ['id'])
  const before = (await ask('GET', `${EVENTS}?maxResults=2500&fields=items/id`)).body.items.length
  t.match(await ask('POST', `${EVENTS}?fields=(`, DAY), { status: 400, reason: 'invalidParameter' })
  t.equal((await ask('GET', `${EVENTS}?maxResults=2500&fields=items/id`)).body.items.length, before, 'nothing was created')
})
