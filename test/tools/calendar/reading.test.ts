import t from 'tap'
import { BOARD, openDiary, PLAYGROUND, PRACTICE, refusal } from '../../helpers/calendar.ts'

const JANUARY = { time_min: '2026-01-12T00:00:00+01:00', time_max: '2026-01-17T00:00:00+01:00' }
const ids = ({ items }: { items: { id: string }[] }): string[] => items.map(({ id }) => id)

t.test('lists of Google Calendar', async t => {
  const { call, clear, requests, failNext, state } = await openDiary(t)
  t.beforeEach(clear)

  t.test('events are returned ordered by start, without details, and the total is not invented', async t => {
    const { status, data } = await call('list_events', { ...JANUARY, limit: 2 })
    t.equal(status, 200)
    t.match(data, {
      items: [
        { summary: 'Stand-up', start: '2026-01-12T09:15:00+01:00', kind: 'instance', guests_total: 3 },
        { summary: 'Write the report', start: '2026-01-12T13:00:00+01:00', kind: 'single', series_id: null }
      ],
      total: null,
      untrusted: true
    })
    t.notOk('description' in data.items[0])
  })

  t.test('a query that Google would ignore, and so match everything, is refused, even for a job that deletes', async t => {
    for (const query of [' ', '\u00a0', '"', '""', '-', '“”', '—', '…', '。', '¿', '\u200b', '\u00ad', '"…"', '\u3164', 'OR'])
      for (const [operation, rest] of [
        ['list_events', {}],
        ['bulk_delete_events', { recurring: 'skip', send_updates: 'none' }]
      ] as const) {
        const { status, error } = await call(operation, { query, ...rest })
        t.equal(status, 400, `${operation} ${query}`)
        t.match(error.details.issues, [{ path: 'query', expected: /letter or digit/ }])
      }
  })

  t.test('the pages contain every event once', async t => {
    const whole = ids((await call('list_events', { ...JANUARY, limit: 100 })).data)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { data } = await call('list_events', { ...JANUARY, limit: 3, cursor })
      seen.push(...ids(data))
      cursor = data.next_cursor
    } while (cursor !== null)
    t.strictSame(seen, whole)
  })

  t.test('an empty page with a token is not the end and is skipped (pitfall 3)', async t => {
    const empty = { items: [], nextPageToken: Buffer.from('p:0').toString('base64url') }
    await failNext({ path: '/events\\?' }, { status: 200, body: empty, headers: { 'content-type': 'application/json' } }, 2)
    const { data } = await call('list_events', { ...JANUARY, limit: 1 })
    t.equal(data.items.length, 1)
    t.equal((await requests()).filter(({ path }) => path.endsWith('/events')).length, 3)
  })

  t.test('after many empty pages the result is empty, has a cursor, and does not claim that nothing was found (pitfall 3)', async t => {
    const { data } = await call('list_events', { calendar: 'Team', query: 'nothing has this', limit: 1 })
    t.strictSame(data.items, [])
    t.type(data.next_cursor, 'string')
    const { data: gathered } = await call('list_events', { calendar: 'Team', query: 'nothing has this', max_items: 50 })
    t.strictSame([gathered.items, gathered.next_cursor], [[], null], 'max_items continues to the end')
  })

  t.test('a cursor of another list is refused', async t => {
    const { data } = await call('list_events', { ...JANUARY, limit: 1 })
    t.match(await call('list_events', { limit: 1, cursor: data.next_cursor }), {
      status: 400,
      error: { details: { issues: [{ path: 'cursor' }] } }
    })
    t.equal((await call('list_events', { cursor: 'nonsense' })).status, 400)
  })

  t.test('time_min bounds the end and time_max the start, both exclusively', async t => {
    const summaries = async (time_min: string, time_max: string): Promise<string[]> =>
      (await call('list_events', { calendar: 'Playground', time_min, time_max })).data.items.map(
        ({ summary }: { summary: string }) => summary
      )
    t.strictSame(await summaries('2026-02-02T10:30:00+01:00', '2026-02-02T10:31:00+01:00'), ['Later: paint the fence'])
    t.strictSame(await summaries('2026-02-02T11:00:00+01:00', '2026-02-02T12:00:00+01:00'), [], 'it ended at that time')
    t.strictSame(await summaries('2026-02-02T09:00:00+01:00', '2026-02-02T10:00:00+01:00'), [], 'it starts at that time')
  })

  t.test('a bound without offset is read in time_zone, and refused without it', async t => {
    await call('list_events', { time_min: '2026-03-28', time_max: '2026-03-30T08:00', time_zone: 'America/New_York' })
    const [{ query } = { query: '' }] = (await requests()).filter(({ path }) => path.endsWith('/events'))
    const sent = new URLSearchParams(query)
    t.strictSame([sent.get('timeMin'), sent.get('timeMax')], ['2026-03-28T04:00:00Z', '2026-03-30T12:00:00Z'])
    t.match((await call('list_events', { time_min: '2026-03-28' })).error.details, { issues: [{ path: 'time_min', message: /no offset/ }] })
  })

  t.test('invalid dates and zones and reversed bounds are refused with their paths', async t => {
    for (const [input, path] of [
      [{ time_min: '2026-02-30T00:00:00Z' }, 'time_min'],
      [{ time_min: '2026-02-03T00:00:00Z', time_max: '2026-02-02T00:00:00Z' }, 'time_max'],
      [{ time_min: '2026-02-03', time_zone: 'Mars/Phobos' }, 'time_zone'],
      [{ order_by: 'start', recurring: 'series' }, 'order_by'],
      [{ sync_token: 'x', query: 'y' }, 'query']
    ] as const) {
      const { status, error } = await call('list_events', input)
      t.equal(status, 400)
      t.match(error.details.issues, [{ path }], JSON.stringify(input))
    }
  })

  t.test('a series is one row, or one row per instance, as requested (pitfall 15)', async t => {
    const { data: series } = await call('list_events', { calendar: 'Playground', query: 'practice', recurring: 'series' })
    t.match(series.items, [
      { id: PRACTICE, kind: 'series' },
      { kind: 'instance', series_id: PRACTICE }
    ])
    const { data: instances } = await call('list_events', { calendar: 'Playground', query: 'practice' })
    t.equal(instances.items.length, 5)
    t.ok(instances.items.every(({ kind }: { kind: string }) => kind === 'instance'))
  })

  t.test('a sync token returns later changes, including deletions; an expired token is reported', async t => {
    const list = { calendar: 'Playground', recurring: 'series', limit: 100 }
    const { data: first } = await call('list_events', list)
    await call('delete_event', { calendar: 'Playground', event_id: BOARD, send_updates: 'none', confirm: true })
    const { data } = await call('list_events', { ...list, sync_token: first.next_sync_token })
    t.match(data.items, [{ id: BOARD, status: 'cancelled' }])
    state.oldest_change = state.lastVersion() + 1
    t.match(await call('list_events', { ...list, sync_token: first.next_sync_token }), {
      status: 410,
      error: { details: { reason: 'upstream_gone' } }
    })
  })

  t.test('a calendar is found by name, case-insensitively, and one request reads all names', async t => {
    await call('list_events', { calendar: 'family' })
    await call('list_events', { calendar: 'Playground', limit: 1 })
    const asked = (await requests()).filter(({ path }) => path.endsWith('calendarList'))
    t.ok(asked.length <= 1)
    t.match(await call('list_events', { calendar: 'Projects' }), {
      status: 400,
      error: { details: { issues: [{ path: 'calendar' }], suggestions: [/projects-north/, /projects-south/] } }
    })
  })

  t.test('calendars are filtered by the access of the account', async t => {
    const { data } = await call('list_calendars', { min_access: 'owner', include_hidden: true, limit: 100 })
    t.ok(data.items.every(({ access }: { access: string }) => access === 'owner'))
    t.ok(data.items.some(({ name }: { name: string }) => name === 'Archive'))
    t.equal(
      (await call('list_calendars')).data.items.some(({ name }: { name: string }) => name === 'Archive'),
      false
    )
  })

  t.test('the instances of a series include moved ones and exclude cancelled ones', async t => {
    const { data } = await call('list_instances', { event_id: 's0000000000000000000000008', ...JANUARY })
    t.strictSame(
      data.items.map(({ start }: { start: string }) => start.slice(0, 16)),
      ['2026-01-12T09:15', '2026-01-13T09:15', '2026-01-14T11:00', '2026-01-15T09:15']
    )
  })

  t.test('busy times do not include free events, and an unknown calendar is not reported as free', async t => {
    const { data } = await call('query_free_busy', {
      calendars: ['primary', 'unknown@example.com'],
      time_min: '2026-01-13T09:00:00+01:00',
      time_max: '2026-01-13T10:00:00+01:00',
      time_zone: 'Europe/Berlin'
    })
    t.match(data.calendars, [
      { busy: [{ start: '2026-01-13T09:15:00+01:00', end: '2026-01-13T09:30:00+01:00' }], error: null },
      { calendar_id: 'unknown@example.com', busy: [], error: 'notFound' }
    ])
    t.equal(data.calendars[0].busy.length, 1, 'Budget, from 9:00 to 9:30, shows as free')
  })

  t.test('fields are selected', async t => {
    const { data } = await call('list_events', { limit: 1, fields: ['id', 'start'] })
    t.strictSame(Object.keys(data.items[0]), ['id', 'start'])
  })

  t.test('rate limits are recognized by the reason, whatever the status (pitfall 11)', async t => {
    for (const [fault, status, details] of [
      [refusal(403, 'rateLimitExceeded'), 429, { reason: 'rate_limit_exceeded' }],
      [refusal(403, 'quotaExceeded', 'Calendar usage limits exceeded.'), 429, { reason: 'rate_limit_exceeded', quota: true }],
      [refusal(403, 'requiredAccessLevel'), 403, { reason: 'insufficient_permissions', suggestions: [/only read/] }],
      [refusal(403, 'forbiddenForNonOrganizer'), 422, { reason: 'upstream_refused', suggestions: [/organizes/] }],
      [refusal(403, 'insufficientPermissions'), 403, { reason: 'insufficient_permissions' }]
    ] as const) {
      await failNext({ path: '/events' }, fault)
      const { status: actual, error } = await call('list_events', { limit: 1 })
      t.equal(actual, status, JSON.stringify(fault))
      t.match(error.details, details)
    }
  })

  t.test('an event is returned with all details, and its content is marked as untrusted', async t => {
    const { data } = await call('get_event', { calendar: PLAYGROUND, event_id: PRACTICE, time_zone: 'UTC' })
    t.match(data, { kind: 'series', recurrence: ['RRULE:FREQ=DAILY;COUNT=5'], start: '2026-02-16T17:00:00Z', untrusted: true })
  })
})
