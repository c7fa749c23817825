import { setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation, post } from '../../helpers/fake-tool.ts'
import { MODEL_CALLS } from '../../helpers/model-calls.ts'

const Name = { name: Type.String({ description: 'Which' }), ms: Type.Integer({ default: 0, description: 'How long it takes' }) }

/** A read and a write that record when they start and end. */
async function open(t: Test) {
  const seen: string[] = []
  const step = async ({ name, ms }: Record<string, unknown>) => {
    seen.push(`${name} begins`)
    await sleep(Number(ms))
    seen.push(`${name} ends`)
    return { seen: name }
  }
  const held = { begun: Promise.withResolvers<void>(), over: Promise.withResolvers<void>() }
  const hold = async () => {
    seen.push('hold begins')
    held.begun.resolve()
    await held.over.promise
    seen.push('hold ends')
    return { seen: 'hold' }
  }
  const keys: string[] = []
  const definitions = [
    fakeOperation('look', Name, step, { aliases: [{ name: 'old_look' }] }),
    fakeOperation('put', Name, step, { permission: 'write' }),
    fakeOperation('hold', {}, hold, { permission: 'write' }),
    fakeOperation('tell', {}, () => ({ seen: 'x'.repeat(50_000) })),
    fakeOperation('fail', {}, (_input, call) => Promise.reject(call.fail('upstream_not_found' as never, 'It is not there.')))
  ]
  const { app } = await startApp(t, {
    definitions,
    ports: {
      idempotency: async ({ key }, run) => {
        keys.push(key)
        return { result: await run(key), replayed: false }
      }
    }
  })
  const many = (calls: unknown, more: object = {}) => post(app, '/v1/operations', { calls, ...more })
  return { app, seen, held, keys, many }
}

const look = (name: string, ms = 0) => ({ id: name, operation: 'workshop_look', arguments: { name, ms } })
const put = (name: string, ms = 0) => ({ id: name, operation: 'workshop_put', arguments: { name, ms } })

t.test('the JSON texts of all calls have 50,000 values together at most', async t => {
  const { many } = await open(t)
  const text = (values: number) => `{"name":"a","more":[${Array.from({ length: values }, () => 1)}]}`
  const call = (values: number) => ({ operation: 'workshop_look', arguments: text(values) })
  const { data } = (await many([call(30_000), call(30_000), call(10_000), look('d')])).json()
  t.match(data.results, [
    { error: { details: { issues: [{ path: 'more' }] } } },
    { error: { message: /made of more than 50,000 values, together with the texts before it/ } },
    { error: { details: { issues: [{ path: 'more' }] } } },
    { success: true }
  ])
})

t.test('each call has its own result, in the given order; a failure is data', async t => {
  const { many } = await open(t)
  const calls = [
    look('a', 40),
    { id: 'b', operation: 'workshop_fail', arguments: {} },
    { operation: 'workshop_look', arguments: {} },
    look('d')
  ]
  const answer = await many(calls)
  t.equal(answer.statusCode, 200)
  const { data, metadata } = answer.json()
  t.match(metadata, { operation: 'toolgate_call_many' })
  t.equal(data.failed, 2)
  t.match(data.results, [
    { id: 'a', operation: 'workshop_look', status: 200, success: true, data: { seen: 'a' }, metadata: { operation: 'workshop_look' } },
    { id: 'b', status: 404, success: false, error: { code: 'NOT_FOUND_ERROR', message: 'It is not there.' } },
    { id: null, status: 400, success: false, error: { details: { issues: [{ path: 'name', message: 'is required' }] } } },
    { id: 'd', success: true }
  ])
})

t.test('reads run in parallel; a write waits for the calls before it, and later calls wait for it', async t => {
  const { many, seen } = await open(t)
  await many([look('first')]) // the first call of a system starts more slowly, so another could overtake it
  seen.length = 0
  await many([look('r1', 30), look('r2', 60), put('w1', 20), put('w2'), look('r3')])
  t.strictSame(seen.slice(0, 4), ['r1 begins', 'r2 begins', 'r1 ends', 'r2 ends'])
  t.strictSame(seen.slice(4), ['w1 begins', 'w1 ends', 'w2 begins', 'w2 ends', 'r3 begins', 'r3 ends'])
})

t.test('only a few reads run at once', async t => {
  const { many, seen } = await open(t)
  await many(Array.from({ length: 20 }, (_, place) => look(`r${place}`, 20)))
  let [now, most] = [0, 0]
  for (const line of seen) {
    now += line.endsWith('begins') ? 1 : -1
    most = Math.max(most, now)
  }
  t.equal(most, 8)
})

