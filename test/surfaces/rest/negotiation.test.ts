import t from 'tap'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

t.test('the response has the media type that the caller prefers', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('read', {}, undefined, { http: 'GET /read' })] })
  const forms: [string | undefined, string][] = [
    [undefined, JSON_TYPE],
    ['', JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['application/json', JSON_TYPE],
    ['application/*', JSON_TYPE],
    ['APPLICATION/JSON', JSON_TYPE],
    ['text/html, application/xhtml+xml, */*;q=0.8', JSON_TYPE],
    ['text/markdown', MARKDOWN],
    ['text/markdown;q=0.5, application/json', JSON_TYPE],
    ['application/json;q=0.5, text/markdown', MARKDOWN],
    ['text/markdown, application/json;q=0.9, */*;q=0.1', MARKDOWN],
    ['application/json;q=0, text/markdown', MARKDOWN],
    ['text/event-stream', 'text/event-stream'],
    ['application/problem+json', JSON_TYPE],
    ['application/json, application/problem+json', JSON_TYPE]
  ]
  for (const [accept, type] of forms) {
    const answer = await app.inject({ url: '/v1/workshop/read', headers: accept === undefined ? {} : { accept } })
    t.match([answer.statusCode, answer.headers['content-type']], [200, type], String(accept))
  }
})

t.test('a failure has it too', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('read', {}, undefined, { http: 'GET /read' })] })
  const forms: [string, string][] = [
    ['application/problem+json', 'application/problem+json'],
    ['application/problem+json, application/json;q=0.9', 'application/problem+json'],
    ['application/json, application/problem+json;q=0.9', JSON_TYPE],
    ['text/markdown', MARKDOWN]
  ]
  for (const url of ['/v1/workshop/read?x=1', '/v1/nothing', '/v1/catalog/nothing', '/v1/catalog?x=1', '/v1/operations/nothing']) {
    for (const [accept, type] of forms) {
      const answer = await app.inject({ url, headers: { accept }, method: url.includes('operations') ? 'POST' : 'GET' })
      t.match([answer.statusCode >= 400 && answer.statusCode < 500, answer.headers['content-type']], [true, type], `${url} ${accept}`)
    }
  }
})

t.test('a request without an acceptable media type is refused before anything runs', async t => {
  let ran = 0
  const write = fakeOperation('write', {}, () => (ran += 1), { permission: 'write' })
  const { app } = await startApp(t, { definitions: [write] })
  for (const accept of ['text/html', 'image/png', 'application/xml', 'application/json;q=0', 'garbage', '*/*;q=0']) {
    const answer = await app.inject({ method: 'POST', url: '/v1/workshop/write', headers: { accept } })
    t.equal(answer.statusCode, 406, accept)
    t.equal(answer.headers['content-type'], JSON_TYPE)
    t.match(answer.json().error, {
      code: 'NOT_ACCEPTABLE',
      details: { reason: 'not_acceptable', suggestions: [/application\/json.*text\/markdown/] }
    })
  }
  t.equal(ran, 0)
})

t.test('the routes of the gateway itself negotiate in the same way', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('read', {})] })
  const catalog = (accept: string) => app.inject({ url: '/v1/catalog', headers: { accept } })
  t.match((await catalog('text/markdown')).headers['content-type'], MARKDOWN)
  t.match((await catalog('text/markdown')).body, /\| id \|/)
  t.equal((await catalog('image/png')).statusCode, 406)
  t.equal((await catalog('text/event-stream')).statusCode, 406, 'a catalog has no events')
})

t.test('responses that depend on Accept have Vary', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('read', {}, undefined, { http: 'GET /read' })] })
  for (const url of ['/v1/workshop/read', '/v1/workshop/read?x=1', '/v1/catalog', '/v1/nothing'])
    t.match((await app.inject(url)).headers.vary, /Accept/, url)
})

t.test('an Accept header longer than any client sends is cheap, with a key and without', async t => {
  const auth = { identify: () => ({ id: 'ann', scopes: ['*'] }), anonymous: undefined }
  const { app } = await startApp(t, { definitions: [fakeOperation('read', {}, undefined, { http: 'GET /read' })], auth })
  const accept = `text/markdown${',a/b;q=0.1'.repeat(9_000)}`
  for (const [headers, status] of [
    [{}, 401],
    [{ 'x-api-key': 'k' }, 406]
  ] as const) {
    const started = performance.now()
    for (let n = 0; n < 20; n++) {
      const answer = await app.inject({ url: '/v1/workshop/read', headers: { ...headers, accept: `${accept},x/${n}` } })
      t.match([answer.statusCode, answer.headers['content-type']], [status, JSON_TYPE])
    }
    t.ok(performance.now() - started < 30_000, `20 requests took ${Math.round(performance.now() - started)} ms`)
  }
})
