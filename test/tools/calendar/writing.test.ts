import t from 'tap'
import type { Ports } from '../../../src/pipeline/ports.ts'
import { BOARD, DINNER, FENCE, LAUNCH, OPEN_DAY, openDiary, PLAYGROUND, PRACTICE, PROJECTS, refusal } from '../../helpers/calendar.ts'

const HERE = { calendar: PLAYGROUND }
const LUNCH = { ...HERE, summary: 'Lunch', start: '2026-05-04T12:00:00+02:00', end: '2026-05-04T13:00:00+02:00' }

/** As after a crash: the second attempt of a call with an idempotency key gets the same seed. */
const idempotency: Ports['idempotency'] = async ({ key }, run) => ({ result: await run(`seed of ${key}`), replayed: false })

t.test('writes to Google Calendar', async t => {
  const { call, clear, requests, failNext, state, event } = await openDiary(t, { ports: { idempotency } })
  t.beforeEach(clear)
  const writes = async () => (await requests()).filter(({ method, path }) => method !== 'GET' && path !== '/token')

  t.test('an event is created once, however often it is created with its ID', async t => {
    const first = await call('create_event', { ...LUNCH, event_id: 'lunch01' })
    t.match(first, { status: 201, data: { id: 'lunch01', created_now: true, start: '2026-05-04T12:00:00+02:00' } })
    t.match(await call('create_event', { ...LUNCH, event_id: 'lunch01' }), { status: 200, data: { id: 'lunch01', created_now: false } })
    for (const other of [{ end: '2026-05-04T15:00:00+02:00' }, { description: 'Another one' }, { location: 'Elsewhere' }])
      t.match(await call('create_event', { ...LUNCH, ...other, event_id: 'lunch01' }), { status: 409 }, 'another event with the same ID')
    t.match(await call('create_event', { ...LUNCH, summary: 'Dinner', event_id: 'lunch01' }), {
      status: 409,
      error: { details: { reason: 'already_exists', current: { summary: 'Lunch' } } }
    })
  })

  t.test('a start that is skipped by the clocks is reported as the problem, not the end after it', async t => {
    const gap = { ...HERE, summary: 'Night', time_zone: 'Europe/Berlin', start: '2026-03-29T02:30:00', end: '2026-03-29T03:15:00' }
    const message =
      '2026-03-29T02:30:00 does not exist in Europe/Berlin, because clocks go forward: it is read as 2026-03-29T03:30:00+02:00, and end is not after that'
    t.match(await call('create_event', gap), { status: 400, error: { details: { issues: [{ path: 'start', message }] } } })
    const backwards = { ...gap, start: '2026-03-29T04:30:00' }
    t.match(await call('create_event', backwards), { error: { details: { issues: [{ path: 'end', message: 'is not after start' }] } } })
    t.match(await call('create_event', { ...gap, end: '2026-03-29T04:00:00', event_id: 'night1' }), { status: 201 })
  })

  t.test('an event whose response was lost is found by its ID', async t => {
    await failNext({ method: 'POST', path: '/events' }, { cut: true, after: true })
    const { status, data } = await call('create_event', { ...LUNCH, summary: 'Lost and found' })
    t.strictSame([status, data.created_now], [200, false])
    t.equal([...(state.calendars.get(PLAYGROUND)?.events.values() ?? [])].filter(({ summary }) => summary === 'Lost and found').length, 1)
  })

  t.test('after an unknown outcome the error contains the ID for a repeated call', async t => {
    await failNext({ method: 'POST', path: '/events' }, { cut: true })
    const { status, error } = await call('create_event', LUNCH)
    t.equal(status, 502)
    t.match(error.details, { outcome: 'unknown', suggestions: [/^First check/, /Or call again with event_id [0-9a-f]{32}/] })
  })

  t.test('two attempts of a call with the same idempotency key create one event', async t => {
    const input = { ...LUNCH, summary: 'Once', idempotency_key: 'k1' }
    const [first, second] = [await call('create_event', input), await call('create_event', input)]
    t.strictSame([first.status, second.status, second.data.created_now], [201, 200, false])
    t.equal(second.data.id, first.data.id)
    t.not((await call('create_event', { ...input, idempotency_key: 'k2' })).data.id, first.data.id)
  })

  t.test('the ID of a deleted event cannot be used again', async t => {
    await call('create_event', { ...LUNCH, event_id: 'gone01' })
    await call('delete_event', { ...HERE, event_id: 'gone01', send_updates: 'none', confirm: true })
    t.match(await call('create_event', { ...LUNCH, event_id: 'gone01' }), {
      status: 409,
      error: { message: /was deleted/, details: { current: { status: 'cancelled' } } }
    })
  })

  t.test('send_updates is always sent and decides who gets email (pitfall 15)', async t => {
    state.mails.length = 0
    const attendees = [{ email: 'bo@example.com' }, { email: 'press@partner.example' }]
    await call('create_event', { ...LUNCH, attendees, send_updates: 'external_only' })
    await call('create_event', LUNCH)
    t.strictSame(
      state.mails.map(({ to, what }) => [to, what]),
      [['press@partner.example', 'invitation']]
    )
    t.strictSame(
      (await writes()).map(({ query }) => query),
      ['sendUpdates=externalOnly', 'sendUpdates=none']
    )
    t.match((await call('create_event', { ...LUNCH, attendees })).error.details, { issues: [{ path: 'send_updates' }] })
  })

  t.test('ambiguous, mixed or reversed times are refused before anything is sent', async t => {
    for (const [times, path] of [
      [{ start: '2026-05-04T12:00', end: '2026-05-04T13:00' }, 'start'],
      [{ start: '2026-05-04', end: '2026-05-04' }, 'end'],
      [{ start: '2026-05-04', end: '2026-05-05T10:00:00Z' }, 'end'],
      [{ start: '2026-05-04T12:00:00Z', end: '2026-05-04T11:00:00Z' }, 'end'],
      [{ start: '2026-05-04T12:00:00Z', end: '2026-05-04T13:00:00Z', recurrence: ['RRULE:FREQ=DAILY'] }, 'time_zone']
    ] as const) {
      const { status, error } = await call('create_event', { ...HERE, ...times })
      t.equal(status, 400, JSON.stringify(times))
      t.match(error.details.issues, [{ path }])
    }
    const { status, error } = await call('update_event', {
      ...HERE,
      event_id: BOARD,
      time_zone: 'Asia/Tokyo',
      location: 'x',
      send_updates: 'none'
    })
    t.equal(status, 400, 'a zone without times has no effect')
    t.match(error.details.issues, [{ path: 'time_zone' }])
    t.strictSame(await writes(), [])
  })

  t.test('every invalid date and time is reported at once, with an example of a valid one', async t => {
    const { error } = await call('create_event', { ...HERE, start: '2026-13-01', end: '2026-01-01T25:00' })
    t.match(error.details.issues, [
      { path: 'start', message: '2026-13-01 is not a valid date or time', expected: /2026-11-23T/ },
      { path: 'end', message: '2026-01-01T25:00 is not a valid date or time' }
    ])
    const { error: guests } = await call('create_event', { ...LUNCH, attendees: ['nope'], send_updates: 'none' })
    t.match(guests.details.issues, [{ path: 'attendees[0]', expected: /^an object { email/ }])
    t.strictSame(await writes(), [])
  })

  t.test('a missing resource is reported by kind and ID, with the operation that lists them', async t => {
    for (const [input, kind] of [
      [{ ...HERE, event_id: 'zzz' }, /no event zzz that this account can see/],
      [{ calendar: 'nobody@example.com', event_id: 'zzz' }, /zzz|nobody/]
    ] as const) {
      const { status, error } = await call('get_event', input)
      t.match([status, error], [404, { message: kind, details: { suggestions: [/calendar_list_/] } }], String(kind))
    }
  })

  t.test('a local time keeps its hour when clocks change', async t => {
    const times = { start: '2026-03-28T09:00', end: '2026-03-28T10:00', time_zone: 'Europe/Berlin' }
    const { data } = await call('create_event', { ...HERE, ...times, recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] })
    const { data: instances } = await call('list_instances', { ...HERE, event_id: data.id })
    t.strictSame(
      instances.items.map(({ start }: { start: string }) => start),
      ['2026-03-28T09:00:00+01:00', '2026-03-29T09:00:00+02:00']
    )
  })

  t.test('guests are added and removed, and the others keep their responses (pitfall 15)', async t => {
    const change = {
      add_attendees: [{ email: 'Eli@example.com', optional: true }],
      remove_attendees: ['CEM@example.com', 'nobody@example.com']
    }
    const { status, data, metadata } = await call('update_event', { event_id: LAUNCH, ...change, send_updates: 'none' })
    t.equal(status, 200)
    t.strictSame(
      data.attendees.map(({ email, response }: { email: string; response: string }) => [email, response]),
      [
        ['bo@example.com', 'accepted'],
        ['dora@example.com', 'tentative'],
        ['press@partner.example', 'needsAction'],
        ['room1@resource.calendar.google.com', 'accepted'],
        ['Eli@example.com', 'needsAction']
      ]
    )
    t.match(metadata.warnings, ['nobody@example.com was not a guest of this event'])
  })

  t.test('a change of another property does not change the guests (pitfall 15)', async t => {
    const { data } = await call('update_event', { ...HERE, event_id: BOARD, location: 'Room 9', send_updates: 'none' })
    t.equal(data.guests_total, 2)
    const [write] = await writes()
    t.strictSame(write?.body, { location: 'Room 9' })
  })

  t.test('what guests may do is set as a whole, and other updates keep it', async t => {
    const { data } = await call('create_event', { ...LUNCH, event_id: 'rights01', guests_can: ['modify'] })
    t.strictSame(data.guests_can, ['modify'])
    t.match(event(PLAYGROUND, 'rights01'), { guestsCanModify: true, guestsCanInviteOthers: false, guestsCanSeeOtherGuests: false })
    const update = { ...HERE, event_id: 'rights01', send_updates: 'none' }
    t.strictSame((await call('update_event', { ...update, summary: 'Long lunch' })).data.guests_can, ['modify'])
    t.strictSame((await call('update_event', { ...update, guests_can: ['invite_others', 'see_other_guests'] })).data.guests_can, [
      'invite_others',
      'see_other_guests'
    ])
    t.strictSame((await call('update_event', { ...update, guests_can: [] })).data.guests_can, [])
    t.strictSame((await call('create_event', { ...LUNCH, summary: 'By default' })).data.guests_can, ['invite_others', 'see_other_guests'])
  })

  t.test('guests who were added in the meantime are not lost: the list is read again', async t => {
    await failNext({ method: 'PATCH' }, refusal(412, 'conditionNotMet'))
    const { status } = await call('update_event', {
      ...HERE,
      event_id: BOARD,
      add_attendees: [{ email: 'eli@example.com' }],
      send_updates: 'none'
    })
    t.equal(status, 200)
    t.equal((await requests()).filter(({ method, path }) => method === 'GET' && path.endsWith(BOARD)).length, 2)
  })

  t.test('an event whose guests Google does not return completely keeps all of them', async t => {
    const cut = { id: BOARD, etag: '"1"', attendeesOmitted: true, attendees: [] }
    await failNext({ method: 'GET' }, { status: 200, body: cut, headers: { 'content-type': 'application/json' } })
    t.match(await call('update_event', { ...HERE, event_id: BOARD, remove_attendees: ['bo@example.com'], send_updates: 'none' }), {
      status: 422,
      error: { details: { reason: 'cannot_be_honoured' } }
    })
    t.strictSame(await writes(), [])
  })

  t.test('an all-day event becomes timed, and the reverse', async t => {
    const hour = { start: '2026-02-07T10:00:00+01:00', end: '2026-02-07T11:00:00+01:00' }
    t.match(await call('update_event', { ...HERE, event_id: OPEN_DAY, ...hour, send_updates: 'none' }), {
      status: 200,
      data: { ...hour, all_day: false }
    })
    const day = { start: '2026-02-07', end: '2026-02-09' }
    t.match(await call('update_event', { ...HERE, event_id: OPEN_DAY, ...day, send_updates: 'none' }), {
      status: 200,
      data: { ...day, all_day: true }
    })
  })

  t.test('clear empties properties, and an old etag is a conflict', async t => {
    const { data } = await call('get_event', { ...HERE, event_id: FENCE })
    const cleared = await call('update_event', { ...HERE, event_id: FENCE, clear: ['location'], send_updates: 'none', etag: data.etag })
    t.match(cleared, { status: 200, data: { location: '' } })
    t.match(await call('update_event', { ...HERE, event_id: FENCE, summary: 'x', send_updates: 'none', etag: data.etag }), {
      status: 409,
      error: { details: { reason: 'version_conflict' } }
    })
    t.match(await call('delete_event', { ...HERE, event_id: FENCE, send_updates: 'none', etag: data.etag, confirm: true }), { status: 409 })
  })

  t.test('an instance is changed without its series', async t => {
    const event_id = `${PRACTICE}_20260217T170000Z`
    await call('update_event', { ...HERE, event_id, summary: 'Practice outside', send_updates: 'none' })
    t.equal(event(PLAYGROUND, PRACTICE)?.summary, 'Practice')
    const { data } = await call('list_instances', { ...HERE, event_id: PRACTICE })
    t.strictSame(
      data.items.map(({ summary }: { summary: string }) => summary),
      ['Practice', 'Practice outside', 'Practice, an hour later', 'Practice', 'Practice']
    )
  })

  t.test('an event of another organizer cannot be changed, and this is not reported as a missing scope (pitfall 11)', async t => {
    t.match(await call('update_event', { event_id: DINNER, summary: 'Supper', send_updates: 'none' }), {
      status: 422,
      error: { details: { reason: 'upstream_refused', suggestions: [/organizes this event/] } }
    })
  })

  t.test('an event is deleted once, and the second call reports it as already gone', async t => {
    const { data } = await call('create_event', LUNCH)
    const input = { ...HERE, event_id: data.id, send_updates: 'none', confirm: true }
    t.match(await call('delete_event', input), { status: 200, data: { already_gone: false } })
    t.match(await call('delete_event', input), { status: 200, data: { already_gone: true } })
    t.equal((await call('delete_event', { ...input, event_id: 'never0was' })).status, 404)
  })

  t.test('a moved event keeps its ID; an instance and an unknown calendar are refused', async t => {
    const { data } = await call('create_event', LUNCH)
    const move = { ...HERE, event_id: data.id, to_calendar: PROJECTS[0], send_updates: 'none' }
    t.match(await call('move_event', move), { status: 200, data: { id: data.id, calendar_id: PROJECTS[0] } })
    t.equal((await call('move_event', move)).status, 404)
    t.equal((await call('move_event', { ...move, event_id: `${PRACTICE}_20260219T170000Z` })).status, 422)
    t.match(await call('move_event', { ...move, to_calendar: 'Porjects' }), {
      status: 400,
      error: { details: { issues: [{ path: 'to_calendar' }] } }
    })
  })
})
