import t from 'tap'
import { Type } from 'typebox'
import { nullable } from '../../src/contract/schema.ts'
import { startApp } from '../helpers/app.ts'
import { byName, fakeOperation } from '../helpers/fake-tool.ts'

const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at} of a | long * text`).join('\n')
const output = Type.Object({
  title: nullable(Type.String(), { description: 'Title' }),
  text: Type.String({ description: 'Text' }),
  open: Type.Object({}, { additionalProperties: true, description: 'Whatever the system says' })
})
const read = fakeOperation('read', {}, () => ({ title: null, text: lines, open: { known: null } }), { http: 'GET /read', output })
const write = fakeOperation('write', {}, () => ({ title: null, text: 'x'.repeat(300_000), open: {} }), { output, permission: 'write' })
const { app } = await startApp(t, { definitions: [read, write] })

t.test('a route returns 256 KB by default, with nulls, and as much as its caller requests', async t => {
  const get = async (query: string, accept = 'application/json') =>
    await app.inject({ url: `/v1/workshop/read${query}`, headers: { accept } })
  const { data, metadata } = (await get('')).json()
  const size = JSON.stringify(data).length
  t.ok(size <= 262_144 && size > 240_000, `${size} characters`)
  t.equal(data.title, null)
  t.match(metadata.truncated, { reason: 'size', continues: 'text' })
  const rest = (await get(`?cursor=${encodeURIComponent(data.next_cursor)}&max_chars=2000000`)).json().data
  t.equal(data.text + rest.text, lines)
  const whole = (await get('?max_chars=2000000&compact=true')).json().data
  t.strictSame(whole, { text: lines, open: { known: null } }, 'an open object keeps its nulls')
  const markdown = (await get('', 'text/markdown')).body
  t.ok(markdown.length <= 262_144 + 1_000, `${markdown.length} characters of Markdown`)
  t.match(markdown, /Repeat the call with cursor `[\w-]+` to get the rest/)
})

t.test('by name a model gets 20,000 characters without nulls, and a program the form of the route', async t => {
  const model = (await byName(app, 'workshop_read', {})).json().data
  t.ok(JSON.stringify(model).length <= 20_000)
  t.notOk('title' in model)
  const headers = { 'content-type': 'application/json', prefer: 'return=representation' }
  const program = (await app.inject({ method: 'POST', url: '/v1/operations/workshop_read', headers, payload: '{}' })).json().data
  t.ok(JSON.stringify(program).length > 240_000)
  t.equal(program.title, null)
})

t.test('Prefer: include=markdown adds the Markdown to a JSON response and to a result event', async t => {
  const headers = { 'content-type': 'application/json', prefer: 'return=representation, include=markdown' }
  const call = (more: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/v1/operations/workshop_write', headers: { ...headers, ...more }, payload: '{}' })
  const { metadata } = (await call()).json()
  const asMarkdown = await call({ accept: 'text/markdown' })
  t.match(metadata.markdown, /\S/)
  t.equal(metadata.markdown, asMarkdown.body)
  const events = (await call({ accept: 'text/event-stream' })).body
  t.equal(JSON.parse(/event: result\ndata: (.*)\n/.exec(events)?.[1] ?? '').metadata.markdown, metadata.markdown)
  t.notOk('markdown' in (await byName(app, 'workshop_write', {})).json().metadata, 'only on request')
})

t.test('a write is not called again for the rest of its response', async t => {
  const { data, metadata } = (await byName(app, 'workshop_write', {})).json()
  t.ok(JSON.stringify(data).length <= 20_000)
  t.notOk('next_cursor' in data)
  t.match(metadata.truncated, { reason: 'size', hint: /Removed from the end of text/ })
})
