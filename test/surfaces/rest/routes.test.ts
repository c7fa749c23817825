import { connect } from 'node:net'
import t from 'tap'
import { Type } from 'typebox'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'

const page = fakeOperation(
  'page',
  { page_id: Type.Integer({ minimum: 1, description: 'Page' }), deep: Type.Boolean({ default: false, description: 'Deep' }) },
  undefined,
  {
    http: 'GET /pages/:page_id'
  }
)
const write = fakeOperation(
  'write',
  { page_id: Type.Integer({ description: 'Page' }), text: Type.Optional(Type.String({ description: 'Text' })) },
  undefined,
  {
    http: 'PUT /pages/:page_id',
    permission: 'write'
  }
)
const remove = fakeOperation(
  'remove',
  { page_id: Type.Integer({ description: 'Page' }), force: Type.Boolean({ default: false, description: 'Force' }) },
  undefined,
  {
    http: 'DELETE /pages/:page_id',
    permission: 'destructive'
  }
)
const definitions = [page, write, remove]

t.test('each operation has the method and path of its definition', async t => {
  const { app } = await startApp(t, { definitions })
  t.strictSame((await app.inject('/v1/workshop/pages/7?deep=true')).json().data.seen, { page_id: 7, deep: true })
  t.strictSame((await app.inject({ method: 'PUT', url: '/v1/workshop/pages/7', payload: { text: 'x' } })).json().data.seen, {
    page_id: 7,
    text: 'x'
  })
  t.strictSame((await app.inject({ method: 'DELETE', url: '/v1/workshop/pages/7?force=true' })).json().data.seen, {
    page_id: 7,
    force: true
  })
})

t.test('a trailing slash makes no difference', async t => {
  const { app } = await startApp(t, { definitions })
  t.equal((await app.inject('/v1/workshop/pages/7/')).statusCode, 200)
  t.equal((await app.inject('/v1/catalog/')).statusCode, 200)
})

t.test('HEAD returns what GET would, without the body', async t => {
  const { app } = await startApp(t, { definitions })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const head = await fetch(`${url}/v1/workshop/pages/7`, { method: 'HEAD' })
  const get = await fetch(`${url}/v1/workshop/pages/7`)
  t.match([head.status, head.headers.get('content-type')], [200, get.headers.get('content-type')])
  t.equal(await head.text(), '')
  t.equal((await fetch(`${url}/v1/workshop/pages/x`, { method: 'HEAD' })).status, 400)
  t.equal((await fetch(`${url}/v1/nothing`, { method: 'HEAD' })).status, 404)
})

t.test('OPTIONS lists the methods of a path', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await app.inject({ method: 'OPTIONS', url: '/v1/workshop/pages/7' })
  t.match([answer.statusCode, answer.headers['allow'], answer.body], [204, 'DELETE, GET, HEAD, OPTIONS, PUT', ''])
  t.equal((await app.inject({ method: 'OPTIONS', url: '/v1/nothing' })).statusCode, 404)
})

