import type { Test } from 'tap'
import t from 'tap'
import { type Diary, openDiary } from '../../helpers/calendar.ts'

const here = { calendar: 'Playground', send_updates: 'none' }

/** Creates a series of five days, and returns the IDs of its instances. */
async function series({ call }: Diary, event_id: string, more: Record<string, unknown> = {}): Promise<string[]> {
  const times = { start: '2026-06-01T10:00', end: '2026-06-01T10:30', time_zone: 'Europe/Berlin' }
  const made = await call('create_event', {
    ...here,
    ...times,
    summary: 'Course',
    recurrence: ['RRULE:FREQ=DAILY;COUNT=5'],
    event_id,
    ...more
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.error))
  return (await startsOf({ call }, event_id)).map(({ id }) => id)
}

async function startsOf({ call }: Pick<Diary, 'call'>, event_id: string): Promise<{ id: string; start: string; summary: string }[]> {
  const { data } = await call('list_instances', { calendar: 'Playground', event_id, limit: 100 })
  return data.items
}

const starts = (items: { start: string }[]): string[] => items.map(({ start }) => start)

t.test('this instance and the following ones', async t => {
  const diary = await openDiary(t)
  const { call, failNext } = diary
  const instanceOf = async (t: Test, event_id: string, at: number, more?: Record<string, unknown>): Promise<string> => {
    const id = (await series(diary, event_id, more))[at]
    t.ok(id)
    return id ?? ''
  }

  t.test('update: the series ends before the instance, and a new one begins with the change', async t => {
    const event_id = await instanceOf(t, 'course1', 2)
    const change = { start: '2026-06-03T12:00', end: '2026-06-03T12:45', time_zone: 'Europe/Berlin', summary: 'Course, later' }
    const { status, data } = await call('update_event', { ...here, event_id, ...change, following: true })
    t.equal(status, 200)
    t.match(data, {
      kind: 'series',
      summary: 'Course, later',
      start: '2026-06-03T12:00:00+02:00',
      recurrence: ['RRULE:FREQ=DAILY;COUNT=3']
    })
    t.strictSame(starts(await startsOf(diary, 'course1')), ['2026-06-01T10:00:00+02:00', '2026-06-02T10:00:00+02:00'])
    t.strictSame(starts(await startsOf(diary, data.id)), [
      '2026-06-03T12:00:00+02:00',
      '2026-06-04T12:00:00+02:00',
      '2026-06-05T12:00:00+02:00'
    ])
  })

  t.test('update without new times: the new series begins at the instance and keeps guests, the meeting and files', async t => {
    const more = {
      attendees: [{ email: 'bo@example.com', name: 'Bo', optional: true }],
      video_meeting: true,
      attachments: [{ url: 'https://drive.google.com/open?id=1', title: 'Plan' }],
      recurrence: ['RRULE:FREQ=DAILY;COUNT=5', 'EXDATE:20260602T080000Z']
    }
    const event_id = await instanceOf(t, 'course2', 2, more)
    const before = (await call('get_event', { calendar: 'Playground', event_id: 'course2' })).data
    const { data, metadata } = await call('update_event', {
      ...here,
      event_id,
      location: 'Room 5',
      add_attendees: [{ email: 'cy@example.com' }],
      following: true
    })
    t.match(data, { start: '2026-06-04T10:00:00+02:00', end: '2026-06-04T10:30:00+02:00', location: 'Room 5', summary: 'Course' })
    t.strictSame(data.recurrence, ['RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20260602T080000Z'], 'an excluded day counts')
    t.match(data.attendees, [{ email: 'bo@example.com', name: 'Bo', optional: true }, { email: 'cy@example.com' }])
    t.equal(data.meeting_link, before.meeting_link)
    t.match(data.attachments, [{ title: 'Plan' }])
    t.match(metadata.warnings, [/respond again/])
  })

  t.test('an all-day series ends on the day before', async t => {
    const days = { start: '2026-06-01', end: '2026-06-02', time_zone: undefined, recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20261231'] }
    const event_id = await instanceOf(t, 'course3', 1, days)
    const { data } = await call('update_event', { ...here, event_id, summary: 'Moved', following: true })
    t.match(data, { start: '2026-06-08', end: '2026-06-09', recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20261231'] })
    t.match((await call('get_event', { calendar: 'Playground', event_id: 'course3' })).data.recurrence, [
      'RRULE:FREQ=WEEKLY;UNTIL=20260607'
    ])
  })

  t.test('the first instance: the series itself is updated', async t => {
    const event_id = await instanceOf(t, 'course4', 0)
    t.match((await call('update_event', { ...here, event_id, summary: 'Renamed', following: true })).data, {
      id: 'course4',
      summary: 'Renamed',
      kind: 'series'
    })
  })

  t.test('another client changes the series in between: nothing is left over', async t => {
    const event_id = await instanceOf(t, 'course5', 2)
    const total = async () => (await call('list_events', { calendar: 'Playground', recurring: 'series', limit: 100 })).data.items.length
    const before = await total()
    await failNext(
      { method: 'PATCH', path: '/events/course5' },
      { status: 412, body: { error: { code: 412, message: 'Precondition Failed', errors: [{ reason: 'conditionNotMet' }] } } }
    )
    t.match(await call('update_event', { ...here, event_id, summary: 'x', following: true }), {
      status: 409,
      error: { details: { reason: 'version_conflict' } }
    })
    t.equal(await total(), before, 'the new series is deleted again')
    t.equal((await startsOf(diary, 'course5')).length, 5)
  })

  t.test('after a lost response, the same call creates no second series', async t => {
    const event_id = await instanceOf(t, 'course6', 3)
    await failNext({ method: 'PATCH', path: '/events/course6' }, { cut: true })
    const input = { ...here, event_id, summary: 'Once', following: true }
    t.match(await call('update_event', input), { error: { details: { outcome: 'unknown' } } })
    t.match(await call('update_event', input), { status: 200, data: { summary: 'Once' } })
    const { data } = await call('list_events', { calendar: 'Playground', recurring: 'series', query: 'Once', limit: 100 })
    t.equal(data.items.length, 1)
    t.equal((await startsOf(diary, 'course6')).length, 3)
  })

  const changed = { status: 412, body: { error: { code: 412, message: 'Precondition Failed', errors: [{ reason: 'conditionNotMet' }] } } }
  const laterOf = async (title: string): Promise<{ id: string }[]> =>
    (await call('list_events', { calendar: 'Playground', recurring: 'series', query: title, limit: 100 })).data.items

  t.test('after a conflict, the repeated call restores the new series', async t => {
    const event_id = await instanceOf(t, 'course8', 2)
    await failNext({ method: 'PATCH', path: '/events/course8' }, changed)
    t.equal((await call('update_event', { ...here, event_id, summary: 'Conflicted', location: 'Room 1', following: true })).status, 409)
    t.strictSame(await laterOf('Conflicted'), [])
    const { status, data } = await call('update_event', { ...here, event_id, summary: 'Repeated', following: true })
    t.equal(status, 200)
    t.match(data, { summary: 'Repeated', status: 'confirmed', location: '', recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] })
    t.equal((await startsOf(diary, 'course8')).length, 2)
    t.equal((await startsOf(diary, data.id)).length, 3, 'no instance is lost')
    await call('delete_event', { ...here, event_id: data.id, confirm: true })
  })

  t.test('a repeated call with another change applies it to the series of the first one', async t => {
    const event_id = await instanceOf(t, 'course9', 2)
    await failNext({ method: 'PATCH', path: '/events/course9' }, { cut: true })
    const first = await call('update_event', { ...here, event_id, summary: 'First title', location: 'Room 1', following: true })
    t.match(first.error.details, { outcome: 'unknown' })
    const { data } = await call('update_event', { ...here, event_id, summary: 'Second title', description: 'x', following: true })
    t.match(data, { summary: 'Second title', description: 'x', location: '' })
    t.strictSame(await laterOf('First title'), [])
    t.match(await laterOf('Second title'), [{ id: data.id }])
    t.equal((await startsOf(diary, 'course9')).length, 2)
  })

  t.test('if the old series ended and only the response was lost, the new one keeps its rules', async t => {
    const event_id = await instanceOf(t, 'course10', 2)
    const { data } = await call('update_event', { ...here, event_id, summary: 'Split once', following: true })
    // Google may still return the instance.
    const before = {
      status: 200,
      body: { id: event_id, recurringEventId: 'course10', originalStartTime: { dateTime: '2026-06-03T10:00:00+02:00' } }
    }
    await failNext({ method: 'GET', path: `/events/${event_id}` }, before)
    const again = await call('update_event', { ...here, event_id, summary: 'Split twice', following: true })
    t.match(again.data, { id: data.id, summary: 'Split twice', recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] })
    t.equal((await startsOf(diary, data.id)).length, 3)
    await call('delete_event', { ...here, event_id: data.id, confirm: true })
    await failNext({ method: 'GET', path: `/events/${event_id}` }, before)
    t.match((await call('update_event', { ...here, event_id, summary: 'Gone', following: true })).error.details, {
      issues: [{ path: 'event_id' }]
    })
  })

  t.test('if the new series cannot be deleted after a conflict, the error says that both exist', async t => {
    const event_id = await instanceOf(t, 'course11', 2)
    await failNext({ method: 'PATCH', path: '/events/course11' }, changed)
    await failNext({ method: 'DELETE' }, { status: 500, body: 'no' })
    const { error } = await call('update_event', { ...here, event_id, summary: 'Twice', following: true })
    t.match(error, { message: /Both series exist: .*course11/, details: { reason: 'version_conflict', outcome: 'executed' } })
    const [later] = await laterOf('Twice')
    t.equal((await startsOf(diary, later?.id ?? '')).length, 3)
    t.equal((await startsOf(diary, 'course11')).length, 5)
    await failNext({ method: 'PATCH', path: '/events/course11' }, changed)
    t.match(await call('update_event', { ...here, event_id, summary: 'Twice again', following: true }), {
      error: { message: /Both series exist/ }
    })
    t.match(await laterOf('Twice again'), [{ id: later?.id }], 'a series that the call did not create is not deleted')
    t.equal((await call('update_event', { ...here, event_id, summary: 'Twice again', following: true })).status, 200)
    t.equal((await startsOf(diary, 'course11')).length, 2)
  })

  t.test('additional dates after the instance belong to the new series only, and do not count', async t => {
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=5', 'RDATE:20260602T120000Z,20260620T080000Z', 'RDATE;TZID=Europe/Berlin:20260621T100000']
    const event_id = await instanceOf(t, 'course12', 3, { recurrence })
    const { data } = await call('update_event', { ...here, event_id, summary: 'Dates', following: true })
    t.strictSame(data.recurrence, ['RRULE:FREQ=DAILY;COUNT=3', 'RDATE:20260620T080000Z', 'RDATE;TZID=Europe/Berlin:20260621T100000'])
    t.strictSame((await call('get_event', { calendar: 'Playground', event_id: 'course12' })).data.recurrence, [
      'RRULE:FREQ=DAILY;UNTIL=20260603T075959Z',
      'RDATE:20260602T120000Z'
    ])
    t.equal((await startsOf(diary, 'course12')).length, 3)
    t.equal((await startsOf(diary, data.id)).length, 5)
    const days = {
      start: '2026-06-01',
      end: '2026-06-02',
      time_zone: undefined,
      recurrence: ['RRULE:FREQ=WEEKLY', 'RDATE;VALUE=DATE:20260603,20260708']
    }
    const day = await instanceOf(t, 'course13', 2, days)
    t.match((await call('update_event', { ...here, event_id: day, summary: 'Days', following: true })).data.recurrence, [
      'RRULE:FREQ=WEEKLY',
      'RDATE;VALUE=DATE:20260708'
    ])
    t.strictSame((await call('get_event', { calendar: 'Playground', event_id: 'course13' })).data.recurrence, [
      'RRULE:FREQ=WEEKLY;UNTIL=20260607',
      'RDATE;VALUE=DATE:20260603'
    ])
  })

  t.test('new times: additional and excluded dates, and the end of the rule, move with the series', async t => {
    const recurrence = [
      'RRULE:FREQ=DAILY;UNTIL=20260607T080000Z',
      'EXDATE:20260604T080000Z',
      'EXDATE;TZID=Europe/Berlin:20260605T100000',
      'RDATE:20261102T090000Z'
    ]
    const change = { start: '2026-06-04T12:00:00+02:00', end: '2026-06-04T12:30:00+02:00', summary: 'Day and hour' }
    const event_id = await instanceOf(t, 'course14', 2, { recurrence })
    const { data } = await call('update_event', { ...here, event_id, ...change, following: true })
    t.strictSame(
      data.recurrence,
      [
        'RRULE:FREQ=DAILY;UNTIL=20260608T100000Z',
        'EXDATE:20260605T100000Z',
        'EXDATE;TZID=Europe/Berlin:20260606T120000',
        'RDATE:20261103T110000Z'
      ],
      'in local time, even after the clocks changed'
    )
    t.equal(data.time_zone, 'Europe/Berlin', 'a time with an offset keeps the zone of the series')
    t.strictSame(starts(await startsOf(diary, data.id)), [
      '2026-06-04T12:00:00+02:00',
      '2026-06-07T12:00:00+02:00',
      '2026-06-08T12:00:00+02:00',
      '2026-11-03T12:00:00+01:00'
    ])
    const [first] = await series(diary, 'course15', { recurrence })
    const earlier = { start: '2026-06-01T09:00', end: '2026-06-01T09:30', time_zone: 'Europe/Berlin' }
    t.match((await call('update_event', { ...here, event_id: first, ...earlier, following: true })).data.recurrence, [
      'RRULE:FREQ=DAILY;UNTIL=20260607T070000Z',
      'EXDATE:20260604T070000Z'
    ])
    const [day] = await series(diary, 'course16', { recurrence })
    t.match((await call('update_event', { ...here, event_id: day, start: '2026-06-02', end: '2026-06-03', following: true })).data, {
      start: '2026-06-02',
      recurrence: [
        'RRULE:FREQ=DAILY;UNTIL=20260608',
        'EXDATE;VALUE=DATE:20260605',
        'EXDATE;VALUE=DATE:20260606',
        'RDATE;VALUE=DATE:20261103'
      ]
    })
  })

  t.test('delete: the series ends before the instance; with the first one it is deleted', async t => {
    const [first = '', , third = ''] = await series(diary, 'course7')
    t.match(await call('delete_event', { ...here, event_id: third, following: true, confirm: true }), {
      status: 200,
      data: { deleted: true }
    })
    t.strictSame(starts(await startsOf(diary, 'course7')), ['2026-06-01T10:00:00+02:00', '2026-06-02T10:00:00+02:00'])
    await call('delete_event', { ...here, event_id: first, following: true, confirm: true })
    t.match((await call('get_event', { calendar: 'Playground', event_id: 'course7' })).data, { status: 'cancelled' })
  })

  t.test('it needs the ID of an instance, and no etag', async t => {
    const single = await call('create_event', { ...here, start: '2026-06-01', end: '2026-06-02', event_id: 'single1' })
    t.match(await call('update_event', { ...here, event_id: single.data.id, summary: 'x', following: true }), {
      status: 400,
      error: { details: { issues: [{ path: 'event_id' }] } }
    })
    t.match(await call('delete_event', { ...here, event_id: 'single1', following: true, etag: '"1"', confirm: true }), {
      status: 400,
      error: { details: { issues: [{ path: 'etag' }] } }
    })
  })
})
