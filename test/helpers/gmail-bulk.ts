import type { Test } from 'tap'
import type { Received } from '../../sandbox/control/requests.ts'
import { createMailbox, type Mailbox, type Message } from '../../sandbox/gmail/mailbox.ts'
import { encodeMessage } from '../../sandbox/gmail/seed/compose.ts'
import { gmailServer } from '../../sandbox/gmail/server.ts'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import { gmail } from '../../src/tools/gmail/tool.ts'
import type { AdapterContract, RequestKind, TestSystem } from '../jobs/adapter-contract.ts'
import { clientOf, controlOf } from './sandbox-control.ts'

const START = Date.UTC(2026, 0, 1)
const HOUR_MS = 3_600_000

export const WORK = { name: 'Work', id: 'Label_1' }
export const LATER = { name: 'Later', id: 'Label_2' }

/** Adds messages from one sender, an hour apart, oldest first. */
export function put(mailbox: Mailbox, from: string, many: number, labelIds: readonly string[]): void {
  for (let number = 1; number <= many; number++) {
    const letter = { from: `${from} <${from}@example.com>`, subject: `Letter ${number} of ${from}`, body: 'Hello.' }
    const time = START + mailbox.messages.size * HOUR_MS
    mailbox.add(encodeMessage(letter, new Date(time), mailbox.messages.size + 1), labelIds, time)
  }
}

/**
 * Rae wrote three unread messages and one that was read, all labeled Work; the last unread one is archived. Sam wrote three. Three messages of
 * the gym are in the trash. Two labels differ only in letter case.
 */
export function smallMailbox(): Mailbox {
  const mailbox = createMailbox('ada@example.com')
  for (const name of [WORK.name, LATER.name, 'Plans', 'plans']) mailbox.addLabel({ name })
  put(mailbox, 'rae', 3, ['INBOX', 'UNREAD', WORK.id])
  put(mailbox, 'rae', 1, ['UNREAD', WORK.id])
  put(mailbox, 'sam', 3, ['INBOX', WORK.id])
  put(mailbox, 'gym', 3, ['TRASH', WORK.id])
  return mailbox
}

/** Gmail's response to an invalid request. */
export const refusal = (code: number, reason: string, message = `Gmail says ${reason}.`) => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: 'global', reason, message }] } }
})

/** Starts a sandbox server in its initial state, with a client. `changed`: another user reverts the change of the action. */
export const opener =
  (changed: (message: Message, mailbox: Mailbox) => void): AdapterContract['open'] =>
  async (t: Test): Promise<TestSystem> => {
    const mailbox = smallMailbox()
    const server = gmailServer(mailbox)
    const url = await server.listen({ host: '127.0.0.1', port: 0 })
    t.teardown(() => server.close())
    const control = controlOf(url)
    const settings = { url, token_url: `${url}/token`, ...CLIENT, max_retries: 0 }
    const client = await clientOf(t, gmail, settings)
    const failWrites = async (id: string, response: Parameters<typeof control.failNext>[1]): Promise<void> => {
      await control.failNext({ method: 'POST', path: 'messages/batch', body: id }, response, 9)
      await control.failNext({ method: 'POST', path: `(messages|threads)/${id}/(modify|trash)` }, response, 9)
    }
    return {
      client,
      requestLog: control,
      settings,
      grow(many) {
        put(mailbox, 'rae', many, ['INBOX', 'UNREAD', WORK.id])
        put(mailbox, 'sam', many, ['INBOX', WORK.id])
        put(mailbox, 'gym', many, ['TRASH', WORK.id])
      },
      http: { ...control, writes: '/(messages|threads)/' },
      state: async () => [...mailbox.messages.values()].map(({ id, labelIds }) => ({ id, labels: labelIds.toSorted() })),
      fail: {
        item: id => failWrites(id, refusal(404, 'notFound', 'Requested entity was not found.')),
        rate_limit: id => failWrites(id, refusal(403, 'rateLimitExceeded', "Quota exceeded for quota metric 'Queries'")),
        async credential(id) {
          await control.failNext({ path: '/token' }, { status: 400, body: { error: 'invalid_grant' } }, 9)
          await failWrites(id, refusal(401, 'authError', 'Invalid Credentials'))
        },
        lost: id => failWrites(id, { cut: true, after: true }),
        async changed(id) {
          const message = mailbox.messages.get(id)
          if (message) changed(message, mailbox)
        },
        async count() {
          await control.failNext({ path: '/(messages|threads)\\?' }, refusal(400, 'invalidArgument', 'Bad query'))
          return 'Bad query'
        }
      }
    }
  }

export function classify({ method, path, query, body }: Received): RequestKind {
  if (method === 'POST' && path.includes('/messages/batch')) return { kind: 'write', ids: Object(body).ids }
  const [, id] = /\/messages\/(\w+)\/modify$/.exec(path) ?? []
  if (id !== undefined) return { kind: 'write', ids: [id] }
  const [, thread] = /\/threads\/(\w+)\/(?:modify|trash)$/.exec(path) ?? []
  if (thread !== undefined) return { kind: 'write', ids: [thread] }
  if (path.endsWith('/messages') || path.endsWith('/threads'))
    return { kind: 'list', most: Number(new URLSearchParams(query).get('maxResults')) }
  return { kind: /\/(messages|threads)\//.test(path) ? 'item' : 'other' }
}
