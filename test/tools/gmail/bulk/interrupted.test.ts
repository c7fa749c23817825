import t from 'tap'
import { put } from '../../../helpers/gmail-bulk.ts'
import { openMailRoom } from '../../../helpers/gmail-jobs.ts'
import { waitUntil } from '../../../helpers/wait-until.ts'

t.test('messages in ids that an interrupted attempt changed have succeeded, and undo reverts them', async t => {
  const room = await openMailRoom(t, { GMAIL_UNITS_PER_MINUTE: '1000000' })
  const { mailbox, preview, confirm, until, clear, failNext, requests, call } = room
  t.beforeEach(clear)
  const inbox = () => [...mailbox.messages.values()].filter(({ labelIds }) => labelIds.includes('INBOX')).length

  for (const [what, answer] of Object.entries({
    'a lost response': { cut: true, after: true },
    'a 500 after execution': { status: 500, body: {}, after: true },
    'a slow response and a pause': { delay_ms: 1_500 }
  }))
    t.test(what, async t => {
      const sender = what.replaceAll(/\W/g, '')
      const known = new Set(mailbox.messages.keys())
      put(mailbox, sender, 50, ['INBOX'])
      const ids = [...mailbox.messages.keys()].filter(id => !known.has(id))
      const before = inbox()
      const asked = await preview('archive_messages', { ids })
      await failNext({ method: 'POST', path: 'messages/batch' }, answer)
      await confirm(asked)
      if ('delay_ms' in answer) {
        await waitUntil(async () => (await requests()).some(({ path }) => path.includes('messages/batch')), 'the write arrives')
        await call('jobs_pause', { id: asked.id })
        await until(asked.id, ({ status }) => status !== 'pausing' && status !== 'running')
        await call('jobs_resume', { id: asked.id })
      }
      const end = await until(asked.id, ({ finished_at }) => finished_at !== null)
      t.match(end, { status: 'completed', progress: { succeeded: 50, skipped: 0, failed: 0, unknown: 0 } })
      t.equal(inbox(), before - 50)
      const undo = (await call('jobs_undo', { id: asked.id })).data
      await until(undo.id, ({ status }) => status === 'awaiting_confirmation').then(confirm)
      t.match(await until(undo.id, ({ finished_at }) => finished_at !== null), { progress: { succeeded: 50 } })
      t.equal(inbox(), before)
    })
})
