import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import type { Test } from 'tap'
import t from 'tap'
import { addControl } from '../../sandbox/control.ts'
import { controlOf, type SandboxControl } from '../helpers/sandbox-control.ts'
import { waitUntil } from '../helpers/wait-until.ts'

interface Bench extends SandboxControl {
  url: string
  /** Ids that the handler was run for. */
  done: string[]
  put: (id: string, body?: unknown) => Promise<{ status: number; text: string; headers: Headers }>
  close: () => Promise<void>
}

/** A sandbox server with one write, behind its own check. */
async function startServer(t: Test): Promise<Bench> {
  const app = Fastify()
  addControl(app)
  const done: string[] = []
  app.addHook('onRequest', async (request, reply) => (request.headers['x-token'] === 'right' ? undefined : reply.code(401).send('No')))
  app.put<{ Params: { id: string } }>('/1/cards/:id', async ({ params }) => {
    done.push(params.id)
    return { id: params.id }
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.close())
  return {
    ...controlOf(`${url}/1`),
    url,
    done,
    close: () => app.close(),
    async put(id, body = {}) {
      const headers = { 'content-type': 'application/json', 'x-token': 'right' }
      const answer = await fetch(`${url}/1/cards/${id}?a=1&b=?`, { method: 'PUT', headers, body: JSON.stringify(body) })
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    }
  }
}

t.test('received requests are recorded: method, path, query, body, response; without headers', async t => {
  const { put, requests, url } = await startServer(t)
  await put('x', { closed: true })
  await fetch(`${url}/1/cards/y`, { method: 'PUT' })
  await fetch(`${url}/absent`, { headers: { 'x-token': 'right' } })
  t.strictSame(await requests(), [
    { number: 1, method: 'PUT', path: '/1/cards/x', query: 'a=1&b=?', body: { closed: true }, status: 200, done: true, fault: false },
    { number: 2, method: 'PUT', path: '/1/cards/y', query: '', body: null, status: 401, done: false, fault: false },
    { number: 3, method: 'GET', path: '/absent', query: '', body: null, status: 404, done: false, fault: false }
  ])
})

t.test('clear removes recorded requests and every fault', async t => {
  const { put, requests, clear, failNext } = await startServer(t)
  await failNext({}, { status: 500 })
  await put('x')
  await failNext({}, { status: 500 })
  await clear()
  t.strictSame(await requests(), [])
  t.equal((await put('x')).status, 200)
  t.match(await requests(), [{ number: 2 }])
})

t.test('the next matching requests fail with the given response, and are not executed', async t => {
  const { put, failNext, done, requests } = await startServer(t)
  await failNext({ method: 'PUT', path: '/cards/b\\?' }, { status: 429, body: { error: 'LIMIT' }, headers: { 'retry-after': '2' } }, 2)
  await failNext({ body: '"idList":"gone"' }, { status: 400, body: 'invalid value for idList' })
  t.equal((await put('bb')).status, 200)
  const refused = await put('b')
  t.match(refused, { status: 429, text: '{"error":"LIMIT"}' })
  t.equal(refused.headers.get('retry-after'), '2')
  t.equal((await put('b')).status, 429)
  t.equal((await put('b')).status, 200)
  t.match(await put('c', { idList: 'gone' }), { status: 400, text: 'invalid value for idList' })
  t.strictSame(done, ['bb', 'b'])
  t.strictSame(
    (await requests()).map(({ status, fault }) => [status, fault]),
    [
      [200, false],
      [429, true],
      [429, true],
      [200, false],
      [400, true]
    ]
  )
})

t.test('a connection is cut before or after the request is executed', async t => {
  const { put, failNext, done, requests } = await startServer(t)
  await failNext({ path: 'before' }, { cut: true })
  await failNext({ path: 'after' }, { cut: true, after: true })
  await t.rejects(put('before'))
  await t.rejects(put('after'))
  t.strictSame(done, ['after'])
  t.match(await requests(), [{ status: null }, { status: null }])
})

t.test('a response is replaced after the request is executed', async t => {
  const { put, failNext, done } = await startServer(t)
  await failNext({}, { status: 502, body: { error: 'bad gateway' }, after: true })
  t.match(await put('a'), { status: 502, text: '{"error":"bad gateway"}' })
  t.strictSame(done, ['a'])
})

t.test('a delayed response is the real one', async t => {
  const { put, failNext } = await startServer(t)
  await failNext({}, { delay_ms: 50 })
  const begun = performance.now()
  t.equal((await put('a')).status, 200)
  t.ok(performance.now() - begun >= 45)
})

t.test('an invalid fault is refused with the position of the problem', async t => {
  const { url, failNext } = await startServer(t)
  const answer = await fetch(`${url}/__sandbox/faults`, { method: 'POST', body: '{"match":{"id":"x"},"response":{"status":"500"}}' })
  t.equal(answer.status, 400)
  t.match(await answer.text(), /match|status/)
  await t.rejects(failNext({ path: '(' }, { status: 500 }), /400/)
  t.equal((await fetch(`${url}/__sandbox/faults`, { method: 'POST', body: 'no' })).status, 400)
  t.equal((await fetch(`${url}/__sandbox/other`)).status, 404)
})

t.test('the last requests are recorded, the number of dropped ones is reported, and large bodies are omitted', async t => {
  const { put, requests, url } = await startServer(t)
  await put('big', 'x'.repeat(70_000))
  t.match(await requests(), [{ body: { left_out: /bytes/ } }])
  for (let at = 0; at < 2_000; at += 100)
    await Promise.all(Array.from({ length: 100 }, () => fetch(`${url}/1/cards/a`).then(answer => answer.text())))
  await t.rejects(requests(), /1 requests were dropped/)
})

t.test('closing the server releases held responses without waiting', async t => {
  const { put, done, close, requests, failNext } = await startServer(t)
  await failNext({ path: 'x' }, { hold: true })
  await failNext({ path: 'y' }, { delay_ms: 60_000, status: 500 })
  await failNext({ path: 'z' }, { hold: true, after: true })
  const asked = Promise.all(['x', 'y', 'z'].map(id => put(id)))
  await waitUntil(async () => (await requests()).filter(({ fault }) => fault).length >= 3, 'three requests failed')
  t.equal(await Promise.race([close().then(() => 'closed'), sleep(60_000, 'late', { ref: false })]), 'closed')
  t.strictSame(
    (await asked).map(({ status }) => status),
    [200, 500, 200]
  )
  t.strictSame(done.toSorted(), ['x', 'z'])
})
