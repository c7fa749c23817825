import t from 'tap'
import { openPostOffice } from '../../helpers/gmail.ts'

t.test('the history of a mailbox', async t => {
  const { call } = await openPostOffice(t)
  const { history_id: start_history_id } = (await call('get_profile')).data
  const { id } = (await call('send_message', { to: ['ada@example.com'], subject: 'One', text: 'x' })).data
  await call('modify_labels', { message_id: id, add: ['Work'], remove: ['UNREAD'] })
  await call('delete_message', { message_id: id, confirm: true })

  t.test('it lists every change since an ID, oldest first, with the names of labels', async t => {
    const { data } = await call('list_history', { start_history_id })
    t.match(data.items, [
      { messages_added: [{ id, labels: ['UNREAD', 'SENT', 'INBOX'] }] },
      { labels_added: [{ id, labels: ['Work'] }] },
      { labels_removed: [{ id, labels: ['UNREAD'] }] },
      { messages_deleted: [{ id }] }
    ])
    t.match(data, { next_cursor: null, total: { value: 4, relation: 'eq' }, history_id: data.items[3].history_id })
    t.match((await call('list_history', { start_history_id: data.history_id })).data, {
      items: { length: 0 },
      total: { value: 0, relation: 'eq' }
    })
  })

  t.test('the pages contain every change once', async t => {
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const { data } = await call('list_history', { start_history_id, limit: 3, ...(cursor && { cursor }) })
      seen.push(...data.items.map((item: { history_id: string }) => item.history_id))
      cursor = data.next_cursor ?? undefined
      if (cursor === undefined) break
    }
    t.equal(seen.length, 4)
    t.equal(new Set(seen).size, 4)
  })

  t.test('kinds of changes and labels narrow it', async t => {
    const { data } = await call('list_history', { start_history_id, types: ['label_added', 'message_deleted'], label: 'work' })
    t.match(data.items, [{ labels_added: [{ id }] }, { messages_deleted: [{ id }] }])
    t.equal(data.items.length, 2)
  })

  t.test('an ID that Gmail no longer has: 410 with advice', async t => {
    t.match(await call('list_history', { start_history_id: '7' }), {
      status: 410,
      error: { details: { reason: 'upstream_gone', suggestions: [/search_messages/] } }
    })
  })
})
