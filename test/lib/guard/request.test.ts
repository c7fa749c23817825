import { once } from 'node:events'
import { createServer } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { test } from 'tap'
import { createGuard } from '../../../src/lib/guard/guard.ts'
import type { Resolve } from '../../../src/lib/guard/lookup.ts'
import { createUpstream } from '../../../src/lib/http/upstream.ts'
import { refusal } from '../../helpers/bulk.ts'
import { listen } from '../../helpers/listen.ts'
import { waitUntil } from '../../helpers/wait-until.ts'

const rules = { field: 'link' }
const bounds = { rules, timeout_ms: 10_000, max_bytes: 100_000 }
const HERE = { address: '127.0.0.1', family: 4 }
const PUBLIC = { address: '93.184.215.14', family: 4 }
const here: Resolve = async () => [HERE]

test('a response has its status, headers and body; the Host header has the name', async t => {
  const { port, seen } = await listen(t, response => response.writeHead(404, { 'x-a': 'b' }).end('no such thing'))
  const guard = createGuard({ allow: [`reader.test:${port}`], resolve: here })
  const answer = await guard.request({ ...bounds, url: `http://reader.test:${port}/x?y=z`, headers: { accept: 'text/plain' } })
  t.match(answer, { status: 404, headers: { 'x-a': 'b' }, truncated: false })
  t.equal(answer.body.toString(), 'no such thing')
  t.match(seen, [{ method: 'GET', url: '/x?y=z', headers: { host: `reader.test:${port}`, accept: 'text/plain' } }])
})

test('a name that resolves to another address the second time is refused before anything is sent', async t => {
  const { port, seen } = await listen(t)
  let asked = 0
  const guard = createGuard({ allow: [], resolve: async () => [asked++ === 0 ? PUBLIC : HERE] })
  const url = `http://rebind.test.org:${port}/`
  await t.resolves(guard.check(url, rules))
  await t.rejects(guard.request({ ...bounds, url }), refusal('address_refused', { message: /no public address/ }))
  t.same(seen, [])
})

test('a request resolves its name once and connects to the checked address', async t => {
  const { port, seen } = await listen(t)
  let asked = 0
  const guard = createGuard({
    allow: [`once.test:${port}`],
    resolve: async () => [asked++ === 0 ? HERE : { address: '192.0.2.1', family: 4 }]
  })
  await guard.request({ ...bounds, url: `http://once.test:${port}/` })
  t.equal(asked, 1)
  t.equal(seen.length, 1)
})

test('a name with a private address among public ones is not connected to at all', async t => {
  const { port, seen } = await listen(t)
  const guard = createGuard({ allow: [], resolve: async () => [PUBLIC, HERE] })
  await t.rejects(guard.request({ ...bounds, url: `http://mixed.test.org:${port}/` }), refusal('address_refused'))
  t.same(seen, [])
})

test('a private address in the URL itself is not connected to, although no name is resolved', async t => {
  const { url, seen } = await listen(t)
  await t.rejects(createGuard({ allow: [] }).request({ ...bounds, url }), refusal('address_refused'))
  t.same(seen, [])
})

test('over TLS, the server is addressed by its name, at the checked address', async t => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const guard = createGuard({ allow: [`tls.test.org:${port}`], resolve: here })
  const asking = t.rejects(guard.request({ ...bounds, url: `https://tls.test.org:${port}/` }), refusal('connection_failed'))
  const [socket] = await once(server, 'connection')
  const [hello] = await once(socket, 'data')
  t.ok(hello.includes('tls.test.org'), 'the name is in the ClientHello')
  socket.destroy()
  await asking
})

test('redirects are followed up to the limit, and each is checked', async t => {
  const { port, url, seen } = await listen(t, (response, { url }) =>
    url === '/end' ? response.end('here') : response.writeHead(302, { location: url === '/b' ? '/end' : '/b' }).end()
  )
  const guard = createGuard({ allow: [`127.0.0.1:${port}`] })
  t.match(await guard.request({ ...bounds, url: `${url}/a` }), { status: 302, url: `${url}/a` }, 'none by default')
  const answer = await guard.request({ ...bounds, url: `${url}/a`, redirects: 2 })
  t.match(answer, { status: 200, url: `${url}/end` })
  t.equal(seen.length, 4)
  await t.rejects(
    guard.request({ ...bounds, url: `${url}/a`, redirects: 1 }),
    refusal('server_error', { message: /redirected more than 1 time/ })
  )
})

test('a redirect to a private host is refused, and the host receives nothing', async t => {
  const inside = await listen(t)
  const targets = [
    `${inside.url}/`,
    `http://localhost:${inside.port}/`,
    `http://0x7f.1:${inside.port}/`,
    `http://inner.test.org:${inside.port}/`
  ]
  for (const location of targets) {
    const outside = await listen(t, response => response.writeHead(307, { location }).end())
    const guard = createGuard({ allow: [`127.0.0.1:${outside.port}`], resolve: here })
    await t.rejects(guard.request({ ...bounds, url: outside.url, redirects: 5 }), refusal('address_refused'), location)
  }
  t.same(inside.seen, [])
})

test('a redirect to another scheme is refused', async t => {
  const { url, port } = await listen(t, response => response.writeHead(302, { location: 'file:///etc/passwd' }).end())
  const guard = createGuard({ allow: [`127.0.0.1:${port}`] })
  await t.rejects(
    guard.request({ ...bounds, url, redirects: 5 }),
    refusal('cannot_be_honoured', { message: /redirects to an address that is file:/ })
  )
})

