import t from 'tap'
import { openDiary } from '../../helpers/calendar.ts'

t.test('calendars of the account', async t => {
  const { call } = await openDiary(t)

  t.test('a calendar is created, found by its name at once, renamed, and deleted with its events', async t => {
    const made = await call('create_calendar', { name: 'Bees', time_zone: 'Europe/Berlin' })
    t.match(made, { status: 201, data: { name: 'Bees', time_zone: 'Europe/Berlin' } })
    t.match(await call('create_event', { calendar: 'Bees', start: '2026-06-01', end: '2026-06-02' }), { status: 201 })
    t.match((await call('update_calendar', { calendar: 'Bees', name: 'Beehives' })).data, { id: made.data.id, name: 'Beehives' })
    t.match(await call('list_events', { calendar: 'Beehives' }), { status: 200, data: { items: { length: 1 } } })
    t.match(await call('delete_calendar', { calendar: 'Beehives', confirm: true }), { status: 200 })
    t.match(await call('list_events', { calendar: 'Beehives' }), { status: 400 })
    t.match(await call('delete_calendar', { calendar: 'primary', confirm: true }), { status: 422, error: { message: /primary calendar/ } })
  })

  t.test('access is given, changed, listed page by page, and removed', async t => {
    const calendar = 'Playground'
    t.match((await call('share_calendar', { calendar, email: 'bo@example.com', role: 'reader' })).data, {
      id: 'user:bo@example.com',
      role: 'reader'
    })
    await call('share_calendar', { calendar, email: 'bo@example.com', role: 'writer', notify: false })
    await call('share_calendar', { calendar, domain: 'example.org', role: 'free_busy' })
    await call('share_calendar', { calendar, everyone: true, role: 'reader' })
    const first = (await call('list_shares', { calendar, limit: 2 })).data
    const rest = (await call('list_shares', { calendar, limit: 100, cursor: first.next_cursor })).data
    t.match(
      [...first.items, ...rest.items],
      [
        { id: 'default', with: 'everyone', role: 'reader' },
        { id: 'domain:example.org', with: 'domain', role: 'free_busy', name: 'example.org' },
        { id: 'user:ada@example.com', role: 'owner' },
        { id: 'user:bo@example.com', role: 'writer' }
      ]
    )
    for (const share_id of ['default', 'domain:example.org', 'user:bo@example.com'])
      t.match(await call('unshare_calendar', { calendar, share_id }), { status: 200, data: { removed: true } })
    t.equal((await call('list_shares', { calendar })).data.items.length, 1)
    const missing = await call('unshare_calendar', { calendar, share_id: 'user:bo@example.com' })
    t.match(missing, { status: 404, error: { message: /no access rule user:bo@example.com/ } })
  })

  t.test('one audience is named, and everyone can only read', async t => {
    for (const input of [
      { role: 'reader' },
      { email: 'a@example.com', domain: 'example.com', role: 'reader' },
      { everyone: true, role: 'owner' },
      { everyone: false, role: 'reader' }
    ])
      t.match(await call('share_calendar', { calendar: 'Playground', ...input }), { status: 400 }, JSON.stringify(input))
  })
})

t.test('meetings, files, absences and responses', async t => {
  const { call, requests, clear } = await openDiary(t)
  const here = { calendar: 'Playground', send_updates: 'none' }

  t.test('a video meeting is added once, kept by other changes, and removed', async t => {
    const times = { start: '2026-06-01T10:00:00Z', end: '2026-06-01T11:00:00Z' }
    const made = (await call('create_event', { ...here, ...times, video_meeting: true, event_id: 'video1' })).data
    t.match(made.meeting_link, /^https:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/)
    t.equal((await call('update_event', { ...here, event_id: 'video1', video_meeting: 'add' })).data.meeting_link, made.meeting_link)
    t.equal((await call('update_event', { ...here, event_id: 'video1', summary: 'x' })).data.meeting_link, made.meeting_link)
    t.equal((await call('update_event', { ...here, event_id: 'video1', video_meeting: 'remove' })).data.meeting_link, null)
    t.match((await call('update_event', { ...here, event_id: 'video1', video_meeting: 'add' })).data.meeting_link, /meet\.google/)
  })

  t.test('files are attached and removed one by one; the others stay', async t => {
    const [one, two] = ['https://drive.google.com/open?id=1', 'https://drive.google.com/open?id=2']
    await call('create_event', {
      ...here,
      start: '2026-06-01',
      end: '2026-06-02',
      attachments: [{ url: one, title: 'One' }],
      event_id: 'files1'
    })
    t.match((await call('update_event', { ...here, event_id: 'files1', add_attachments: [{ url: two }, { url: one }] })).data.attachments, [
      { url: one, title: 'One' },
      { url: two }
    ])
    const { attachments } = (await call('update_event', { ...here, event_id: 'files1', remove_attachments: [one] })).data
    t.match(attachments, [{ url: two }])
    t.equal(attachments.length, 1)
  })

  t.test('an absence blocks the primary calendar between midnights', async t => {
    const { data } = await call('create_out_of_office', {
      start: '2026-10-24',
      end: '2026-10-27',
      time_zone: 'Europe/Berlin',
      decline: 'all_conflicts',
      decline_message: 'Away'
    })
    t.match(data, {
      event_type: 'outOfOffice',
      start: '2026-10-24T00:00:00+02:00',
      end: '2026-10-27T00:00:00+01:00',
      calendar_id: 'primary'
    })
    const sent = (await requests()).find(({ method, path }) => method === 'POST' && path.endsWith('/events') && path.includes('primary'))
    t.match(sent?.body, { outOfOfficeProperties: { autoDeclineMode: 'declineAllConflictingInvitations', declineMessage: 'Away' } })
  })

  t.test('a response changes only the account’s own, with its comment', async t => {
    await clear()
    const event_id = 's0000000000000000000000013'
    const { status, data } = await call('respond_to_event', { event_id, response: 'accepted', comment: 'Gladly', send_updates: 'all' })
    t.equal(status, 200)
    t.match(data, {
      my_response: 'accepted',
      attendees: [
        { self: true, response: 'accepted', comment: 'Gladly' },
        { email: 'cem@example.com', response: 'accepted' }
      ]
    })
    const [patch] = (await requests()).filter(({ method }) => method === 'PATCH')
    t.strictSame(Object(patch?.body).attendees.length, 1)
    const organized = await call('respond_to_event', { event_id: 's0000000000000000000000012', response: 'declined', send_updates: 'none' })
    t.match(organized, { status: 422, error: { details: { reason: 'cannot_be_honoured' } } })
  })
})
