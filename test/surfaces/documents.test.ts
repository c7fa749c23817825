import t from 'tap'
import { Type } from 'typebox'
import { defineOperation } from '../../src/contract/operation.ts'
import { defineTool } from '../../src/contract/tool.ts'
import { DIALECTS } from '../../src/surfaces/dialects/dialects.ts'
import { createDocumentCache } from '../../src/surfaces/shared/document-cache.ts'
import { startApp } from '../helpers/app.ts'
import { rpc } from '../helpers/mcp.ts'

let reads = 0
const tool = defineTool({
  name: 'counted',
  title: 'Counted',
  description: 'Counts how often its title is read. Needs nothing.',
  prompt: 'Use it in tests.',
  settings: Type.Object({}),
  connect: () => ({}),
  available: async () => ({ available: true }),
  concurrent: true
})
// Every document names the system of its operations, so each creation reads the title.
const counting = new Proxy(tool, {
  get(target, name) {
    if (name === 'title') reads++
    return Reflect.get(target, name)
  }
})
const definitions = [
  defineOperation(counting, {
    name: 'look',
    summary: 'Get a thing',
    description: 'Use it in tests. Returns nothing.',
    permission: 'read',
    http: 'GET /things/:id',
    input: Type.Object({ id: Type.String({ minLength: 1, maxLength: 20, description: 'ID of the thing' }) }),
    output: Type.Object({}),
    errors: {},
    examples: [{ name: 'one', summary: 'A thing', input: { id: '1' }, output: {} }],
    handler: async () => ({})
  })
]
const auth = { identify: (id: string) => ({ id, scopes: ['*'] }), anonymous: undefined }
const { app } = await startApp(t, { definitions, auth })
const key = { 'x-api-key': 'mine' }

const DOCUMENTS = [
  '/openapi.json',
  ...DIALECTS.map(({ name }) => `/v1/dialects/${name}`),
  ...DIALECTS.map(({ name }) => `/v1/dialects/${name}?tag=counted`)
]

for (const url of DOCUMENTS) {
  t.test(`${url} is created once, whatever address callers use`, async t => {
    const { headers: first } = await app.inject({ url, headers: { ...key, host: 'gate.example' } })
    const before = reads
    const tags = new Set([first['etag']])
    for (let port = 1; port <= 50; port++) {
      const answer = await app.inject({ url, headers: { ...key, host: `gate-${port}.example:${port}` } })
      t.equal(answer.statusCode, 200)
      tags.add(answer.headers['etag'])
      t.notMatch(answer.body, /toolgate\.invalid|gate\.example/, 'only the address of this caller')
      const again = await app.inject({
        url,
        headers: { ...key, host: `gate-${port}.example:${port}`, 'if-none-match': String(answer.headers['etag']) }
      })
      t.equal(again.statusCode, 304)
    }
    t.equal(reads, before, 'nothing is created again')
    const { body } = await app.inject({ url, headers: { ...key, host: 'gate-7.example:7' } })
    t.equal(tags.size, body.includes('gate-7.example:7') ? 51 : 1, 'another address is another version')
  })
}

t.test('the OpenAPI resource of MCP is also created once', async t => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const read = (base: string) => rpc(base, 'resources/read', { uri: 'toolgate://openapi.json' }, { key: 'mine' })
  await read(url)
  const before = reads
  t.match(await read(url.replace('127.0.0.1', 'localhost')), { result: { contents: [{ text: /http:\/\/localhost:/ }] } })
  t.equal(reads, before)
})

const HOSTILE = [
  'evil.example"><script>alert(1)</script>',
  "evil.example'; rm -rf ~ #",
  'evil.example`id`',
  'evil.example/path',
  'evil.example?x',
  'evil.example#x',
  'user@evil.example',
  'evil.example:80:80',
  'evil.example:99999',
  '[::1',
  '::1',
  '[evil]',
  '%22evil.example',
  'a'.repeat(300)
]

for (const host of HOSTILE) {
  t.test(`the Host ${host.slice(0, 40)} does not get into a document`, async t => {
    for (const url of ['/openapi.json', '/v1/dialects/llms.txt', '/v1/dialects/postman', '/.well-known/oauth-protected-resource']) {
      const { statusCode, body, headers } = await app.inject({ url, headers: { ...key, host } })
      t.ok([200, 400].includes(statusCode), url)
      t.notMatch(JSON.stringify(headers) + body, /evil|alert|aaaaa/, url)
    }
  })
}

t.test('proxy headers of a caller do not change a document', async t => {
  const plain = await app.inject({ url: '/openapi.json', headers: { ...key, host: 'gate.example' } })
  const claims = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-for': '10.0.0.1',
    'x-forwarded-port': '666',
    forwarded: 'host=evil.example;proto=gopher',
    'x-original-host': 'evil.example',
    'x-original-url': '/evil',
    origin: 'https://gate.example'
  }
  const answer = await app.inject({ url: '/openapi.json', headers: { ...key, host: 'gate.example', ...claims } })
  t.equal(answer.body, plain.body)
  t.equal(answer.headers['etag'], plain.headers['etag'])
})

t.test('the cache keeps no more bytes than its maximum, and keeps the newest documents', async t => {
  const cache = createDocumentCache(10_000)
  const created: string[] = []
  const get = (name: string) =>
    cache([name], 'https://a.example', url => {
      created.push(name)
      return `${url} ${'x'.repeat(3_000)} ${url}`
    })
  t.equal(get('a').body.toString(), `https://a.example ${'x'.repeat(3_000)} https://a.example`)
  for (const name of ['b', 'a', 'c', 'd', 'a', 'b']) get(name)
  t.strictSame(created, ['a', 'b', 'c', 'd', 'b'])
})

t.test('documents of other keys differ, even if the names concatenate to the same text', async t => {
  const cache = createDocumentCache()
  const get = (...key: string[]) => cache(key, 'https://a.example', () => JSON.stringify(key)).body.toString()
  t.not(get('a b', 'c'), get('a', 'b c'))
  t.not(get('a,b'), get('a', 'b'))
})
