import { once } from 'node:events'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { buildHealthApp } from '../../../src/server/app.ts'
import { createLog } from '../../../src/server/log.ts'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'

const definitions = [fakeOperation('look', {}, undefined, { http: 'GET /look' })]
const withKeys = { identify: () => ({ id: 'ann', scopes: ['*'] }), anonymous: undefined }

async function setUp(t: Test, more: Parameters<typeof startApp>[1] = {}) {
  const { app } = await startApp(t, { definitions, ...more })
  const look = (headers: Record<string, string>, url = '/v1/workshop/look') => app.inject({ url, headers })
  return { look, statusOf: async (headers: Record<string, string>) => (await look(headers)).statusCode }
}

const OWN = ['localhost', 'LOCALHOST:8080', '127.0.0.1', '127.0.0.1:8080', '127.9.8.7', '[::1]', '[::1]:8080']
const OTHERS = [
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '10.0.0.1',
  '[::2]',
  'a b',
  'x@localhost'
]

t.test('without keys, a Host header of this machine is served', async t => {
  const { statusOf } = await setUp(t)
  for (const host of OWN) t.equal(await statusOf({ host }), 200, host)
})

t.test('without keys, another Host header is refused, because a web page may have rebound its name to this machine', async t => {
  const { look } = await setUp(t)
  for (const host of OTHERS) {
    const answer = await look({ host })
    t.equal(answer.statusCode, 403, host)
    t.match(answer.json().error, {
      code: 'PERMISSION_ERROR',
      details: { reason: 'host_refused', suggestions: [/localhost/, /keys new/] }
    })
  }
})

t.test('without keys, only a page of the gateway itself is served: its scheme, host and port', async t => {
  const { statusOf } = await setUp(t)
  for (const host of OWN) t.equal(await statusOf({ host, origin: `http://${host.toLowerCase()}` }), 200, host)
  const foreign = [
    'null',
    '',
    'file://',
    'http://localhost:3000',
    'https://localhost:8080',
    'http://localhost',
    'http://127.0.0.1:8080',
    'http://[::1]:8080'
  ]
  for (const origin of [
    ...foreign,
    ...OTHERS.map(host => `http://${host}`),
    'http://localhost:8080/',
    'http://localhost:8080, http://localhost:8080'
  ])
    t.equal(await statusOf({ host: 'localhost:8080', origin }), 403, origin)
})

t.test('without keys, a page of TOOLGATE_PUBLIC_URL on this machine is served', async t => {
  const { statusOf } = await setUp(t, { publicUrl: 'http://localhost:9000/gate' })
  t.equal(await statusOf({ host: '127.0.0.1:8080', origin: 'http://localhost:9000' }), 200)
  t.equal(await statusOf({ host: '127.0.0.1:8080', origin: 'http://localhost:9001' }), 403)
})

t.test('without keys, requests through a proxy are refused on every route', async t => {
  const { look } = await setUp(t)
  const proxied = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-anything', 'X-Real-IP', 'Via']
  for (const name of proxied)
    for (const url of [
      '/v1/workshop/look',
      '/',
      '/docs',
      '/openapi.json',
      '/mcp',
      '/healthz',
      '/readyz',
      '/nothing',
      '/errors/VALIDATION_ERROR'
    ]) {
      const answer = await look({ [name]: '' }, url)
      t.equal(answer.statusCode, 403, `${name} ${url}`)
      t.match(answer.json().error, {
        code: 'PERMISSION_ERROR',
        message: /proxy/,
        details: { reason: 'host_refused', outcome: 'not_executed' }
      })
    }
  const { statusOf } = await setUp(t, { auth: withKeys })
  t.equal(await statusOf({ 'x-forwarded-for': '10.0.0.1', 'x-api-key': 'k' }), 200, 'with keys a proxy is fine')
})

const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

t.test('without keys, requests from a page of another site are refused on every route', async t => {
  const { app } = await startApp(t, { definitions })
  const routes = [
    '/v1/workshop/look',
    '/openapi.json',
    '/mcp',
    '/readyz',
    '/v1/catalog',
    '/v1/dialects/llms.txt',
    '/errors/VALIDATION_ERROR',
    '/nothing'
  ]
  for (const site of ['cross-site', 'same-site', 'Cross-Site', 'cross-site, none', 'other', ''])
    for (const url of routes)
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'] as const) {
        const answer = await app.inject({ method, url, headers: { 'sec-fetch-site': site, ...NAVIGATION } })
        t.equal(answer.statusCode, 403, `${method} ${url} ${site}`)
      }
  for (const site of ['same-origin', 'none'])
    t.equal((await app.inject({ url: '/v1/workshop/look', headers: { 'sec-fetch-site': site } })).statusCode, 200)
})

t.test('a link from another site opens the pages without data, and embeds none of them', async t => {
  const { app } = await startApp(t, { definitions })
  const get = async (url: string, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    (await app.inject({ method, url, headers: { 'sec-fetch-site': 'cross-site', accept: 'text/html', ...headers } })).statusCode
  t.equal(await get('/', NAVIGATION), 302)
  t.equal(await get('/docs', NAVIGATION), 200)
  t.equal(await get('/docs/', NAVIGATION), 200)
  t.equal(await get('/docs', NAVIGATION, 'HEAD'), 403)
  for (const dest of ['iframe', 'frame', 'embed', 'object', 'script', ''])
    t.equal(await get('/docs', { ...NAVIGATION, 'sec-fetch-dest': dest }), 403, dest)
  t.equal(await get('/docs', { ...NAVIGATION, 'sec-fetch-mode': 'no-cors' }), 403)
  t.equal(await get('/docs/swagger-ui-bundle.js', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }), 403)
  t.equal(await get('/docs/docs.js', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }), 200)
})

t.test('a caller with a key may use any host name', async t => {
  const { statusOf } = await setUp(t, { auth: withKeys })
  t.equal(await statusOf({ host: 'evil.example', origin: 'http://evil.example', 'x-api-key': 'k' }), 200)
})

t.test('liveness is reported under any name, as probes need; problems are not', async t => {
  const { look } = await setUp(t)
  t.equal((await look({ host: '10.0.0.7:8080' }, '/healthz')).statusCode, 200)
  t.equal((await look({ host: '10.0.0.7:8080' }, '/readyz')).statusCode, 403)
})

t.test('a worker without keys serves its health under any name and through proxies: it serves nothing else', async t => {
  const auth = { identify: () => 'unknown' as const, anonymous: { id: 'local', scopes: ['*'] } }
  const app = await buildHealthApp({ auth, log: createLog('silent'), checks: [] })
  t.teardown(() => app.close())
  for (const url of ['/healthz', '/readyz'])
    t.equal((await app.inject({ url, headers: { host: '10.0.0.7:8080', 'x-forwarded-for': '10.0.0.1' } })).statusCode, 200, url)
})

t.test('a real socket: an upgrade to a WebSocket from another site is refused', async t => {
  const { app } = await startApp(t, { definitions })
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET /v1/workshop/look HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:3000\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
  )
  const [answer] = await once(socket, 'data')
  socket.destroy()
  t.match(String(answer), /^HTTP\/1.1 403 /)
})