t.test('an unsupported method is refused with the supported ones', async t => {
  const { app } = await startApp(t, { definitions })
  const wrong: [string, string, string][] = [
    ['POST', '/v1/workshop/pages/7', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['PATCH', '/v1/workshop/pages/7/', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['DELETE', '/v1/catalog', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/operations/workshop_page', 'OPTIONS, POST'],
    ['TRACE', '/healthz', 'GET, HEAD, OPTIONS']
  ]
  for (const [method, url, allow] of wrong) {
    const answer = await app.inject({ method: method as 'GET', url })
    t.match([answer.statusCode, answer.headers['allow']], [405, allow], `${method} ${url}`)
    t.match(answer.json().error, { code: 'METHOD_NOT_ALLOWED', details: { reason: 'method_not_allowed' } })
  }
  const query = await app.inject({ method: 'QUERY' as 'GET', url: '/v1/catalog' })
  t.match([query.statusCode, query.json().error.details.reason], [415, 'unsupported_media_type'], 'Fastify wants a media type first')
})

t.test('an unknown path is 404 in the envelope, with similar ones', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await app.inject('/v1/catalogue')
  t.equal(answer.statusCode, 404)
  t.match(answer.json(), {
    success: false,
    error: { code: 'NOT_FOUND_ERROR', details: { reason: 'route_not_found', suggestions: [/\/v1\/catalog\?/, String] } }
  })
})

t.test('/ redirects a browser to the documents, and returns where to start to others', async t => {
  const { app } = await startApp(t, { definitions, auth: { identify: () => 'unknown', anonymous: undefined } })
  const browser = await app.inject({ url: '/', headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  t.match([browser.statusCode, browser.headers.location, browser.headers.vary], [302, '/docs', /Accept/])
  const index = await app.inject('/')
  t.match([index.statusCode, index.json()], [200, { docs: '/docs', openapi: '/openapi.json', catalog: '/v1/catalog', mcp: '/mcp' }])
  for (const path of [...Object.values<string>(index.json()), '/docs']) t.not((await app.inject(path)).statusCode, 404, path)
})

t.test('an unknown bulk action is reported with those of its system, and with no other operations', async t => {
  const { app } = await startApp(t)
  const { suggestions } = (await app.inject({ method: 'POST', url: '/v1/filesystem/bulk/rename_files' })).json().error.details
  t.match(suggestions.at(-2), /^Bulk actions: \/v1\/filesystem\/bulk\/replace_in_files\.$/)
  t.notMatch(suggestions.join(), /delete_file|gmail/)
  const read = await app.inject('/v1/filesystem/reed_file')
  t.match(read.json().error.details.suggestions, ['Did you mean /v1/filesystem/read_file?', /catalog/])
})

t.test('a path with invalid percent-encoding is refused in the envelope', async t => {
  const { app } = await startApp(t, { definitions })
  for (const url of ['/v1/workshop/pages/%E0%A4%A', '/v1/workshop/pages/%', '/%zz', '/v1/catalog/%ff']) {
    const answer = await app.inject({ url, headers: { 'x-request-id': 'abc-5' } })
    t.equal(answer.statusCode, 400, url)
    t.match(answer.json(), { success: false, error: { code: 'VALIDATION_ERROR', details: { request_id: 'abc-5' } } }, url)
    t.equal(answer.headers['x-request-id'], 'abc-5')
  }
})

t.test('a path segment that is longer than any value is refused for that reason', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await app.inject(`/v1/catalog/${'x'.repeat(1100)}`)
  t.equal(answer.statusCode, 400)
  t.match(answer.json().error, { code: 'VALIDATION_ERROR', message: /1024/ })
})

t.test('a request that is not HTTP is refused in the envelope', async t => {
  const { app } = await startApp(t, { definitions })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  for (const [request, status] of [
    ['GARBAGE\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(128 * 1024)}\r\n\r\n`, 431]
  ] as const) {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.end(request)
    const [head = '', body = ''] = String((await Array.fromAsync(socket)).join('')).split('\r\n\r\n')
    t.match(head, new RegExp(`^HTTP/1.1 ${status} `))
    t.match(JSON.parse(body), { success: false, error: { code: 'VALIDATION_ERROR', details: { request_id: String } } })
  }
})

t.test('the longest text that the document allows in a query is accepted', async t => {
  const remove = fakeOperation('remove', { why: Type.String({ maxLength: 100_000, description: 'Why' }) }, undefined, {
    http: 'DELETE /things',
    permission: 'write'
  })
  const { app } = await startApp(t, { definitions: [remove] })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${url}/v1/workshop/things?why=${'x'.repeat(100_000)}`, { method: 'DELETE' })
  t.equal(answer.status, 200, await answer.text())
})

t.test('a percent-encoded path parameter is decoded, including its slashes', async t => {
  const get = fakeOperation('get', { name: Type.String({ description: 'Name' }) }, undefined, { http: 'GET /things/:name' })
  const { app } = await startApp(t, { definitions: [get] })
  for (const name of ['a/b', 'ü €', '100%', 'a?b=c', '\u0000'])
    t.strictSame((await app.inject(`/v1/workshop/things/${encodeURIComponent(name)}`)).json().data?.seen, { name }, name)
})

t.test('query strings are converted to the types of the schema, and nothing else', async t => {
  const find = fakeOperation(
    'find',
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'L' })),
      ratio: Type.Optional(Type.Number({ description: 'R' })),
      deep: Type.Optional(Type.Boolean({ description: 'D' })),
      text: Type.Optional(Type.String({ description: 'T' })),
      tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags' })),
      ids: Type.Optional(Type.Array(Type.Integer(), { description: 'Ids' }))
    },
    undefined,
    { http: 'GET /find' }
  )
  const { app } = await startApp(t, { definitions: [find] })
  const read: [string, object][] = [
    ['limit=5&ratio=-1.5&deep=false', { limit: 5, ratio: -1.5, deep: false }],
    ['deep=TRUE', { deep: true }],
    ['text=5', { text: '5' }],
    ['text=true', { text: 'true' }],
    ['text=', { text: '' }],
    ['text=a+b%20c', { text: 'a b c' }],
    ['tags=a&tags=b', { tags: ['a', 'b'] }],
    ['tags=a,b', { tags: ['a', 'b'] }],
    ['tags=a', { tags: ['a'] }],
    ['ids=1,2', { ids: [1, 2] }],
    ['', {}]
  ]
  for (const [query, seen] of read) t.strictSame((await app.inject(`/v1/workshop/find?${query}`)).json().data?.seen, seen, query)
  const refused = [
    'limit=x',
    'limit=',
    'limit=1.5',
    'limit=1e1',
    'limit=0x10',
    'limit=101',
    'limit=5&limit=6',
    'deep=1',
    'deep=yes',
    'deep',
    'ids=1,x',
    'nope=1',
    'text[]=x',
    'text[a]=x'
  ]
  for (const query of refused) t.equal((await app.inject(`/v1/workshop/find?${query}`)).statusCode, 400, query)
})

t.test('property names of JavaScript objects are unknown in a query string', async t => {
  const { app } = await startApp(t, { definitions })
  for (const key of ['__proto__', 'constructor', 'toString', '__proto__[x]']) {
    const answer = await app.inject(`/v1/workshop/pages/7?${encodeURIComponent(key)}=1`)
    t.equal(answer.statusCode, 400, key)
    t.match(answer.json().error.details.issues, [{ path: key }])
  }
  t.equal((await app.inject('/v1/catalog?__proto__=1')).statusCode, 400)
})

t.test('a query string is refused if the input belongs in the body, together with other mistakes', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await app.inject({ method: 'PUT', url: '/v1/workshop/pages/7?text=x', payload: { texts: 1 } })
  t.equal(answer.statusCode, 400)
  t.match(answer.json().error.details.issues, [
    { path: 'text', message: 'is in the query string' },
    { path: 'texts', expected: 'did you mean text?' }
  ])
})

t.test('path and body may contain the same property only with the same value', async t => {
  const { app } = await startApp(t, { definitions })
  const put = (payload: object) => app.inject({ method: 'PUT', url: '/v1/workshop/pages/7', payload })
  t.equal((await put({ page_id: 7 })).statusCode, 200)
  for (const page_id of [8, '7', null, [7]]) {
    const answer = await put({ page_id })
    t.equal(answer.statusCode, 400, JSON.stringify(page_id))
    t.match(answer.json().error.details.issues, [{ path: 'page_id', message: /given twice/ }])
  }
  t.equal((await app.inject('/v1/workshop/pages/7?page_id=8')).statusCode, 400)
})

t.test('a valid request id of the caller is echoed, and an invalid one replaced', async t => {
  const { app } = await startApp(t, { definitions })
  const idOf = async (given?: string) => {
    const answer = await app.inject({ url: '/v1/workshop/pages/7', headers: given === undefined ? {} : { 'x-request-id': given } })
    t.equal(answer.headers['x-request-id'], answer.json().metadata.request_id)
    return answer.headers['x-request-id']
  }
  t.equal(await idOf('Abc-1.2:3_4'), 'Abc-1.2:3_4')
  for (const given of [undefined, '', 'a b', 'x'.repeat(129), 'ü', '<script>']) t.match(await idOf(given), /^[0-9a-f-]{36}$/, String(given))
  t.not(await idOf(), await idOf())
})

t.test('a deprecated operation reports that in headers and body', async t => {
  const old = fakeOperation('old', {}, undefined, {
    http: 'GET /old',
    deprecated: { successor: 'workshop_page', since: '2026-01-01', sunset: '2027-06-30' }
  })
  const { app } = await startApp(t, { definitions: [...definitions, old] })
  const answer = await app.inject('/v1/workshop/old')
  t.match(answer.headers, {
    deprecation: `@${Date.UTC(2026, 0, 1) / 1000}`,
    sunset: 'Wed, 30 Jun 2027 00:00:00 GMT',
    link: '</v1/operations/workshop_page>; rel="successor-version"'
  })
  t.match(answer.json().metadata.warnings, [/workshop_page.*2027-06-30/])
  const other = await app.inject('/v1/workshop/pages/7')
  t.notHas(other.headers, 'deprecation')
})

t.test('a deprecation without a known day states none', async t => {
  const old = fakeOperation('old', {}, undefined, { http: 'GET /old', deprecated: { successor: 'workshop_page', sunset: '2027-06-30' } })
  const { app } = await startApp(t, { definitions: [...definitions, old] })
  const { headers } = await app.inject('/v1/workshop/old')
  t.notHas(headers, 'deprecation')
  t.match(headers, { sunset: String, link: String })
})

t.test('responses are neither stored nor sniffed', async t => {
  const { app } = await startApp(t, { definitions })
  for (const url of ['/v1/workshop/pages/7', '/v1/workshop/pages/x', '/v1/catalog', '/v1/nothing', '/healthz'])
    t.match((await app.inject(url)).headers, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }, url)
})

t.test('the gateway stops listening when it is closed', async t => {
  const { app } = await startApp(t, { definitions })
  await app.listen({ port: 0, host: '127.0.0.1' })
  await app.close()
  t.equal(app.server.listening, false)
})
