import t from 'tap'
import listDrafts from '../../../src/tools/gmail/operations/drafts/list-drafts.ts'
import { openPostOffice } from '../../helpers/gmail.ts'

t.test('drafts', async t => {
  const { call, mailbox } = await openPostOffice(t)

  t.test('all: every draft is listed, as in the example', async t => {
    const [all] = listDrafts.examples
    t.strictSame((await call('list_drafts')).data, all && 'output' in all ? all.output : undefined)
  })

  t.test('a draft is created, listed and sent, and then no longer exists', async t => {
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

  t.test('the pages of drafts contain every draft once', async t => {
    for (const subject of ['a', 'b', 'c']) await call('create_draft', { subject, text: 'x' })
    const { data } = await call('list_drafts', { limit: 2 })
    t.match(data, { total: { value: 2, relation: 'gte' } })
    const rest = await call('list_drafts', { limit: 2, cursor: data.next_cursor })
    t.match(rest.data, { next_cursor: null, total: { value: 4, relation: 'eq' } })
    t.equal(new Set([...data.items, ...rest.data.items].map(({ draft_id }) => draft_id)).size, 4)
  })

  t.test('a draft of tens of thousands of lines is parsed in a thread, and the gateway serves others', async t => {
    const { draft_id, message_id } = (await call('create_draft', { subject: 'lines', text: 'x' })).data
    const message = mailbox.messages.get(message_id)
    if (message) message.raw = Buffer.from(`Subject: lines\r\nContent-Type: text/plain\r\n\r\n${'a\r\n'.repeat(80_000)}`)
    const { user } = process.threadCpuUsage()
    t.match(await call('update_draft', { draft_id, subject: 'more lines', text: 'short' }), { status: 200 })
    t.ok(process.threadCpuUsage().user - user < 400_000, 'hardly any time of the main thread')
    await call('delete_draft', { draft_id, confirm: true })
  })

  t.test('a draft is deleted permanently', async t => {
    const { draft_id, message_id } = (await call('create_draft', { text: 'x' })).data
    t.match(await call('delete_draft', { draft_id, confirm: true }), { status: 200, data: { draft_id, deleted: true } })
    t.notOk(mailbox.messages.has(message_id))
    t.equal((await call('delete_draft', { draft_id, confirm: true })).status, 404)
  })

  t.test('a draft without a recipient cannot be sent and is kept', async t => {
    const { draft_id } = (await call('create_draft', { text: 'x' })).data
    t.match(await call('send_draft', { draft_id }), { status: 422, error: { message: /Recipient address required/ } })
    t.ok(mailbox.drafts.has(draft_id))
  })

  t.test('a draft is edited in part: the rest stays, with its attachments and the conversation that it replies to', async t => {
    const file = { filename: 'plan.txt', media_type: 'text/plain', content_base64: Buffer.from('the plan').toString('base64') }
    const made = await call('create_draft', {
      reply_to_message_id: '19b00000014f014f',
      text: 'Fine.',
      html: '<p>Fine.</p>',
      attachments: [file]
    })
    const { draft_id } = made.data
    const added = { ...file, filename: 'Größe.txt' }
    const edited = await call('update_draft', { draft_id, text: 'Fine with me.', bcc: ['cy@example.com'], attachments: [added] })
    t.match(edited, {
      status: 200,
      data: { draft_id, thread_id: '19b00000014c014c', to: ['Bea Builder <bea@example.com>'], subject: 'Re: Launch plan' }
    })
    const read = (await call('get_draft', { draft_id })).data
    t.match(read, {
      id: edited.data.message_id,
      body: 'Fine with me.',
      body_format: 'text',
      bcc: 'cy@example.com',
      attachments: [{ filename: 'plan.txt' }, { filename: 'Größe.txt' }]
    })
    const raw = mailbox.messages.get(read.id)?.raw.toString()
    t.match(raw, /^In-Reply-To: <launch-3@example.com>/m)
    t.notMatch(raw, /<p>Fine/, 'the HTML would show the old text')
    await call('update_draft', { draft_id, remove_attachments: ['plan.txt'], clear: ['bcc', 'subject'] })
    t.match((await call('get_draft', { draft_id })).data, { bcc: '', subject: '', body: 'Fine with me.', attachments: { length: 1 } })
    t.match(await call('send_draft', { draft_id }), { status: 200 })
  })

  t.test('an edit that cannot be made leaves the draft as it is', async t => {
    const { draft_id, message_id } = (await call('create_draft', { text: 'x' })).data
    const missing = await call('update_draft', { draft_id, remove_attachments: ['none.pdf'] })
    t.match(missing, { status: 404, error: { details: { reason: 'file_not_found' } } })
    t.match(await call('update_draft', { draft_id, to: ['a@example.com, b@example.com'] }), { status: 400 })
    t.match(await call('update_draft', { draft_id, subject: 'x', clear: ['subject'] }), { status: 400 })
    t.equal((await call('get_draft', { draft_id })).data.id, message_id)
  })
})
