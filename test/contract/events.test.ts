import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { Type } from 'typebox'
import type { Operation } from '../../src/contract/operation.ts'
import { startApp } from '../helpers/app.ts'
import { fakeOperation } from '../helpers/fake-tool.ts'
import { waitUntil } from '../helpers/wait-until.ts'

interface ServerEvent {
  event: string
  data: Record<string, unknown>
}

const eventsOf = (body: string): ServerEvent[] =>
  [...body.matchAll(/^event: (.+)\ndata: (.+)$/gm)].map(([, event = '', data = '']) => ({ event, data: JSON.parse(data) }))

async function listen(t: Test, definitions: Operation[], url = '/v1/workshop/work') {
  const lines: Record<string, unknown>[] = []
  const { app } = await startApp(t, { definitions, onLog: line => lines.push(line) })
  const answer = await app.inject({ method: 'POST', url, headers: { accept: 'text/event-stream' }, payload: {} })
  return { answer, events: eventsOf(answer.body), lines }
}

t.test('a call can be followed as server-sent events, which end with its result', async t => {
  const work = fakeOperation('work', {}, (_input, call) => {
    call.progress(1, 10, 'One done')
    call.emit('stdout', { text: 'hello\nworld' })
    return { seen: 1 }
  })
  const { answer, events } = await listen(t, [work])
  t.equal(answer.statusCode, 200)
  t.match(answer.headers, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  t.match(events, [
    { event: 'progress', data: { done: 1, total: 10, message: 'One done' } },
    { event: 'stdout', data: { text: 'hello\nworld' } },
    { event: 'result', data: { success: true, data: { seen: 1 }, metadata: { operation: 'workshop_work' } } }
  ])
  t.equal(events.length, 3)
})

t.test('progress is sent at most once a second', async t => {
  const work = fakeOperation('work', {}, async (_input, call) => {
    for (let done = 0; done < 130; done++) {
      call.progress(done, null)
      await sleep(10)
    }
    return {}
  })
  const started = performance.now()
  const { events } = await listen(t, [work])
  const seconds = (performance.now() - started) / 1000
  const counts = events.filter(({ event }) => event === 'progress').map(({ data }) => data['done'])
  t.ok(counts.length >= 2 && counts.length <= 1 + seconds, `${counts.length} in ${seconds} s`)
  t.equal(counts[0], 0)
})

t.test('a call that fails ends with its error', async t => {
  const work = fakeOperation('work', {}, (_input, call) => {
    throw call.fail('server_error', 'Down.')
  })
  const { events } = await listen(t, [work])
  t.match(events, [
    {
      event: 'error',
      data: { success: false, error: { code: 'WORKSHOP_SERVER_ERROR', message: 'Down.', details: { request_id: String } } }
    }
  ])
})

t.test('an invalid input is sent as an error event', async t => {
  for (const url of ['/v1/workshop/work', '/v1/workshop/work?n=1']) {
    const { events } = await listen(t, [fakeOperation('work', { n: Type.Integer({ description: 'N' }) })], url)
    t.match(events, [{ event: 'error', data: { error: { code: 'VALIDATION_ERROR' } } }])
  }
})

t.test('a result that cannot be serialized is an internal error, with its cause in the log', async t => {
  const { events, lines } = await listen(t, [fakeOperation('work', {}, () => ({ big: 1n }))])
  t.match(events, [{ event: 'error', data: { error: { code: 'UNKNOWN_ERROR' } } }])
  t.match(JSON.stringify(lines), 'BigInt')
})

t.test('a handler that emits after its deadline has no effect', async t => {
  let spoke = false
  const work = fakeOperation(
    'work',
    {},
    async (_input, call) => {
      await sleep(60)
      call.progress(1, 2)
      call.emit('late', {})
      spoke = true
      return {}
    },
    { timeout_ms: 20 }
  )
  const { events } = await listen(t, [work])
  t.match(events, [{ event: 'error', data: { error: { code: 'TIMEOUT_ERROR' } } }])
  await waitUntil(() => spoke, 'the handler has ended')
  t.equal(spoke, true)
})

/** Calls an operation over a real connection, and disconnects once its handler runs. */
async function hangUp(t: Test, operation: Operation, begun: Promise<unknown>, accept = 'application/json') {
  const lines: Record<string, unknown>[] = []
  const { app } = await startApp(t, { definitions: [operation], onLog: line => lines.push(line) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const socket: Socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `POST /v1/workshop/work HTTP/1.1\r\nhost: localhost\r\naccept: ${accept}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`
  )
  await begun
  socket.destroy()
  return { lines }
}

function patient(permission: 'read' | 'write') {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const work = fakeOperation(
    'work',
    {},
    async (_input, { signal }) => {
      begun.resolve()
      // A read is aborted, however late; a write ends by itself.
      await sleep(permission === 'read' ? 120_000 : 300, undefined, { signal }).then(
        () => ended.resolve('ran to its end'),
        () => ended.resolve(`aborted: ${signal.reason.reason}`)
      )
      return {}
    },
    { permission }
  )
  return { work, begun: begun.promise, ended: ended.promise }
}

t.test('a read is aborted when its caller disconnects', async t => {
  for (const accept of ['application/json', 'text/event-stream']) {
    const { work, begun, ended } = patient('read')
    const { lines } = await hangUp(t, work, begun, accept)
    t.equal(await ended, 'aborted: client_closed', accept)
    await waitUntil(() => lines.some(({ msg }) => msg === 'Tool execution failed'), 'the call is logged')
    t.match(
      lines.filter(({ msg }) => msg === 'Tool execution failed'),
      [{ error: { reason: 'client_closed' } }]
    )
  }
})

t.test('a started write runs to its end when its caller disconnects', async t => {
  for (const accept of ['application/json', 'text/event-stream']) {
    const { work, begun, ended } = patient('write')
    const { lines } = await hangUp(t, work, begun, accept)
    t.equal(await ended, 'ran to its end', accept)
    await waitUntil(() => lines.some(({ msg }) => String(msg).startsWith('Tool execution')), 'the call is logged')
    t.match(
      lines.filter(({ msg }) => String(msg).startsWith('Tool execution')),
      [{ success: true }]
    )
  }
})

t.test('a caller that disconnects while it sends its input causes no error', async t => {
  const lines: Record<string, unknown>[] = []
  const { app } = await startApp(t, { definitions: [fakeOperation('work', {})], onLog: line => lines.push(line) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST /v1/workshop/work HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{')
  await sleep(50)
  socket.destroy()
  await waitUntil(() => lines.some(({ reason }) => reason !== undefined), 'the disconnect is logged')
  t.match(
    lines.filter(({ reason, err }) => reason !== undefined || err !== undefined),
    [{ level: 20, reason: 'client_closed' }]
  )
})

t.test('a caller that stays connected is not treated as disconnected', async t => {
  const work = fakeOperation('work', {}, async (_input, { signal }) => {
    await sleep(50)
    return { seen: signal.aborted }
  })
  const { app } = await startApp(t, { definitions: [work] })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  for (let call = 0; call < 3; call++) {
    const answer = await fetch(`${url}/v1/workshop/work`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    t.match(await answer.json(), { success: true, data: { seen: false } })
  }
})