test('a redirect to an invalid web URL is an error of the site, not of the caller', async t => {
  const locations = {
    [`/${'a'.repeat(3000)}`]: /at most 2048 characters/,
    'http://user:secret@example.com/': /user name or password/,
    'http://[': /not a URL/
  }
  for (const [location, message] of Object.entries(locations)) {
    const { url, port } = await listen(t, response => response.writeHead(302, { location }).end())
    const guard = createGuard({ allow: [`127.0.0.1:${port}`] })
    const asking = guard.request({ ...bounds, url, redirects: 5 })
    await t.rejects(asking, refusal('cannot_be_honoured', { status: 422, message, details: { source: 'upstream' } }), location)
  }
})

test('headers stay with their origin, except those that any host may receive', async t => {
  const second = await listen(t)
  const first = await listen(t, (response, { url }) => {
    response.writeHead(302, { location: url === '/away' ? second.url : '/away' }).end()
  })
  const guard = createGuard({ allow: [`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`] })
  const headers = {
    authorization: 'Bearer x',
    Cookie: 'a=b',
    'x-own': 'c',
    'User-Agent': 'Reader',
    accept: 'text/html',
    'accept-language': 'en'
  }
  await guard.request({ ...bounds, url: first.url, headers, redirects: 5 })
  t.same(
    first.seen.map(({ headers }) => headers.authorization),
    ['Bearer x', 'Bearer x']
  )
  t.same(
    second.seen.map(({ headers: { authorization, cookie, 'x-own': own } }) => [authorization, cookie, own]),
    [[undefined, undefined, undefined]]
  )
  t.match(
    second.seen,
    [{ headers: { 'user-agent': 'Reader', accept: 'text/html', 'accept-language': 'en' } }],
    'identity and preferences are sent on'
  )
})

test('a body is truncated at the limit, and no more of it is fetched', async t => {
  const { url, port } = await listen(t, response => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) {
        /* until the socket is full */
      }
    }
    response.on('drain', more)
    more()
  })
  const answer = await createGuard({ allow: [`127.0.0.1:${port}`] }).request({ ...bounds, url })
  t.equal(answer.body.length, bounds.max_bytes)
  t.equal(answer.truncated, true)
})

test('a compressed body is truncated at the limit, with any compression', async t => {
  const zeros = Buffer.alloc(10_000_000)
  const packed: Record<string, Buffer> = { gzip: gzipSync(zeros), br: brotliCompressSync(zeros) }
  for (const [encoding, body] of Object.entries(packed)) {
    const { url, port } = await listen(t, response => response.writeHead(200, { 'content-encoding': encoding }).end(body))
    const answer = await createGuard({ allow: [`127.0.0.1:${port}`] }).request({ ...bounds, url })
    t.equal(answer.body.length, bounds.max_bytes, encoding)
    t.equal(answer.truncated, true, encoding)
  }
})

test('a host that does not respond in time, or trickles, is given up', async t => {
  const silent = await listen(t, () => undefined)
  const trickling = await listen(t, response => {
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  })
  for (const { url, port } of [silent, trickling]) {
    const guard = createGuard({ allow: [`127.0.0.1:${port}`] })
    await t.rejects(guard.request({ ...bounds, url, timeout_ms: 300 }), refusal('network_timeout', { message: /within 0.3 s/ }))
  }
})

test('an unreachable address and a failing resolver are reported as such', async t => {
  const guard = createGuard({ allow: ['127.0.0.1:9'] })
  await t.rejects(
    guard.request({ ...bounds, url: 'http://127.0.0.1:9/?token=secret' }),
    refusal('connection_failed', { message: /^127.0.0.1:9 could not be reached/ })
  )
  const lost = createGuard({
    allow: [],
    resolve: async () => {
      throw Object.assign(new Error('no'), { code: 'EAI_AGAIN' })
    }
  })
  await t.rejects(lost.request({ ...bounds, url: 'http://lost.example.com/' }), refusal('connection_failed'))
})

test('a client that disconnects ends the request', async t => {
  const { url, port, seen } = await listen(t, () => undefined)
  const going = new AbortController()
  const asking = createGuard({ allow: [`127.0.0.1:${port}`] }).request({ ...bounds, url, signal: going.signal })
  await waitUntil(() => seen.length > 0, 'the request arrives')
  going.abort(new Error('gone'))
  await t.rejects(asking, { message: 'gone' })
})

test('a response in chunks of one byte ends before it occupies the process', async t => {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
    const pieces = '1\r\nx\r\n'.repeat(10_000)
    const send = (): void => {
      while (!socket.destroyed && socket.write(pieces));
    }
    socket.on('drain', send).once('data', send)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const guard = createGuard({ allow: [`127.0.0.1:${port}`] })
  const error = { message: /too many small pieces/ }
  const url = `http://127.0.0.1:${port}/`
  const limits = { ...bounds, timeout_ms: 60_000, max_bytes: 10_000_000 }
  await t.rejects(guard.request({ ...limits, url }), refusal('server_error', error))
  const upstream = createUpstream({ title: 'Demo', url, max_retries: 0 })
  const { signal } = new AbortController()
  await t.rejects(upstream.request({ path: 'x', signal }), refusal('server_error', error))
  const { body } = await upstream.stream({ path: 'x', signal })
  await t.rejects(
    async () => {
      for await (const _chunk of body);
    },
    refusal('server_error', error)
  )
})
