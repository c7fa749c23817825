import t from 'tap'
import { openPostOffice } from '../../helpers/gmail.ts'

const LAUNCH = '19b00000014c014c'

t.test('conversations', async t => {
  const { call, mailbox, sent, clear, failNext } = await openPostOffice(t)
  const labelsIn = (thread: string): string[][] =>
    [...mailbox.messages.values()].filter(({ threadId }) => threadId === thread).map(({ labelIds }) => labelIds)

  t.test('the pages of a search contain every conversation once', async t => {
    const all = await call('search_threads', { labels: ['Work/Projects'], limit: 100 })
    const first = await call('search_threads', { labels: ['Work/Projects'], limit: 1 })
    const rest = await call('search_threads', { labels: ['Work/Projects'], limit: 100, cursor: first.data.next_cursor })
    t.match(first.data, { total: { value: 1, relation: 'gte' } })
    t.match(rest.data, { next_cursor: null, total: { value: all.data.items.length, relation: 'eq' } })
    t.strictSame([...first.data.items, ...rest.data.items], all.data.items)
    t.match(
      all.data.items.find(({ id }: { id: string }) => id === LAUNCH),
      { messages_total: 4, from: { length: 3 } }
    )
    t.match(await call('search_messages', { cursor: first.data.next_cursor }), { status: 400 }, 'a cursor of another operation is refused')
  })

  t.test('labels are added to and removed from every message', async t => {
    const { data } = await call('modify_thread', { thread_id: LAUNCH, add: ['STARRED'], remove: ['INBOX', 'IMPORTANT'] })
    t.match(data, { id: LAUNCH, messages_total: 4 })
    for (const labels of labelsIn(LAUNCH)) t.ok(labels.includes('STARRED') && !labels.includes('INBOX'), labels.join())
    t.match(await call('modify_thread', { thread_id: LAUNCH }), { status: 400, error: { details: { issues: [{ path: 'add' }] } } })
  })

  t.test('a conversation is moved to the trash as a whole, and back', async t => {
    await call('trash_thread', { thread_id: LAUNCH })
    for (const labels of labelsIn(LAUNCH)) t.ok(labels.includes('TRASH'))
    t.match((await call('untrash_thread', { thread_id: LAUNCH })).data, { messages_total: 4 })
    for (const labels of labelsIn(LAUNCH)) t.notOk(labels.includes('TRASH'))
  })

  t.test('if Gmail returns a changed conversation without its messages, they are read', async t => {
    await clear()
    await failNext({ method: 'POST', path: 'threads/\\w+/modify' }, { status: 200, body: { id: LAUNCH }, after: true })
    t.match((await call('modify_thread', { thread_id: LAUNCH, add: ['Work'] })).data, { messages_total: 4 })
    t.ok((await sent()).some(line => line === `GET /gmail/v1/users/me/threads/${LAUNCH}`))
  })

  t.test('several are read at once, with a note where older messages are', async t => {
    const { data, metadata } = await call('get_threads', { thread_ids: [LAUNCH, '19b00000014b014b', '19b00000deadbeef'], max_messages: 3 })
    t.match(data, {
      threads: [{ messages: { length: 3 }, next_messages_cursor: String }, { messages: [{ subject: 'Invoice 2026-001' }] }],
      not_found: ['19b00000deadbeef']
    })
    t.match(metadata.truncated, { reason: 'limit', omitted: 1, next: 'threads[].next_messages_cursor' })
    const older = await call('get_thread', { thread_id: LAUNCH, messages_cursor: data.threads[0].next_messages_cursor })
    t.match(older.data.messages, [{ subject: 'Launch plan' }])
  })
})
