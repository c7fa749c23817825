import t from 'tap'
import { createMailbox } from '../../../sandbox/gmail/mailbox.ts'
import { seed } from '../../../sandbox/gmail/seed.ts'
import { gmailServer } from '../../../sandbox/gmail/server.ts'
import { CLIENT } from '../../../sandbox/google/oauth.ts'
import { fuzz } from '../fuzz/fuzz.ts'

t.test('Gmail', { timeout: 500_000 }, async t => {
  const mailbox = fresh()
  const app = gmailServer(mailbox)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.close())
  await fuzz(t, {
    systems: ['gmail'],
    sandboxes: { gmail: { url, token_url: `${url}/token`, ...CLIENT, max_retries: 0 } },
    recall: name => (name === 'draft_id' ? [...mailbox.drafts.keys()] : []),
    // Restores what earlier operations deleted.
    prepare: async ({ operation, send }) => {
      Object.assign(mailbox, fresh())
      if (operation.endsWith('_draft')) for (let draft = 0; draft < 20; draft++) await send('/v1/gmail/drafts', DRAFT)
    }
  })
})

const DRAFT = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ to: ['ada@example.com'], text: 'Hello' })
}

function fresh() {
  const mailbox = createMailbox('ada@example.com')
  seed(mailbox)
  return mailbox
}
