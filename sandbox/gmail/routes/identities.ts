import type { FastifyInstance } from 'fastify'
import { notFound } from '../../google/errors.ts'
import type { Mailbox } from '../mailbox.ts'
import { addMissingHeaders, outgoingIn } from '../outgoing.ts'

const BASE = '/gmail/v1/users/:userId'

/** Messages that are added without being sent, the addresses of the account, and settings that never change. */
export default function addIdentities(app: FastifyInstance, mailbox: Mailbox): void {
  for (const path of ['messages', 'messages/import'])
    for (const url of [`${BASE}/${path}`, `/upload${BASE}/${path}`])
      app.post(url, async ({ body }) => {
        const { raw, threadId } = outgoingIn(body)
        const sent: unknown = Object(body).labelIds
        const labels = Array.isArray(sent) ? sent.map(String) : []
        const message = mailbox.add(addMissingHeaders(mailbox, raw), labels, Date.now(), threadId)
        return { id: message.id, threadId: message.threadId, labelIds: message.labelIds }
      })

  const address = { sendAsEmail: mailbox.address, displayName: '', replyToAddress: '', signature: '', isPrimary: true, isDefault: true }
  app.get(`${BASE}/settings/sendAs`, async () => ({ sendAs: [address] }))
  app.get<{ Params: { email: string } }>(`${BASE}/settings/sendAs/:email`, async ({ params }) => {
    if (params.email !== mailbox.address) throw notFound()
    return address
  })
  for (const [name, value] of Object.entries(FIXED)) app.get(`${BASE}/settings/${name}`, async () => value)
  app.post(`${BASE}/watch`, async () => ({ historyId: String(mailbox.history.last()), expiration: String(Date.now() + WATCH_MS) }))
  app.post(`${BASE}/stop`, async (_request, reply) => reply.code(204).send())
}

const WATCH_MS = 7 * 86_400_000

const FIXED = {
  forwardingAddresses: {},
  autoForwarding: { enabled: false },
  imap: { enabled: true, autoExpunge: true, expungeBehavior: 'archive' },
  pop: { accessWindow: 'disabled', disposition: 'leaveInInbox' },
  language: { displayLanguage: 'en' }
}
