import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import type { Test } from 'tap'
import t from 'tap'
import { addControl } from '../../sandbox/control.ts'
import { controlOf, type StandInControl } from '../helpers/stand-in.ts'

interface Bench extends StandInControl {
  url: string
  /** Ids that the handler was run for. */
  done: string[]
  put: (id: string, body?: unknown) => Promise<{ status: number; text: string; headers: Headers }>
  close: () => Promise<void>
}

/** A stand-in with one write, behind a check of its own. */
async function startStandIn(t: Test): Promise<Bench> {
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

t.test('what was received is told: method, path, query, body, answer; without headers', async t => {
  const { put, requests, url } = await startStandIn(t)
  await put('x', { closed: true })
  await fetch(`${url}/1/cards/y`, { method: 'PUT' })
  await fetch(`${url}/absent`, { headers: { 'x-token': 'right' } })
  t.strictSame(await requests(), [
    { number: 1, method: 'PUT', path: '/1/cards/x', query: 'a=1&b=?', body: { closed: true }, status: 200, fault: false },
    { number: 2, method: 'PUT', path: '/1/cards/y', query: '', body: null, status: 401, fault: false },
    { number: 3, method: 'GET', path: '/absent', query: '', body: null, status: 404, fault: false }
  ])
})

t.test('clear forgets what was received, and every fault', async t => {
  const { put, requests, clear, failNext } = await startStandIn(t)
  await failNext({}, { status: 500 })
  await put('x')
  await failNext({}, { status: 500 })
  await clear()
  t.strictSame(await requests(), [])
  t.equal((await put('x')).status, 200)
  t.match(await requests(), [{ number: 2 }])
})

t.test('the next requests that fit fail in the words given, and nothing is done', async t => {
  const { put, failNext, done, requests } = await startStandIn(t)
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

t.test('a connection is cut, before or after what was asked for is done', async t => {
  const { put, failNext, done, requests } = await startStandIn(t)
  await failNext({ path: 'before' }, { cut: true })
  await failNext({ path: 'after' }, { cut: true, after: true })
  await t.rejects(put('before'))
  await t.rejects(put('after'))
  t.strictSame(done, ['after'])
  t.match(await requests(), [{ status: null }, { status: null }])
})

t.test('an answer is replaced after what was asked for is done', async t => {
  const { put, failNext, done } = await startStandIn(t)
  await failNext({}, { status: 502, body: { error: 'bad gateway' }, after: true })
  t.match(await put('a'), { status: 502, text: '{"error":"bad gateway"}' })
  t.strictSame(done, ['a'])
})

t.test('an answer that is only delayed is the right one', async t => {
  const { put, failNext } = await startStandIn(t)
  await failNext({}, { delay_ms: 50 })
  const begun = performance.now()
  t.equal((await put('a')).status, 200)
  t.ok(performance.now() - begun >= 45)
})

t.test('a fault that cannot be understood is refused with the place of the mistake', async t => {
  const { url, failNext } = await startStandIn(t)
  const answer = await fetch(`${url}/__sandbox/faults`, { method: 'POST', body: '{"match":{"id":"x"},"answer":{"status":"500"}}' })
  t.equal(answer.status, 400)
  t.match(await answer.text(), /match|status/)
  await t.rejects(failNext({ path: '(' }, { status: 500 }), /400/)
  t.equal((await fetch(`${url}/__sandbox/faults`, { method: 'POST', body: 'no' })).status, 400)
  t.equal((await fetch(`${url}/__sandbox/other`)).status, 404)
})

t.test('the ledger keeps the last requests, says that it lost some, and leaves large bodies out', async t => {
  const { put, requests, url } = await startStandIn(t)
  await put('big', 'x'.repeat(70_000))
  t.match(await requests(), [{ body: { left_out: /bytes/ } }])
  for (let at = 0; at < 2_000; at += 100)
    await Promise.all(Array.from({ length: 100 }, () => fetch(`${url}/1/cards/a`).then(answer => answer.text())))
  await t.rejects(requests(), /lost 1 requests/)
})

t.test('what faults hold back is answered when the stand-in closes, and does not keep that waiting', async t => {
  const { put, done, close, requests, failNext } = await startStandIn(t)
  await failNext({ path: 'x' }, { hold: true })
  await failNext({ path: 'y' }, { delay_ms: 60_000, status: 500 })
  await failNext({ path: 'z' }, { hold: true, after: true })
  const asked = Promise.all(['x', 'y', 'z'].map(id => put(id)))
  while ((await requests()).filter(({ fault }) => fault).length < 3) await sleep(10)
  t.equal(await Promise.race([close().then(() => 'closed'), sleep(60_000, 'late', { ref: false })]), 'closed')
  t.strictSame(
    (await asked).map(({ status }) => status),
    [200, 500, 200]
  )
  t.strictSame(done.toSorted(), ['x', 'z'])
})
