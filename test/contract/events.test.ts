import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { Type } from 'typebox'
import type { Operation } from '../../src/contract/operation.ts'
import { startApp } from '../helpers/app.ts'
import { make } from '../helpers/workshop.ts'

interface Told {
  event: string
  data: Record<string, unknown>
}

const eventsOf = (body: string): Told[] =>
  [...body.matchAll(/^event: (.+)\ndata: (.+)$/gm)].map(([, event = '', data = '']) => ({ event, data: JSON.parse(data) }))

async function listen(t: Test, definitions: Operation[], url = '/v1/workshop/work') {
  const lines: Record<string, unknown>[] = []
  const { app } = await startApp(t, { definitions, onLog: line => lines.push(line) })
  const answer = await app.inject({ method: 'POST', url, headers: { accept: 'text/event-stream' }, payload: {} })
  return { answer, events: eventsOf(answer.body), lines }
}

t.test('a call can be followed as server-sent events, which end with its result', async t => {
  const work = make('work', {}, (_input, call) => {
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

t.test('progress is told at most once a second', async t => {
  const work = make('work', {}, async (_input, call) => {
    for (let done = 0; done < 130; done++) {
      call.progress(done, null)
      await sleep(10)
    }
    return {}
  })
  const started = performance.now()
  const { events } = await listen(t, [work])
  const seconds = (performance.now() - started) / 1000
  const told = events.filter(({ event }) => event === 'progress').map(({ data }) => data['done'])
  t.ok(told.length >= 2 && told.length <= 1 + seconds, `${told.length} in ${seconds} s`)
  t.equal(told[0], 0)
})

t.test('a call that fails ends with its error', async t => {
  const work = make('work', {}, (_input, call) => {
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

t.test('an input that is wrong is told as an error event', async t => {
  for (const url of ['/v1/workshop/work', '/v1/workshop/work?n=1']) {
    const { events } = await listen(t, [make('work', { n: Type.Integer({ description: 'N' }) })], url)
    t.match(events, [{ event: 'error', data: { error: { code: 'VALIDATION_ERROR' } } }])
  }
})

t.test('an answer that cannot be told is a defect, whose cause the log has', async t => {
  const { events, lines } = await listen(t, [make('work', {}, () => ({ big: 1n }))])
  t.match(events, [{ event: 'error', data: { error: { code: 'UNKNOWN_ERROR' } } }])
  t.match(JSON.stringify(lines), 'BigInt')
})

t.test('a handler that speaks after its deadline breaks nothing', async t => {
  let spoke = false
  const work = make(
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
  await sleep(80)
  t.equal(spoke, true)
})

/** Asks for an operation over a real connection, and hangs up once its handler runs. */
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
  const work = make(
    'work',
    {},
    async (_input, { signal }) => {
      begun.resolve()
      await sleep(300, undefined, { signal }).then(
        () => ended.resolve('ran to its end'),
        () => ended.resolve(`aborted: ${signal.reason.reason}`)
      )
      return {}
    },
    { permission }
  )
  return { work, begun: begun.promise, ended: ended.promise }
}

t.test('a read is aborted when its caller hangs up', async t => {
  for (const accept of ['application/json', 'text/event-stream']) {
    const { work, begun, ended } = patient('read')
    const { lines } = await hangUp(t, work, begun, accept)
    t.equal(await ended, 'aborted: client_closed', accept)
    await sleep(20)
    t.match(
      lines.filter(({ msg }) => msg === 'Tool execution failed'),
      [{ error: { reason: 'client_closed' } }]
    )
  }
})

t.test('a write that was begun runs to its end when its caller hangs up', async t => {
  for (const accept of ['application/json', 'text/event-stream']) {
    const { work, begun, ended } = patient('write')
    const { lines } = await hangUp(t, work, begun, accept)
    t.equal(await ended, 'ran to its end', accept)
    await sleep(20)
    t.match(
      lines.filter(({ msg }) => String(msg).startsWith('Tool execution')),
      [{ success: true }]
    )
  }
})

t.test('a caller that hangs up while it sends its input is no defect', async t => {
  const lines: Record<string, unknown>[] = []
  const { app } = await startApp(t, { definitions: [make('work', {})], onLog: line => lines.push(line) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST /v1/workshop/work HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{')
  await sleep(50)
  socket.destroy()
  await sleep(50)
  t.match(
    lines.filter(({ reason, err }) => reason !== undefined || err !== undefined),
    [{ level: 20, reason: 'client_closed' }]
  )
})

t.test('a caller that stays is not taken for one that went', async t => {
  const work = make('work', {}, async (_input, { signal }) => {
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
