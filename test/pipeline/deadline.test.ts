import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type TObject, Type } from 'typebox'
import type { Call } from '../../src/contract/call.ts'
import type { Permission } from '../../src/contract/operation.ts'
import { listOf } from '../../src/contract/schema.ts'
import { defineTool } from '../../src/contract/tool.ts'
import { signalForWait } from '../../src/lib/stop-signal.ts'
import { connectionFromSignal } from '../../src/pipeline/context.ts'
import { invoke } from '../../src/pipeline/invoke.ts'
import { OPEN_PORTS, type Ports } from '../../src/pipeline/ports.ts'
import { startApp, unavailableJobs } from '../helpers/app.ts'
import { alice, refusal, silentLog } from '../helpers/bulk.ts'
import { fakeOperation, post } from '../helpers/fake-tool.ts'

const forever = (): Promise<never> => new Promise(() => undefined)
const page: TObject = listOf(Type.Object({ n: Type.Integer({ description: 'N' }) }), {})

t.test('a call that exceeds its deadline returns the limit and what to do', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('sleep', {}, forever, { timeout_ms: 30 })] })
  const answer = await post(app, '/v1/workshop/sleep', {})
  t.equal(answer.statusCode, 504)
  t.match(answer.json().error, {
    code: 'TIMEOUT_ERROR',
    message: /workshop_sleep.*30 ms/,
    details: {
      reason: 'deadline_exceeded',
      limit_ms: 30,
      source: 'gateway',
      outcome: 'not_executed',
      retryable: true,
      suggestions: [/arrow/]
    }
  })
})

t.test('a write that exceeds its deadline has an unknown outcome', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('sleep', {}, forever, { timeout_ms: 30, permission: 'write' })] })
  const { details } = (await post(app, '/v1/workshop/sleep', {})).json().error
  t.match(details, { outcome: 'unknown', suggestions: [/First check whether it was executed/] })
})

t.test('a call that turns out to write has the time limit of a write', async t => {
  const handler = async (_input: unknown, { requirePermission }: Call<unknown>) => {
    requirePermission('write')
    return await forever()
  }
  const permission = { maximum: 'write', of: (): Permission => 'read' } as const
  const { app } = await startApp(t, { definitions: [fakeOperation('sleep', {}, handler, { timeout_ms: 30, permission })] })
  t.match((await post(app, '/v1/workshop/sleep', {})).json().error.details, { reason: 'deadline_exceeded', outcome: 'unknown' })
})

t.test('the signal of the handler aborts', async t => {
  let reason: unknown
  const handler = async (_input: unknown, { signal }: { signal: AbortSignal }) => {
    signal.addEventListener('abort', () => {
      ;({ reason } = signal)
    })
    return await forever()
  }
  const { app } = await startApp(t, { definitions: [fakeOperation('sleep', {}, handler, { timeout_ms: 30, permission: 'write' })] })
  await post(app, '/v1/workshop/sleep', {})
  t.match(reason, { name: 'OperationError', reason: 'deadline_exceeded' })
})

t.test('a call that ends in time leaves no timer behind', async t => {
  const before = process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  const { app } = await startApp(t, { definitions: [fakeOperation('quick', {}, undefined, { timeout_ms: 60_000 })] })
  for (let call = 0; call < 5; call++) await post(app, '/v1/workshop/quick', {})
  t.ok(process.getActiveResourcesInfo().filter(name => name === 'Timeout').length <= before + 1)
})

t.test('a handler that fails after the deadline causes no unhandled rejection', async t => {
  const handler = async () => {
    await sleep(60)
    throw new Error('too late')
  }
  const { app } = await startApp(t, { definitions: [fakeOperation('sleep', {}, handler, { timeout_ms: 20 })] })
  t.equal((await post(app, '/v1/workshop/sleep', {})).statusCode, 504)
  await sleep(80)
})

t.test('the time to connect to an instance counts', async t => {
  const settings = Type.Object({ url: Type.String({ description: 'Where' }) })
  const slow = defineTool({
    name: 'slow',
    title: 'Slow',
    description: 'd',
    prompt: 'p',
    settings,
    connect: (): Promise<object> => forever(),
    available: forever,
    concurrent: true
  })
  const { app } = await startApp(t, {
    definitions: [fakeOperation('read', {}, undefined, { tool: slow, timeout_ms: 30, permission: 'write' })],
    environment: { SLOW_URL: 'x' }
  })
  const answer = await post(app, '/v1/slow/read', {})
  t.equal(answer.statusCode, 504)
  t.equal(answer.json().error.details.outcome, 'not_executed', 'the write was not started')
})