t.test('calls are accepted in the formats of OpenAI, Anthropic and Gemini, with all properties of their libraries', async t => {
  const { many } = await open(t)
  const { chat, responses, anthropic, gemini } = MODEL_CALLS
  const calls = [
    chat,
    { ...chat, index: 0 },
    responses,
    anthropic,
    { ...anthropic, cache_control: { type: 'ephemeral' } },
    gemini,
    { functionCall: gemini, thoughtSignature: 'abc' },
    { name: 'old_look', args: { name: 'by its old name' } },
    { id: 'call_5', type: 'function', function: { name: 'workshop_tell', arguments: '' } }
  ]
  const { results, failed } = (await many(calls)).json().data
  t.equal(failed, 0)
  t.match(results, [
    { id: 'call_1', data: { seen: 'chat' } },
    { id: 'call_1', data: { seen: 'chat' } },
    { id: 'call_2', data: { seen: 'responses' } },
    { id: 'toolu_3', data: { seen: 'anthropic' } },
    { id: 'toolu_3', data: { seen: 'anthropic' } },
    { id: 'fn_4', data: { seen: 'gemini' } },
    { id: 'fn_4', data: { seen: 'gemini' } },
    { id: null, operation: 'workshop_look', data: { seen: 'by its old name' } },
    { id: 'call_5', success: true }
  ])
})

t.test('an invalid call is reported, and the others run', async t => {
  const { many } = await open(t)
  const { results } = (
    await many([
      { id: '1', type: 'function', function: { name: 'workshop_look', arguments: '{"name":"a"' } },
      { id: '2', operation: 'workshop_look', name: 'workshop_put', arguments: { name: 'a' } },
      { id: '3', operation: 'workshop_lok', arguments: { name: 'a' } },
      { id: '4', arguments: {} },
      { ...look('5'), argumens: {} },
      'workshop_look',
      look('7')
    ])
  ).json().data
  t.match(results[0].error.details.issues, [{ path: 'arguments', message: /is text that is not JSON/ }])
  t.match(results[1].error.details.issues, [{ path: 'operation', message: /given under two names/ }])
  t.match(results[2].error, { code: 'NOT_FOUND_ERROR', details: { suggestions: ['Did you mean workshop_look?', String] } })
  t.match(results[3].error.details.issues, [{ path: 'operation', message: 'is required' }])
  t.match(results[4], { id: '5', error: { details: { issues: [{ path: 'argumens', expected: /did you mean arguments/ }] } } })
  t.match(results[5], { id: null, error: { details: { issues: [{ message: 'must be an object' }] } } })
  t.match(results[6], { success: true })
})

t.test('too many calls, none, and a bare list are refused as a whole, and nothing runs', async t => {
  const { app, many, seen } = await open(t)
  t.match((await many(Array.from({ length: 65 }, () => look('a')))).json().error.details.issues, [{ path: 'calls' }])
  t.equal((await many([])).statusCode, 400)
  t.equal((await post(app, '/v1/operations', [look('a')])).statusCode, 400)
  t.strictSame(seen, [])
})

t.test('each write has its own part of an Idempotency-Key', async t => {
  const { app, keys } = await open(t)
  const payload = JSON.stringify({
    calls: [put('a'), look('b'), put('c'), { ...put('d'), arguments: { name: 'd', idempotency_key: 'own:4' } }]
  })
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'own' }
  const answer = await app.inject({ method: 'POST', url: '/v1/operations', headers, payload })
  t.equal(answer.json().data.failed, 0)
  t.strictSame(keys, ['own:1', 'own:3', 'own:4'])
})

t.test('once the caller has disconnected no further call starts', async t => {
  const { app, seen, held } = await open(t)
  const [closed, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.once('close', () => closed.resolve())
    done()
  })
  app.addHook('onSend', (_request, _reply, payload, done) => {
    answered.resolve()
    done(null, payload)
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const body = JSON.stringify({ calls: [{ operation: 'workshop_hold', arguments: {} }, put('second')] })
  const headers = { 'content-type': 'application/json' }
  const asked = fetch(`${url}/v1/operations`, { method: 'POST', headers, body, signal: leaving.signal })
  await held.begun.promise
  leaving.abort()
  await t.rejects(asked)
  await closed.promise
  held.over.resolve()
  await answered.promise
  t.strictSame(seen, ['hold begins', 'hold ends'], 'a started write ends')
})

t.test('all responses together respect max_chars, and list what was omitted', async t => {
  const { many } = await open(t)
  const tell = { operation: 'workshop_tell', arguments: {} }
  const { results } = (await many([tell, tell], { max_chars: 20_000 })).json().data
  for (const { data, metadata } of results) {
    t.ok(JSON.stringify(data).length <= 10_000)
    t.match(metadata.truncated, { reason: 'size', hint: /seen/ })
  }
})

t.test('of a truncated text only what is returned is kept until the last call has ended', async t => {
  v8.setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = vm.runInNewContext('gc')
  const used = (): number => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const MB = 1024 * 1024
  const definitions = [
    fakeOperation('start', {}, () => ({ seen: Buffer.alloc(10 * MB, 'long ').toString('latin1') })),
    fakeOperation('measure', {}, () => ({ seen: used() }), { permission: 'write' })
  ]
  const { app } = await startApp(t, { definitions })
  const starts = Array.from({ length: 10 }, () => ({ operation: 'workshop_start', arguments: {} }))
  const before = used()
  const answer = await post(app, '/v1/operations', { calls: [...starts, { operation: 'workshop_measure', arguments: {} }] })
  const { results, failed } = answer.json().data
  t.equal(failed, 0)
  t.ok(results[0].data.seen.length < MB)
  const kept = results[10].data.seen - before
  t.ok(kept < 25 * MB, `${Math.round(kept / MB)} MB`)
})
