import t from 'tap'
import { CLIENT } from '../../../../sandbox/google/oauth.ts'
import type { Job } from '../../../../src/contract/job.ts'
import { put, refusal, WORK } from '../../../helpers/gmail-bulk.ts'
import { openMailRoom } from '../../../helpers/gmail-jobs.ts'
import { everything } from '../../../helpers/redis.ts'

const CROWD = 1_100

const WRITES = { method: 'POST', path: 'messages/batch' }

t.test('jobs on many messages', async t => {
  const room = await openMailRoom(t, { GMAIL_UNITS_PER_MINUTE: '1000000' })
  const { mailbox, call, preview, confirm, until, run, items, batches, clear, failNext, requests, redis } = room
  t.beforeEach(clear)
  put(mailbox, 'crowd', CROWD, ['INBOX', 'UNREAD'])
  const messagesOf = (sender: string) =>
    [...mailbox.messages.values()].filter(({ part }) => part.headers.some(({ name, value }) => name === 'From' && value.startsWith(sender)))
  const labelled = (sender: string, id: string) => messagesOf(sender).filter(({ labelIds }) => labelIds.includes(id)).length

  t.test('every message of one sender is labeled by name', async t => {
    const wrong = await call('gmail_bulk_label_messages', { sender: 'rae', label_name: 'Latr' })
    t.equal(wrong.status, 400)
    t.match(wrong.error, {
      code: 'VALIDATION_ERROR',
      message: 'Latr is not a label of this account.',
      details: { issues: [{ path: 'add_label' }], suggestions: ['Later'] }
    })

    const asked = await preview('label_messages', { sender: 'rae', label_name: 'later' })
    t.match(asked, {
      status: 'awaiting_confirmation',
      message: 'Add the label later to the messages from rae',
      preview: {
        total: { value: 4, relation: 'eq' },
        sample: [{ display_name: /^Letter 1 of rae — rae <rae@example.com>, \d{4}-\d\d-\d\d \d\d:\d\d UTC$/ }, {}, {}, {}],
        undoable: true,
        irreversible: false,
        metadata: { search: 'from:rae -label:later', label: 'Later' }
      }
    })
    t.equal(labelled('rae', 'Label_2'), 0, 'nothing is changed before confirmation')

    await confirm(asked)
    const done = await until(asked.id, ({ finished_at }) => finished_at !== null)
    t.match(done, { status: 'completed', progress: { total: { value: 4 }, done: 4, succeeded: 4, failed: 0, percent: 100 } })
    const results = await items(asked.id)
    t.same(
      results.map(({ item_id }) => item_id).sort(),
      messagesOf('rae')
        .map(({ id }) => id)
        .sort()
    )
    t.ok(results.every(({ outcome, success }) => outcome === 'succeeded' && success === true))
    t.equal(labelled('rae', 'Label_2'), 4)
    t.equal(labelled('sam', 'Label_2'), 0, 'messages of others do not have it')
    t.equal(
      (await preview('label_messages', { from: 'rae', add_label: 'Later' })).preview?.total.value,
      0,
      'messages that have it are not listed'
    )
  })

  t.test('archiving the inbox while paging misses nothing, with up to a thousand messages per request (pitfall 1)', async t => {
    const done = await run('archive_messages', { from: 'crowd' })
    t.match(done, { status: 'completed', progress: { succeeded: CROWD } })
    t.equal(labelled('crowd', 'INBOX'), 0)
    t.equal(labelled('sam', 'INBOX'), 3, 'other messages do not change')
    t.same((await batches()).map(({ length }) => length).sort(), [CROWD - 1_000, 1_000])
  })

  t.test('each action changes only its own labels', async t => {
    put(mailbox, 'pat', 2, ['INBOX', 'UNREAD', WORK.id])
    for (const [action, input, labels] of [
      ['mark_read', {}, ['INBOX', WORK.id]],
      ['mark_unread', {}, ['INBOX', WORK.id, 'UNREAD']],
      ['unlabel_messages', { remove_label: 'work' }, ['INBOX', 'UNREAD']],
      ['archive_messages', {}, ['UNREAD']],
      ['trash_messages', {}, ['TRASH', 'UNREAD']],
      ['untrash_messages', {}, ['UNREAD']]
    ] as const) {
      t.match(await run(action, { from: 'pat', ...input }), { progress: { succeeded: 2 } }, action)
      t.strictSame(
        messagesOf('pat').map(({ labelIds }) => labelIds.toSorted()),
        [labels, labels],
        action
      )
    }
  })

  t.test('Gmail’s estimate is never returned as a count (pitfall 2)', async t => {
    const { preview: shown, progress } = await preview('mark_read', { from: 'crowd' })
    t.same(shown?.total, { value: CROWD, relation: 'eq' })
    t.same(progress.total, { value: CROWD, relation: 'eq' })
  })

  t.test('an empty page with a token is not the end of the list (pitfall 3)', async t => {
    await failNext({ path: '/messages\\?.*maxResults=500' }, { status: 200, body: { messages: [] } }) // the request of the count
    await failNext(
      { path: '/messages\\?.*maxResults=500' },
      { status: 200, body: { nextPageToken: '9'.repeat(34), resultSizeEstimate: 201 } }
    )
    t.equal((await preview('mark_unread', { from: 'sam' })).preview?.total.value, 3)
  })

  t.test('one invalid ID among a thousand is found by bisection: it fails, all others succeed (pitfall 12)', async t => {
    const asked = await preview('mark_read', { from: 'crowd', max_items: 2_000 })
    const bad = messagesOf('crowd')[333]?.id ?? ''
    await failNext({ ...WRITES, body: bad }, refusal(404, 'notFound'), 99)
    await failNext({ method: 'POST', path: `messages/${bad}/modify` }, refusal(404, 'notFound'), 99)
    await confirm(asked)
    const done = await until(asked.id, ({ finished_at }) => finished_at !== null)
    t.match(done, { status: 'completed', progress: { succeeded: CROWD - 1, failed: 1 } })
    t.match(done.errors, [{ code: 'NOT_FOUND_ERROR', count: 1, sample_item_ids: [bad] }])
    t.equal(labelled('crowd', 'UNREAD'), 1)
    const last = (await requests()).filter(({ path }) => path.endsWith(`${bad}/modify`))
    t.equal(last.length, 1, 'a single message is changed by the request that costs a tenth')
    t.ok((await batches()).length <= 22, `bisection takes about 20 requests, not a thousand: ${(await batches()).length}`)
  })

  t.test('a label that is deleted before the job starts fails the messages without a request for each', async t => {
    const { id } = mailbox.addLabel({ name: 'Short-lived' })
    const asked = await preview('label_messages', { from: 'crowd', add_label: 'Short-lived', on_failure: 'ignore' })
    mailbox.labels.delete(id)
    await confirm(asked)
    const done = await until(asked.id, ({ finished_at }) => finished_at !== null)
    t.match(done, { status: 'completed', progress: { succeeded: 0, failed: CROWD } })
    t.match(done.errors[0]?.message, /Invalid label/)
    t.same((await batches()).map(({ length }) => length).sort(), [CROWD - 1_000, 1_000], 'the requests are not split')
  })

  t.test('messages in ids are read first, since Gmail ignores missing ones (pitfall 12)', async t => {
    const [first, second] = messagesOf('sam').map(({ id }) => id)
    if (second) mailbox.relabel(mailbox.messages.get(second) ?? never(), ['STARRED'], [])
    const ids = [first, second, '19b00000deadbeef']
    const done = await run('label_messages', { ids, add_label: 'STARRED' })
    t.match(done, { status: 'completed', progress: { succeeded: 1, skipped: 1, failed: 1 } })
    t.match(done.errors, [{ code: 'NOT_FOUND_ERROR', sample_item_ids: ['19b00000deadbeef'] }])
    t.same(await batches(), [[first]])
    const { preview: shown } = await preview('label_messages', { ids, add_label: 'STARRED' })
    t.match(shown?.sample[2], { display_name: '19b00000deadbeef (not found)' })
  })

  t.test('a missing message in ids is skipped by a deletion; the others are deleted permanently', async t => {
    const [id = ''] = messagesOf('gym').map(({ id }) => id)
    const asked = await preview('delete_messages', { ids: [id, '19b00000deadbeef'] })
    t.match(asked, { message: /^Permanently delete/, preview: { irreversible: true, undoable: false } })
    await confirm(asked)
    t.match(await until(asked.id, ({ finished_at }) => finished_at !== null), { progress: { succeeded: 1, skipped: 1 } })
    t.notOk(mailbox.messages.has(id))
  })

  t.test('undo of trashing returns messages to where they were, except those that someone restored', async t => {
    const before = new Map(messagesOf('rae').map(({ id, labelIds }) => [id, labelIds.toSorted()]))
    const [first] = messagesOf('rae')
    const done = await run('trash_messages', { from: 'rae' })
    t.equal(labelled('rae', 'TRASH'), 4)
    t.equal(labelled('rae', 'INBOX'), 0)
    mailbox.relabel(first ?? never(), ['INBOX'], ['TRASH'])
    const undo: Job = (await call('jobs_undo', { id: done.id })).data
    const offered = await until(undo.id, ({ status }) => status === 'awaiting_confirmation')
    t.equal(offered.preview?.cost_units, 550, 'a read of each of a hundred messages, and one request')
    await confirm(offered)
    t.match(await until(undo.id, ({ finished_at }) => finished_at !== null), { progress: { succeeded: 3, skipped: 1 } })
    t.same(new Map(messagesOf('rae').map(({ id, labelIds }) => [id, labelIds.toSorted()])), before)
  })

  t.test(
    'Redis stores IDs of messages; their subjects are only in the preview, and bodies and credentials nowhere (pitfall 14)',
    async t => {
      const { id } = await run('mark_unread', { from: 'sam' })
      const values = await everything(redis.client())
      t.ok(values.get(`tg:{job:${id}}:ids`)?.includes(messagesOf('sam')[0]?.id ?? 'none'), 'the IDs are stored')
      const holding = (text: string): string[] => [...values].flatMap(([key, value]) => (value.includes(text) ? [key] : []))
      t.same(
        holding('Letter 1 of').filter(key => !key.endsWith(':preview')),
        []
      )
      for (const secret of ['Hello.', 'ya29.', CLIENT.refresh_token, CLIENT.client_secret]) t.same(holding(secret), [], secret)
    }
  )

  t.test('user input is quoted: no part of it is an operator', async t => {
    const { metadata } = (await preview('archive_messages', { from: 'x" OR in:anywhere "' })).preview ?? {}
    t.match(metadata, { search: 'from:"x OR in:anywhere"' })
    t.match(
      (await requests()).find(({ path }) => path.endsWith('/messages'))?.query,
      new URLSearchParams({ q: 'from:"x OR in:anywhere"' }).toString()
    )
  })

  t.test('messages that already have a label with an unusual name are listed too, and the preview says so', async t => {
    mailbox.addLabel({ name: 'R&D (old)' })
    const { preview: shown } = await preview('label_messages', { labels: [WORK.name], add_label: 'r&d (old)' })
    t.match(shown?.warnings, [/^Messages that already have the label R&D \(old\) are listed too/])
  })
})

function never(): never {
  throw new Error('The message does not exist')
}