t.test('a call that waited for the idempotency store past the deadline does not start afterwards', async t => {
  let begun = false
  const saw = () => {
    begun = true
    return {}
  }
  const definitions = [fakeOperation('saw', {}, saw, { timeout_ms: 30, permission: 'write' })]
  const idempotency: Ports['idempotency'] = async ({ key }, run) => {
    await sleep(80)
    return { result: await run(key), replayed: false }
  }
  const { app } = await startApp(t, { definitions, ports: { idempotency } })
  const answer = await post(app, '/v1/workshop/saw', { idempotency_key: 'k' })
  t.equal(answer.statusCode, 504)
  t.equal(answer.json().error.details.outcome, 'not_executed')
  await sleep(80)
  t.equal(begun, false)
})

t.test('the time to wait for the idempotency store counts', async t => {
  const definitions = [fakeOperation('saw', {}, undefined, { timeout_ms: 30, permission: 'write' })]
  const { app } = await startApp(t, { definitions, ports: { idempotency: forever } })
  const answer = await post(app, '/v1/workshop/saw', { idempotency_key: 'k' })
  t.equal(answer.statusCode, 504)
  t.equal(answer.json().error.details.outcome, 'not_executed')
})

t.test('the advice of an operation with partial results names on_timeout', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('tree', {}, forever, { timeout_ms: 30, partial: true })] })
  t.match((await post(app, '/v1/workshop/tree', {})).json().error.details.suggestions, [/on_timeout.*partial/])
})

t.test('on_timeout is unknown to operations without partial results', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('saw', {})] })
  t.equal((await post(app, '/v1/workshop/saw', { on_timeout: 'partial' })).statusCode, 400)
})

t.test('with on_timeout: partial a walk returns what it found before the deadline', async t => {
  const handler = async (_input: unknown, call: { outOfTime: () => boolean; truncate: (cut: { reason: 'timeout' }) => void }) => {
    let seen = 0
    for (; !call.outOfTime(); seen++) await sleep(5)
    call.truncate({ reason: 'timeout' })
    return { seen }
  }
  const { app } = await startApp(t, { definitions: [fakeOperation('tree', {}, handler, { timeout_ms: 300, partial: true })] })
  const answer = await post(app, '/v1/workshop/tree', { on_timeout: 'partial' })
  t.equal(answer.statusCode, 200)
  t.match(answer.json(), { data: { seen: Number }, metadata: { truncated: { reason: 'timeout' } } })
})

t.test('timeLeft returns the time until the deadline', async t => {
  const handler = async (_input: unknown, { timeLeft }: { timeLeft: () => number }) => {
    const before = timeLeft()
    await sleep(5)
    return { before, after: timeLeft() }
  }
  const { app } = await startApp(t, { definitions: [fakeOperation('tree', {}, handler, { timeout_ms: 10_000 })] })
  const { before, after } = (await post(app, '/v1/workshop/tree', {})).json().data
  t.ok(before <= 10_000 && after < before && after > 0, `${before}, then ${after}`)
})

t.test('without on_timeout: partial a call is never out of time before the deadline', async t => {
  const handler = async (_input: unknown, { outOfTime }: { outOfTime: () => boolean }) => {
    await sleep(90)
    return { seen: outOfTime() }
  }
  const { app } = await startApp(t, { definitions: [fakeOperation('tree', {}, handler, { timeout_ms: 100, partial: true })] })
  const answer = await post(app, '/v1/workshop/tree', {})
  if (answer.statusCode === 200) t.equal(answer.json().data.seen, false)
  else t.equal(answer.statusCode, 504)
})

async function gathering(t: Test, handler: (n: number, signal: AbortSignal) => Promise<unknown>, payload: object) {
  const list = fakeOperation(
    'list',
    {},
    async ({ cursor }, { signal }) => {
      const n = Number(cursor ?? 0)
      await handler(n, signal)
      return { items: [{ n }], next_cursor: String(n + 1), total: null }
    },
    { list: true, partial: true, timeout_ms: 1000, output: page }
  )
  const { app } = await startApp(t, { definitions: [list] })
  return await post(app, '/v1/workshop/list', payload)
}

t.test('pages collected before the deadline are returned with the cursor of the next one', async t => {
  const answer = await gathering(t, () => sleep(120), { max_items: 1000, on_timeout: 'partial' })
  t.equal(answer.statusCode, 200)
  const { data, metadata } = answer.json()
  t.ok(data.items.length > 0 && data.items.length < 10, `${data.items.length} items`)
  t.equal(data.next_cursor, String(data.items.length))
  t.match(metadata.truncated, { reason: 'timeout', hint: /cursor/ })
})

