import t from 'tap'
import { createMailbox } from '../../sandbox/gmail/mailbox.ts'
import { seed } from '../../sandbox/gmail/seed.ts'
import { gmailServer } from '../../sandbox/gmail/server.ts'
import { CLIENT } from '../../sandbox/google/oauth.ts'

async function serve() {
  const mailbox = createMailbox('ada@example.com')
  seed(mailbox)
  const app = gmailServer(mailbox)
  const form = new URLSearchParams({ grant_type: 'refresh_token', ...CLIENT }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const { access_token } = (await app.inject({ method: 'POST', url: '/token', headers: type, payload: form })).json()
  const headers = { authorization: `Bearer ${access_token}` }
  const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await app.inject({ method, url: `/gmail/v1/users/me${path}`, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
  return { mailbox, ask }
}

t.test('labels that only Gmail sets cannot be added or removed, and nothing changes', async t => {
  const { mailbox, ask } = await serve()
  const of = (label: string) => [...mailbox.messages.values()].find(({ labelIds }) => labelIds.includes(label))
  for (const label of ['SENT', 'DRAFT', 'CHAT']) {
    const message = of(label) ?? of('INBOX')
    const before = [...(message?.labelIds ?? [])]
    for (const change of [{ addLabelIds: [label] }, { removeLabelIds: [label] }, { addLabelIds: ['STARRED', label] }]) {
      const refusal = { status: 400, body: { error: { code: 400, message: `Invalid label: ${label}`, status: 'INVALID_ARGUMENT' } } }
      t.match(await ask('POST', `/messages/${message?.id}/modify`, change), refusal)
      t.match(await ask('POST', '/messages/batchModify', { ids: [message?.id], ...change }), refusal)
    }
    t.strictSame(message?.labelIds, before)
  }
  const inbox = of('INBOX')
  t.match(await ask('POST', `/messages/${inbox?.id}/modify`, { addLabelIds: ['STARRED'] }), { status: 200 })
})

t.test('fields selects the returned properties at any depth', async t => {
  const { ask } = await serve()
  const { body: list } = await ask('GET', '/messages?maxResults=2&fields=messages/id')
  t.strictSame(Object.keys(list), ['messages'])
  t.strictSame(
    list.messages.map((message: object) => Object.keys(message)),
    [['id'], ['id']]
  )
  const path = `/messages/${list.messages[0].id}`
  const { body: message } = await ask('GET', `${path}?format=full&fields=id,payload(headers(name),mimeType)`)
  t.strictSame(Object.keys(message), ['id', 'payload'])
  t.strictSame(Object.keys(message.payload).sort(), ['headers', 'mimeType'])
  t.strictSame(Object.keys(message.payload.headers[0]), ['name'])
  t.strictSame((await ask('GET', `${path}?fields=*`)).body, (await ask('GET', path)).body)
  t.match(await ask('GET', '/messages/abc?fields=id'), { status: 404, body: { error: { message: String } } }, 'errors are returned in full')
})

t.test('invalid fields are refused', async t => {
  const { ask } = await serve()
  for (const fields of ['messages(id', 'messages)', 'a,,b', '/id', 'a b', 'messages()'])
    t.match(
      await ask('GET', `/messages?fields=${encodeURIComponent(fields)}`),
      { status: 400, body: { error: { errors: [{ reason: 'invalidParameter' }] } } },
      fields
    )
})
