import t from 'tap'
import listDrafts from '../../../src/tools/gmail/operations/drafts/list-drafts.ts'
import { openPostOffice } from '../../helpers/gmail.ts'

t.test('drafts', async t => {
  const { call, mailbox } = await openPostOffice(t)

  t.test('all: every draft is listed, as the example says', async t => {
    const [all] = listDrafts.examples
    t.strictSame((await call('list_drafts')).data, all && 'output' in all ? all.output : undefined)
  })

  t.test('a draft is made, listed, sent, and then a draft no more', async t => {
    const made = await call('create_draft', { to: ['Bo <bo@example.com>'], subject: 'Später', text: 'Hallo' })
    t.equal(made.status, 201)
    const { draft_id } = made.data
    t.match((await call('list_drafts')).data, {
      items: [{ draft_id, subject: 'Später', to: 'Bo <bo@example.com>' }, {}],
      total: { value: 2 }
    })
    const sent = await call('send_draft', { draft_id })
    t.match(sent, { status: 200, data: { labels: ['SENT'], thread_id: made.data.thread_id } })
    t.match(mailbox.messages.get(sent.data.id)?.raw.toString(), /^To: Bo <bo@example.com>/m)
    t.equal((await call('send_draft', { draft_id })).status, 404)
  })

  t.test('pages of drafts are every draft once', async t => {
    for (const subject of ['a', 'b', 'c']) await call('create_draft', { subject, text: 'x' })
    const { data } = await call('list_drafts', { limit: 2 })
    t.match(data, { total: { value: 2, relation: 'gte' } })
    const rest = await call('list_drafts', { limit: 2, cursor: data.next_cursor })
    t.match(rest.data, { next_cursor: null, total: { value: 4, relation: 'eq' } })
    t.equal(new Set([...data.items, ...rest.data.items].map(({ draft_id }) => draft_id)).size, 4)
  })

  t.test('a draft is deleted for good', async t => {
    const { draft_id, message_id } = (await call('create_draft', { text: 'x' })).data
    t.match(await call('delete_draft', { draft_id, confirm: true }), { status: 200, data: { draft_id, deleted: true } })
    t.notOk(mailbox.messages.has(message_id))
    t.equal((await call('delete_draft', { draft_id, confirm: true })).status, 404)
  })

  t.test('a draft without recipient cannot be sent, and stays', async t => {
    const { draft_id } = (await call('create_draft', { text: 'x' })).data
    t.match(await call('send_draft', { draft_id }), { status: 422, error: { message: /Recipient address required/ } })
    t.ok(mailbox.drafts.has(draft_id))
  })
})
