import { createHash } from 'node:crypto'
import t from 'tap'
import { etagOf } from '../../../../sandbox/calendar/state/model.ts'
import createEvents from '../../../../src/tools/calendar/bulk/create-events.ts'
import deleteEvents from '../../../../src/tools/calendar/bulk/delete-events.ts'
import moveEvents from '../../../../src/tools/calendar/bulk/move-events.ts'
import rescheduleEvents from '../../../../src/tools/calendar/bulk/reschedule-events.ts'
import updateEvents from '../../../../src/tools/calendar/bulk/update-events.ts'
import { BOARD, DINNER, FENCE, LAWN, OPEN_DAY, PLAYGROUND, PRACTICE, refusal, TREE } from '../../../helpers/calendar.ts'
import { LATER, openJobs } from '../../../helpers/calendar-bulk.ts'

const STANDUP = 's0000000000000000000000008'
const HERE = { calendar: PLAYGROUND, send_updates: 'none' }
const FEBRUARY = { time_min: '2026-02-01T00:00:00+01:00', time_max: '2026-03-01T00:00:00+01:00' }
const hour = (day: number) => ({ start: `2026-06-${10 + day}T10:00:00Z`, end: `2026-06-${10 + day}T11:00:00Z` })

t.test('jobs on events', async t => {
  const { state, preview, run, outcomes, undo, failNext, requests, clear, cancel } = await openJobs(t, [
    createEvents,
    deleteEvents,
    moveEvents,
    rescheduleEvents,
    updateEvents
  ])
  t.beforeEach(clear)
  const event = (id: string, calendar = PLAYGROUND) => state.calendars.get(calendar)?.events.get(id)
  const startOf = (id: string): number => {
    const start = event(id)?.start
    return start && 'instant' in start ? start.instant : Number.NaN
  }
  const existing = (calendar: string) =>
    [...(state.calendars.get(calendar)?.events.values() ?? [])].filter(({ status }) => status !== 'cancelled')

  t.test('the preview shows current and new values and warns about guests who get email for each event (pitfall 15)', async t => {
    const job = await preview(rescheduleEvents, { ...HERE, query: 'Board', recurring: 'skip', shift_days: 1, send_updates: 'all' })
    t.match(job.preview, {
      sample: [
        {
          item_id: BOARD,
          display_name: 'Board meeting (2026-02-10T14:00:00+01:00)',
          data: {
            before: { start: { dateTime: '2026-02-10T14:00:00+01:00' } },
            after: { start: { dateTime: '2026-02-11T14:00:00+01:00' } }
          }
        }
      ],
      warnings: [/have guests: each guest gets one email per event/],
      metadata: { send_updates: 'all', calendar: PLAYGROUND },
      undoable: true
    })
  })

  t.test('a shift that is executed twice shifts once: the times are computed when the events are listed (pitfall 15)', async t => {
    const before = startOf(FENCE)
    const job = await preview(rescheduleEvents, { ...LATER, shift_days: 1, shift_minutes: 30 })
    const again = await preview(rescheduleEvents, { ...LATER, shift_days: 1, shift_minutes: 30 })
    t.match(await run(job), { progress: { succeeded: 3 } })
    t.equal(startOf(FENCE) - before, 24.5 * 3_600_000)
    t.match(await run(again), { progress: { skipped: 3 } }, 'a job that listed the events before finds them done')
    t.equal(startOf(FENCE) - before, 24.5 * 3_600_000)
    t.match(await undo(job), { progress: { succeeded: 3 } })
    t.equal(startOf(FENCE), before)
  })

  t.test('an event at 2:30 in the night when clocks go forward starts at 3:30 and keeps its duration', async t => {
    const events = [{ summary: 'Nightly', start: '2026-03-28T02:30', end: '2026-03-28T03:15', time_zone: 'Europe/Berlin' }]
    await run(await preview(createEvents, { ...HERE, events }))
    const job = await preview(rescheduleEvents, { ...HERE, query: 'Nightly', recurring: 'skip', shift_days: 1 })
    t.match(job.preview?.sample, [
      { data: { after: { start: { dateTime: '2026-03-29T03:30:00+02:00' }, end: { dateTime: '2026-03-29T04:15:00+02:00' } } } }
    ])
    t.match(await run(job), { progress: { succeeded: 1 } })
  })

  t.test('a series in another zone is shifted within its day: its rule names days of its own zone, not of the calendar', async t => {
    const weekly = { summary: 'Call', start: '2026-06-02T09:00', end: '2026-06-02T10:00', time_zone: 'Pacific/Auckland' }
    const events = [{ ...weekly, recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3'] }]
    await run(await preview(createEvents, { ...HERE, events }))
    const input = { ...HERE, query: 'Call', recurring: 'series', time_max: '2026-07-01T00:00:00Z' }
    const problemOf = async (shift_minutes: number) =>
      Object(Object((await preview(rescheduleEvents, { ...input, shift_minutes })).preview?.sample[0]).data).problem
    t.equal(await problemOf(60), undefined, 'from 9:00 to 10:00 in Auckland, which is another day in Berlin')
    t.match(await problemOf(15 * 60), /names days/)
  })

  t.test('a rule with dates is refused even if days and minutes cancel out', async t => {
    const until = { summary: 'Until', start: '2026-06-02T09:00', end: '2026-06-02T10:00', time_zone: 'Europe/Berlin' }
    await run(await preview(createEvents, { ...HERE, events: [{ ...until, recurrence: ['RRULE:FREQ=DAILY;UNTIL=20260605T070000Z'] }] }))
    const input = { ...HERE, query: 'Until', recurring: 'series', time_max: '2026-07-01T00:00:00Z', shift_days: 7, shift_minutes: -7 }
    t.match((await preview(rescheduleEvents, input)).preview?.sample, [{ data: { problem: /names dates/ } }])
  })

  t.test('an event that was changed although the response was lost is reported as succeeded, and undo reverts it', async t => {
    const before = startOf(FENCE)
    const job = await preview(rescheduleEvents, { ...LATER, shift_days: 2 })
    await failNext({ method: 'PATCH', path: `/events/${FENCE}` }, { cut: true, after: true })
    const done = await run(job)
    t.match(await outcomes(done), { [FENCE]: 'succeeded' })
    await undo(done)
    t.equal(startOf(FENCE), before)
  })

  t.test('a day later is the same hour, even across a change of clocks', async t => {
    const made = await run(
      await preview(createEvents, {
        ...HERE,
        events: [{ summary: 'Early', start: '2026-03-28T09:00', end: '2026-03-28T10:00', time_zone: 'Europe/Berlin' }]
      })
    )
    t.equal(made.progress.succeeded, 1)
    const job = await preview(rescheduleEvents, { ...HERE, query: 'Early', recurring: 'skip', shift_days: 1 })
    t.match(job.preview?.sample, [{ data: { after: { start: { dateTime: '2026-03-29T09:00:00+02:00' } } } }])
  })

  t.test('an event that was changed by someone else after it was listed is left alone and skipped', async t => {
    const job = await preview(updateEvents, { ...LATER, location: 'Cellar' })
    const lawn = event(LAWN)
    if (lawn) Object.assign(lawn, { version: state.nextVersion(), summary: 'Later: mow it twice' })
    const done = await run(job)
    t.match(done.progress, { succeeded: 2, skipped: 1 })
    t.match(await outcomes(done), { [LAWN]: 'skipped version_conflict', [FENCE]: 'succeeded' })
    t.equal(event(LAWN)?.location, undefined)
  })

  t.test('guests are added to each event, and no invited guest is lost (pitfall 15)', async t => {
    const job = await preview(updateEvents, { ...HERE, query: 'Board', recurring: 'skip', add_attendees: [{ email: 'eli@example.com' }] })
    t.match(await run(job), { progress: { succeeded: 1 } })
    t.strictSame(
      event(BOARD)?.attendees?.map(({ email, responseStatus }) => [email, responseStatus]),
      [
        ['bo@example.com', 'accepted'],
        ['cy@partner.example', 'accepted'],
        ['eli@example.com', 'needsAction']
      ]
    )
  })

  t.test(
    'each instance of a series is deleted separately, although each deletion changes the version of the others (pitfall 15)',
    async t => {
      const input = { calendar: 'primary', query: 'Stand-up', recurring: 'instances', send_updates: 'none' }
      const job = await preview(deleteEvents, { ...input, time_min: '2026-01-19T00:00:00+01:00', time_max: '2026-01-24T00:00:00+01:00' })
      t.equal(job.preview?.total.value, 5)
      const done = await run(job)
      t.strictSame([done.progress.succeeded, done.progress.skipped], [5, 0], JSON.stringify(await outcomes(done)))
      t.equal(event(STANDUP, state.account)?.status, 'confirmed', 'the series is kept')
    }
  )

  t.test('a series is one item with recurring series, and none with skip (pitfall 15)', async t => {
    const input = { ...HERE, ...FEBRUARY, query: 'Practice' }
    t.equal((await preview(deleteEvents, { ...input, recurring: 'skip' })).progress.done, 0)
    const job = await preview(deleteEvents, { ...input, recurring: 'series' })
    t.match(job.preview, { total: { value: 1 }, sample: [{ item_id: PRACTICE }] })
    await run(job)
    t.equal((await requests()).filter(({ method }) => method === 'DELETE').length, 1)
    t.equal(event(PRACTICE)?.status, 'cancelled')
    await undo(job)
    const copy = existing(PLAYGROUND).find(({ summary }) => summary === 'Practice')
    t.match(copy?.recurrence, ['RRULE:FREQ=DAILY;COUNT=5'])
    t.notOk(
      existing(PLAYGROUND).some(({ recurringEventId }) => recurringEventId === copy?.id),
      'the moved instance is back at the time of the rule'
    )
    t.match(job.preview?.warnings, [/Undo creates copies, some of them without changes to and cancellations of single instances/])
  })

  t.test('a series whose rule names days is not shifted to other days, and the preview says why', async t => {
    const job = await preview(rescheduleEvents, {
      calendar: 'primary',
      query: 'Stand-up',
      recurring: 'series',
      time_max: '2026-02-01T00:00:00Z',
      shift_days: 1,
      send_updates: 'none'
    })
    t.match(job.preview?.sample, [{ data: { problem: /names days/ } }])
    const done = await run(job)
    t.match(await outcomes(done), { [STANDUP]: 'failed cannot_be_honoured' })
    t.equal((await requests()).filter(({ method }) => method === 'PATCH').length, 0)
  })

  t.test('all-day events are shifted by days, not by minutes', async t => {
    await run(await preview(rescheduleEvents, { ...HERE, shift_days: 7 }, [OPEN_DAY]))
    t.match(event(OPEN_DAY), { start: { date: '2026-02-14' }, end: { date: '2026-02-16' } })
    const done = await run(await preview(rescheduleEvents, { ...HERE, shift_minutes: 30 }, [OPEN_DAY]))
    t.match(await outcomes(done), { [OPEN_DAY]: 'failed cannot_be_honoured' })
  })

  t.test('missing events in ids are skipped by a deletion and fail otherwise', async t => {
    const ids = [TREE, 'never0was']
    t.match(await outcomes(await run(await preview(updateEvents, { ...HERE, summary: 'Tree' }, ids))), {
      [TREE]: 'succeeded',
      never0was: 'failed upstream_not_found'
    })
    t.match(await outcomes(await run(await preview(deleteEvents, HERE, ids))), { [TREE]: 'succeeded', never0was: 'skipped' })
  })

  t.test('an event that was deleted although the response was lost is reported as succeeded, and undo restores a copy', async t => {
    await failNext({ method: 'DELETE' }, { cut: true, after: true })
    const job = await run(await preview(deleteEvents, { ...HERE, query: 'mow', recurring: 'skip' }))
    t.match(job.progress, { succeeded: 1, skipped: 0 })
    t.match(await undo(job), { progress: { succeeded: 1 } })
  })

  t.test('a deleted event is restored as one copy', async t => {
    const job = await run(await preview(deleteEvents, { ...HERE, query: 'fence', recurring: 'skip' }))
    t.match(await undo(job), { progress: { succeeded: 1 } })
    const copies = existing(PLAYGROUND).filter(({ summary }) => summary === 'Later: paint the fence')
    t.equal(copies.length, 1)
    t.not(copies[0]?.id, FENCE)
  })

  t.test('a rate limit makes the job wait and fails nothing; a quota is distinguished (pitfalls 10 and 11)', async t => {
    await failNext({ method: 'POST', path: '/events\\?' }, refusal(403, 'rateLimitExceeded', 'Rate Limit Exceeded'), 2)
    const job = await preview(createEvents, { ...HERE, events: [hour(1), hour(2), hour(3)] })
    t.match(await run(job), { status: 'completed', progress: { succeeded: 3, failed: 0 } })
    await failNext({ method: 'POST', path: '/events\\?' }, refusal(403, 'quotaExceeded', 'Calendar usage limits exceeded.'), 99)
    const other = await run(await preview(createEvents, { ...HERE, events: [hour(4)] }), ['waiting'])
    t.match(other, { status: 'waiting', reason: 'quota', progress: { failed: 0, pending: 1 } })
    await cancel(other)
  })

  t.test('a rejected credential blocks the job and fails nothing (pitfall 13)', async t => {
    const job = await preview(createEvents, { ...HERE, events: [hour(1), hour(2)] })
    await failNext({ path: '/token' }, { status: 400, body: { error: 'invalid_grant' } }, 99)
    await failNext({ method: 'POST', path: '/events\\?' }, refusal(401, 'authError'), 99)
    const blocked = await run(job, ['waiting'])
    t.match(blocked, { reason: 'auth', progress: { failed: 0, succeeded: 0, pending: 2 } })
    await cancel(blocked)
  })

  t.test('an event of another organizer is not restored: undo invites no one to a copy', async t => {
    const dinner = event(DINNER, state.account)
    const kept = { ...dinner, id: 'dinner0again' } as NonNullable<typeof dinner>
    state.calendars.get(state.account)?.events.set(kept.id, kept)
    const job = await preview(deleteEvents, { calendar: 'primary', send_updates: 'all' }, [kept.id])
    t.match(job.preview?.warnings, [/guests/, /organized by others/, /Undo cannot restore .* someone else organizes it/])
    const done = await run(job)
    t.match(done, { progress: { succeeded: 1 } })
    const mails = state.mails.length
    const undone = await undo(done)
    t.match(await outcomes(undone), { [kept.id]: 'failed cannot_be_honoured' })
    t.equal((await requests()).filter(({ method, path }) => method === 'POST' && path.endsWith('/events')).length, 0)
    t.equal(state.mails.length, mails)
  })

  t.test('the preview says what a copy will lack, and events that cannot be copied are not restored', async t => {
    const events = ['Meeting', 'Away'].map((summary, at) => ({ ...hour(at + 10), summary: `Copied: ${summary}` }))
    await run(await preview(createEvents, { ...HERE, events }))
    const [meeting, away] = ['Meeting', 'Away'].map(name => existing(PLAYGROUND).find(({ summary }) => summary === `Copied: ${name}`))
    Object.assign(meeting ?? {}, { hangoutLink: 'https://meet.example/x', attachments: [{ fileUrl: 'https://files.example/x' }] })
    Object.assign(meeting ?? {}, { guestsCanInviteOthers: false })
    Object.assign(away ?? {}, { eventType: 'outOfOffice' })
    const job = await run(await preview(deleteEvents, { ...HERE, query: 'Copied', recurring: 'skip' }))
    t.match(job.preview?.warnings, [/without the video meeting/, /without attached files/, /type is outOfOffice/])
    const undone = await undo(job)
    t.match(await outcomes(undone), { [away?.id ?? '']: 'failed cannot_be_honoured', [meeting?.id ?? '']: 'succeeded' })
    const post = (await requests()).findLast(({ method, path }) => method === 'POST' && path.endsWith('/events'))
    t.match(post?.body, { summary: 'Copied: Meeting', guestsCanInviteOthers: false })
  })

  t.test('guests who responded between a job and its undo keep their responses', async t => {
    const bo = { email: 'bo@example.com' }
    const events = [{ ...hour(12), summary: 'Answered', attendees: [bo, { email: 'cem@example.com' }] }]
    await run(await preview(createEvents, { ...HERE, events }))
    const change = { add_attendees: [{ email: 'eli@example.com' }], remove_attendees: ['cem@example.com'] }
    const job = await run(await preview(updateEvents, { ...HERE, query: 'Answered', recurring: 'skip', ...change }))
    const answered = () => existing(PLAYGROUND).find(({ summary }) => summary === 'Answered')
    const guest = answered()?.attendees?.find(({ email }) => email === bo.email)
    Object.assign(guest ?? {}, { responseStatus: 'accepted', comment: 'With pleasure' })
    t.match(await undo(job), { progress: { succeeded: 1 } })
    t.match(answered()?.attendees, [
      { ...bo, responseStatus: 'accepted', comment: 'With pleasure' },
      { email: 'cem@example.com', responseStatus: 'needsAction' }
    ])
    t.equal(answered()?.attendees?.length, 2)
  })

  t.test('a series with moved or cancelled instances is not shifted: they would take place again', async t => {
    const at = { start: '2026-09-01T09:00', end: '2026-09-01T10:00', time_zone: 'Europe/Berlin' }
    const events = ['Steady', 'Cancelled', 'Moved'].map(name => ({
      ...at,
      summary: `Weekly ${name}`,
      recurrence: ['RRULE:FREQ=DAILY;COUNT=3']
    }))
    await run(await preview(createEvents, { ...HERE, events }))
    const idOf = (name: string) => existing(PLAYGROUND).find(({ summary }) => summary === `Weekly ${name}`)?.id ?? ''
    await run(await preview(deleteEvents, HERE, [`${idOf('Cancelled')}_20260902T070000Z`]))
    await run(await preview(rescheduleEvents, { ...HERE, shift_minutes: 30 }, [`${idOf('Moved')}_20260902T070000Z`]))
    const input = { ...HERE, query: 'Weekly', recurring: 'series', time_max: '2026-10-01T00:00:00Z', shift_minutes: 60 }
    const ids = ['Steady', 'Cancelled', 'Moved'].map(idOf)
    const done = await run(await preview(rescheduleEvents, input))
    t.match(await outcomes(done), {
      [ids[0] ?? '']: 'succeeded',
      [ids[1] ?? '']: 'failed cannot_be_honoured',
      [ids[2] ?? '']: 'failed cannot_be_honoured'
    })
  })

  t.test('an event that someone restored from the trash is not copied, and a copy that someone deleted is not created again', async t => {
    await run(await preview(createEvents, { ...HERE, events: [3, 4].map(day => ({ ...hour(day), summary: `Binned ${day}` })) }))
    const [back, gone] = existing(PLAYGROUND).filter(({ summary }) => summary?.startsWith('Binned'))
    const copy = createHash('sha256')
      .update(`${gone?.id} ${etagOf(gone?.version ?? 0)}`)
      .digest('hex')
    const job = await run(await preview(deleteEvents, { ...HERE, query: 'Binned', recurring: 'skip' }))
    for (const one of [back, gone && { ...gone, id: copy, status: 'cancelled' }])
      if (one) state.calendars.get(PLAYGROUND)?.events.set(one.id, one)
    t.match(await outcomes(await undo(job)), { [back?.id ?? '']: 'skipped', [gone?.id ?? '']: 'failed version_conflict' })
    t.equal(existing(PLAYGROUND).filter(({ summary }) => summary?.startsWith('Binned')).length, 1)
  })

  t.test('the preview of new events warns about guests, and a move to the same calendar is refused', async t => {
    const events = [{ ...hour(5), attendees: [{ email: 'bo@example.com' }] }]
    t.match((await preview(createEvents, { ...HERE, events, send_updates: 'all' })).preview?.warnings, [/have guests/])
    for (const [calendar, to_calendar] of [
      ['Playground', PLAYGROUND],
      ['primary', state.account]
    ]) {
      const refused = await preview(moveEvents, { ...HERE, calendar, to_calendar }, [BOARD]).catch(error => error)
      t.match(refused, { reason: 'invalid_field_value', details: { issues: [{ path: 'to_calendar' }] } })
    }
  })

  t.test('a text that is too large for a job is refused before anything is listed', async t => {
    for (const description of ['x'.repeat(3000), '語'.repeat(700)]) {
      const refused = await preview(updateEvents, { ...LATER, description }).catch(error => error)
      t.match(refused, { reason: 'invalid_field_value', details: { issues: [{ path: 'description' }] } })
    }
    t.match(await run(await preview(updateEvents, { ...LATER, description: 'x'.repeat(1500) })), { progress: { failed: 0 } })
  })

  t.test('a failed sign-in is not retried within the call, which would block the worker: the job retries', async t => {
    const job = await preview(createEvents, { ...HERE, events: [hour(6)] })
    await clear()
    await failNext({ path: '/token' }, { status: 500, body: { error: 'internal_failure' } })
    await failNext({ method: 'POST', path: '/events\\?' }, refusal(401, 'authError'))
    t.match(await run(job), { status: 'completed', progress: { succeeded: 1 } })
    t.equal((await requests()).filter(({ path }) => path === '/token').length, 1)
  })

  t.test('an event of another organizer fails alone and does not block the job (pitfall 11)', async t => {
    const input = { calendar: 'primary', send_updates: 'none', summary: 'Supper' }
    const job = await preview(updateEvents, input, [DINNER, 's0000000000000000000000016'])
    t.match(job.preview?.warnings, [/^1 item will fail: only its organizer can change it/, /guests/, /organized by others/])
    const done = await run(job)
    t.match(await outcomes(done), { [DINNER]: 'failed upstream_refused', s0000000000000000000000016: 'succeeded' })
  })

  t.test('an event without permission fails alone, whatever Google’s reason is (pitfall 11)', async t => {
    const input = { calendar: 'primary', send_updates: 'none' }
    for (const [word, reason] of [
      ['forbidden', 'insufficient_permissions'],
      ['requiredAccessLevel', 'insufficient_permissions'],
      ['aWordNobodyKnows', 'insufficient_permissions']
    ] as const) {
      await failNext({ method: 'PATCH', path: `/events/${DINNER}` }, refusal(403, word))
      const done = await run(await preview(updateEvents, { ...input, summary: `For ${word}` }, [DINNER, 's0000000000000000000000016']))
      t.match(await outcomes(done), { [DINNER]: `failed ${reason}`, s0000000000000000000000016: 'succeeded' }, word)
    }
  })

  t.test('an event whose response was lost is created once, and undo deletes it (pitfall 4)', async t => {
    const events = [1, 2, 3].map(day => ({ ...hour(day), summary: `Lost ${day}` }))
    const job = await preview(createEvents, { ...HERE, events })
    await failNext({ method: 'POST', path: '/events\\?', body: 'Lost 2' }, { cut: true, after: true })
    const done = await run(job)
    t.match(done.progress, { succeeded: 3, unknown: 0 }, 'the second attempt gets 409 and finds the event')
    const lost = () => existing(PLAYGROUND).filter(({ summary }) => summary?.startsWith('Lost '))
    t.equal(lost().length, 3)
    t.match(await undo(done), { progress: { succeeded: 3 } })
    t.equal(lost().length, 0)
  })

  t.test('events are moved to another calendar and back, and unknown ones are searched on both', async t => {
    const job = await preview(moveEvents, { ...HERE, query: 'Board', recurring: 'skip', to_calendar: 'Family' })
    const done = await run(job)
    t.match(await outcomes(done), { [BOARD]: 'succeeded' })
    t.equal(event(BOARD, 'family@group.calendar.google.com')?.status, 'confirmed')
    await undo(done)
    t.equal(event(BOARD)?.status, 'confirmed')
  })

  t.test('if the calendar is no longer visible, nothing is reported about its events: the job waits', async t => {
    const team = 'team@group.calendar.google.com'
    const events = [1, 2].map(day => ({ ...hour(day), summary: `Shared ${day}` }))
    await run(await preview(createEvents, { ...HERE, calendar: team, events }))
    const job = await preview(deleteEvents, { ...HERE, calendar: team, query: 'Shared', recurring: 'skip' })
    t.equal(job.preview?.total.value, 2)
    const kept = state.calendars.get(team)
    state.calendars.delete(team)
    const waiting = await run(job, ['waiting', 'completed'])
    t.match(waiting, { status: 'waiting', reason: 'auth', progress: { skipped: 0, failed: 0, pending: 2 } })
    if (kept) state.calendars.set(team, kept)
    await cancel(waiting)
  })
})