t.test('a page that hangs does not discard the pages before it', async t => {
  const aborted: boolean[] = []
  const answer = await gathering(
    t,
    async (n, signal) => {
      if (n < 2) return
      signal.addEventListener('abort', () => aborted.push(true))
      await forever()
    },
    { max_items: 1000, on_timeout: 'partial' }
  )
  t.equal(answer.statusCode, 200)
  t.match(answer.json(), { data: { items: [{ n: 0 }, { n: 1 }], next_cursor: '2' }, metadata: { truncated: { reason: 'timeout' } } })
  t.strictSame(aborted, [true], 'and it is aborted')
})

t.test('without on_timeout: partial they are lost, and the error reports that', async t => {
  t.equal((await gathering(t, () => sleep(120), { max_items: 1000 })).statusCode, 504)
})

t.test('a call that cannot become a job ends within the wait of its caller, and suggests an alternative', async t => {
  const token = Type.String({ 'x-secret': true, description: 'A secret' })
  const more = { timeout_ms: 60_000, permission: 'write', see_also: ['workshop_start'] } as const
  const refused = invoke(
    fakeOperation('sleep', { token }, forever, more),
    { token: 'hunter2' },
    {
      caller: alice,
      connections: {
        get: () => ({ client: {}, instance: null, sandbox: false }),
        states: async () => [],
        configured: () => true,
        hasSeveral: () => false,
        defaultName: () => null,
        test: forever
      },
      jobs: unavailableJobs(),
      log: silentLog,
      ports: OPEN_PORTS,
      requestId: 'one',
      clientConnection: connectionFromSignal(new AbortController().signal),
      maxWaitMs: 30
    }
  )
  await t.rejects(refused, {
    reason: 'deadline_exceeded',
    message: /30 ms that the client can wait/,
    details: { limit_ms: 30, outcome: 'unknown', suggestions: [/First check whether it was executed/, /workshop_start/] }
  })
})

t.test(
  'a write that is not begun when its key is revoked is not executed; one that is begun runs on, but learns of it in its waits',
  async t => {
    let revoke = (): void => undefined
    const isListening = Promise.withResolvers<void>()
    const whenRevoked: Ports['whenRevoked'] = (_caller, listener) => {
      revoke = listener
      isListening.resolve()
      return () => undefined
    }
    const gate = Promise.withResolvers<void>()
    const record = { ...OPEN_PORTS.record, enabled: true, begin: () => gate.promise }
    const done: string[] = []
    const begun = Promise.withResolvers<void>()
    const work = async (_input: unknown, { signal }: { signal: AbortSignal }) => {
      const wait = signalForWait(signal)
      begun.resolve()
      await new Promise(resolve => wait.addEventListener('abort', resolve, { once: true }))
      done.push(`the request ${signal.aborted ? 'is' : 'is not'} aborted`)
      throw wait.reason
    }
    const write = fakeOperation('write', {}, work, { permission: 'write' })
    const context = {
      caller: alice,
      connections: {
        get: () => ({ client: {}, instance: null, sandbox: false }),
        states: forever,
        configured: () => true,
        hasSeveral: () => false,
        defaultName: () => null,
        test: forever
      },
      jobs: unavailableJobs(),
      log: silentLog,
      requestId: 'r',
      clientConnection: connectionFromSignal(new AbortController().signal)
    }
    const before = invoke(write, {}, { ...context, ports: { ...OPEN_PORTS, record, whenRevoked } }).catch((thrown: unknown) => thrown)
    await isListening.promise
    revoke()
    t.match(await before, { reason: 'key_revoked', details: { outcome: 'not_executed' } })
    gate.resolve()
    await sleep(5)
    t.strictSame(done, [])

    const isRevoked: Ports['whenRevoked'] = (_caller, listener) => {
      listener()
      return () => undefined
    }
    await t.rejects(invoke(write, {}, { ...context, ports: { ...OPEN_PORTS, whenRevoked: isRevoked } }), refusal('key_revoked'))

    const during = invoke(write, {}, { ...context, ports: { ...OPEN_PORTS, whenRevoked } }).catch((thrown: unknown) => thrown)
    await begun.promise
    revoke()
    t.match(await during, { reason: 'key_revoked' })
    t.strictSame(done, ['the request is not aborted'])
  }
)
