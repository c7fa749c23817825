import t from 'tap'
import { openGitlab } from '../../helpers/gitlab.ts'

const { call, clear, state } = await openGitlab(t)
t.beforeEach(() => clear())

const project = 'acme/sandpit'
const token = 'glpat-abcdefgh12345678'
const url = `https://bot:${token}@hooks.example.com/${token}`

const hookOf = (id: number) => {
  const found = state.projects.find(({ path }) => path === project)?.hooks?.find(hook => hook.id === id)
  if (!found) throw new Error(`no webhook ${id}`)
  return found
}

t.test('another URL takes the secret away, unless it is set again', async t => {
  const { data } = await call('create_webhook', { project, url: 'https://a.example.com/', events: ['push'], secret: 'first-secret' })
  const hook = hookOf(data.id)
  const update = (change: object) => call('update_webhook', { project, webhook_id: data.id, ...change })
  t.strictSame((await update({ name: 'A', url: 'https://a.example.com/' })).metadata.warnings ?? [], [])
  t.equal(hook.token, 'first-secret')
  t.strictSame((await update({ url: 'https://b.example.com/', secret: 'second-secret' })).metadata.warnings ?? [], [])
  t.equal(hook.token, 'second-secret')
  t.match((await update({ url: 'https://c.example.com/' })).metadata.warnings, [/secret/])
  t.equal(hook.token, null)
})

t.test('credentials in URLs, events and responses are not returned, and stay in the URL', async t => {
  const { data, text } = await call('create_webhook', { project, url, events: ['push'] })
  const hook = hookOf(data.id)
  const delivery = { id: 1, trigger: 'push_hooks', response_status: '500', request_data: { a: [token] }, response_body: `bad ${token}` }
  hook.deliveries.push(delivery)
  const changed = await call('update_webhook', { project, webhook_id: data.id, events: ['issues'] })
  const deliveries = await call('list_webhook_deliveries', { project, webhook_id: data.id, full: true })
  const seen = [text, changed.text, deliveries.text, (await call('list_webhooks', { project })).text]
  t.notMatch(seen.join('\n'), token)
  t.match(deliveries.data.items, [{ request: '{"a":["[redacted]"]}', response: 'bad [redacted]' }])
  t.match(changed.data, { events: ['issues'] })
  t.equal(hook.url, url)
})
