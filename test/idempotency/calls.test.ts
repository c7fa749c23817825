import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { Type } from 'typebox'
import { OperationError } from '../../src/contract/errors.ts'
import { secretsOf } from '../../src/lib/secrets.ts'
import { createIdempotency } from '../../src/pipeline/idempotency/idempotency.ts'
import { startApp } from '../helpers/app.ts'
import { silentLog } from '../helpers/bulk.ts'
import { byName, fakeOperation } from '../helpers/fake-tool.ts'
import { keyed, openCounter } from '../helpers/idempotency.ts'
import { resending } from '../helpers/intercept-commands.ts'
import { connect } from '../helpers/mcp.ts'
import { everything } from '../helpers/redis.ts'
import { readUntil, waitUntil } from '../helpers/wait-until.ts'

const ALICE = { identify: (key: string) => ({ id: key, scopes: ['*'] }), anonymous: undefined }

const WHAT = { what: Type.Optional(Type.String({ description: 'What', maxLength: 99 })) }

/** A write that counts its executions. */
function counting(work: (n: number) => unknown = () => ({ seen: 'done' }), more: Parameters<typeof fakeOperation>[3] = {}) {
  const done: unknown[] = []
  const handler = async (input: Record<string, unknown>) => await work(done.push(input['what']))
  return { done, handler, operation: fakeOperation('count', WHAT, handler, { permission: 'write', ...more }) }
}

test('a reader of Redis sees neither responses nor failures', async t => {
  const { operation } = counting(n => {
    if (n === 1) return { seen: 'canary-response' }
    throw new OperationError('server_error', 'canary-message', { source: 'upstream', outcome: 'executed' })
  })
  const { call, redis } = await openCounter(t, [operation])
  t.match(await call(operation, { what: 'canary-input' }, keyed('k1')), { body: { data: { seen: 'canary-response' } } })
  t.match(await call(operation, { what: 'canary-input' }, keyed('k2')), { body: { error: { message: /canary-message/ } } })
  const texts = [...(await everything(redis.client()))].flat().join('\n')
  t.match(texts, 'tg:idem')
  t.notMatch(texts, 'canary')
  t.match(await call(operation, { what: 'canary-input' }, keyed('k1')), { body: { data: { seen: 'canary-response' } } })
  t.match(await call(operation, { what: 'canary-input' }, keyed('k2')), { body: { error: { message: /canary-message/ } } })
})

test('nothing that is stored of an input can be compared with guesses', async t => {
  const stored: string[] = []
  for (const secret of ['the first secret', 'another secret']) {
    const { operation } = counting()
    const { call, redis } = await openCounter(t, [operation], { secrets: secretsOf([secret]) })
    await call(operation, { what: 'canary-input' }, keyed('k'))
    const [key = ''] = await redis.client().keys('tg:idem:*')
    stored.push((await redis.client().hget(key, 'digest')) ?? '')
  }
  t.ok(stored.every(digest => digest.length > 20))
  t.not(stored[0], stored[1], 'the digest depends on the secret of the gateway')
})

test('a repeated call is recognized after the secret was rotated', async t => {
  const { done, operation } = counting()
  const { call, redis } = await openCounter(t, [operation], { secrets: secretsOf(['former']) })
  t.match(await call(operation, { what: 'a' }, keyed('k')), { status: 200 })
  const rotated = createIdempotency(redis.client(), silentLog, secretsOf(['current', 'former']))
  const { app } = await startApp(t, { definitions: [operation], ports: { idempotency: rotated }, auth: ALICE })
  const again = async (what: string) =>
    await app.inject({
      method: 'POST',
      url: '/v1/operations/workshop_count',
      headers: { 'x-api-key': 'alice', ...keyed('k') },
      payload: { what }
    })
  t.match((await again('a')).json(), { success: true, metadata: { replayed: true } })
  t.match((await again('b')).json(), { error: { details: { reason: 'idempotency_key_reused' } } })
  t.strictSame(done, ['a'])
})

test('a gateway without the secret does not execute a call again', async t => {
  const { done, operation } = counting()
  const { call, redis } = await openCounter(t, [operation])
  t.match(await call(operation, { what: 'a' }, keyed('k')), { status: 200 })
  const stranger = createIdempotency(redis.client(), silentLog, secretsOf(['a secret of another data folder']))
  const other = await startApp(t, { definitions: [operation], ports: { idempotency: stranger }, auth: ALICE })
  const again = await other.app.inject({
    method: 'POST',
    url: '/v1/operations/workshop_count',
    headers: { 'x-api-key': 'alice', ...keyed('k') },
    payload: { what: 'a' }
  })
  t.match(again.json(), { error: { details: { reason: 'idempotency_outcome_unknown', outcome: 'unknown' } } })
  t.strictSame(done, ['a'])
})

const { promise: never } = Promise.withResolvers<never>()

test('the same call with the same key returns the same response, marked as a replay, and is not executed again', async t => {
  const { done, operation } = counting(n => ({ seen: n }))
  const { call } = await openCounter(t, [operation])
  const first = await call(operation, { what: 'a' }, keyed('k1'))
  t.match(first, { status: 200, body: { data: { seen: 1 } } })
  t.notOk('replayed' in first.body.metadata || 'idempotent-replayed' in first.headers, 'the first is not marked')
  const second = await call(operation, { what: 'a' }, { ...keyed('k1'), 'x-request-id': 'second' })
  t.match(second, {
    status: 200,
    headers: { 'idempotent-replayed': 'true' },
    body: { data: { seen: 1 }, metadata: { replayed: true, operation: 'workshop_count', request_id: 'second' } }
  })
  t.strictSame(done, ['a'])
})

test('a replay has the status, Location and warnings of the first', async t => {
  const operation = fakeOperation(
    'hire',
    {},
    async (_input, call) => {
      call.respond({ status: 201, location: '/v1/x/1' })
      call.warn('mind the step')
      call.observe({ limit: 9, remaining: 8, reset: null, used: 1 })
      return { seen: 1 }
    },
    { permission: 'write', success: [200, 201] }
  )
  const { call } = await openCounter(t, [operation])
  t.match((await call(operation, {}, keyed('k'))).body.metadata, { rate_limit_remaining: 8 })
  const again = await call(operation, {}, keyed('k'))
  t.match(again, { status: 201, headers: { location: '/v1/x/1' }, body: { metadata: { warnings: ['mind the step'], replayed: true } } })
  t.notOk('rate_limit_remaining' in again.body.metadata, 'a limit is that of its time')
})

test('a client that requests the key again after a lost reply recognizes its own request, and executes the call', async t => {
  const { done, operation } = counting()
  const { call } = await openCounter(t, [operation], { through: resending })
  t.match(await call(operation, { what: 'a' }, keyed('k')), { status: 200, body: { data: { seen: 'done' } } })
  t.match(await call(operation, { what: 'a' }, keyed('k')), { status: 200, body: { metadata: { replayed: true } } })
  t.strictSame(done, ['a'])
})

test('of 20 concurrent calls one is executed', async t => {
  const { done, operation } = counting(() => sleep(100, { seen: 1 }))
  const { call } = await openCounter(t, [operation])
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(operation, {}, keyed('k'))))
  t.equal(done.length, 1)
  t.equal(answers.filter(({ status, body }) => status === 200 && body.metadata.replayed === undefined).length, 1)
  t.ok(answers.every(({ status, body }) => status === 200 || body.error.details.reason === 'idempotency_in_flight'))
})

test('while the first call runs, the second is refused with the time to retry', async t => {
  const { promise: held, resolve: release } = Promise.withResolvers<object>()
  const { done, operation } = counting(() => held)
  const { call } = await openCounter(t, [operation])
  const first = call(operation, {}, keyed('k'))
  await waitUntil(() => done.length > 0, 'the call has started')
  const second = await call(operation, {}, keyed('k'))
  t.match(second, {
    status: 409,
    headers: { 'retry-after': '1' },
    body: { error: { code: 'CONFLICT_ERROR', details: { reason: 'idempotency_in_flight', outcome: 'unknown', retryable: true } } }
  })
  release({ seen: 'late' })
  await first
  t.match(await call(operation, {}, keyed('k')), { status: 200, body: { data: { seen: 'late' }, metadata: { replayed: true } } })
})

test('a call counts as running as long as its work lasts, however many leases that takes', async t => {
  const { done, operation } = counting(() => sleep(12_000, { seen: 1 }))
  const { call } = await openCounter(t, [operation])
  const first = call(operation, {}, keyed('k'))
  await sleep(11_000)
  t.match((await call(operation, {}, keyed('k'))).body.error.details, { reason: 'idempotency_in_flight' })
  t.equal((await first).status, 200)
  t.equal(done.length, 1)
})

test('another input with the same key is refused, and only the first is executed', async t => {
  const { done, operation } = counting()
  const { call } = await openCounter(t, [operation])
  await call(operation, { what: 'a' }, keyed('k'))
  t.match(await call(operation, { what: 'b' }, keyed('k')), {
    status: 422,
    body: { error: { code: 'VALIDATION_ERROR', details: { reason: 'idempotency_key_reused', outcome: 'not_executed' } } }
  })
  t.strictSame(done, ['a'])
})

test('the order of properties, and null instead of an absent one, do not change the input', async t => {
  const { done, handler } = counting()
  const both = fakeOperation('both', { ...WHAT, size: Type.Integer({ default: 1, description: 'Size' }) }, handler, {
    permission: 'write'
  })
  const { call } = await openCounter(t, [both])
  await call(both, { what: 'a', size: 1 }, keyed('k'))
  t.equal((await call(both, { size: 1, what: 'a' }, keyed('k'))).status, 200)
  t.equal((await call(both, { what: 'a' }, keyed('k'))).status, 200, 'an explicit default')
  t.equal(done.length, 1)
})

test('keys of two callers, or of two operations, are different', async t => {
  const one = counting()
  const other = fakeOperation('other', WHAT, one.handler, { permission: 'write' })
  const { call } = await openCounter(t, [one.operation, other])
  await call(one.operation, {}, keyed('k'), 'alice')
  t.notOk((await call(one.operation, {}, keyed('k'), 'bob')).body.metadata.replayed)
  t.notOk((await call(other, {}, keyed('k'), 'alice')).body.metadata.replayed)
  t.equal(one.done.length, 3)
})

test('the property of the body and the header are equivalent: either works, and both if they are equal', async t => {
  const { done, operation } = counting()
  const { call } = await openCounter(t, [operation])
  await call(operation, { idempotency_key: 'k "1"' })
  t.ok((await call(operation, {}, keyed('k "1"'))).body.metadata.replayed, 'as a bare header')
  t.ok((await call(operation, {}, keyed('"k \\"1\\""'))).body.metadata.replayed, 'as the string of RFC 8941')
  t.ok((await call(operation, { idempotency_key: 'k "1"' }, keyed('k "1"'))).body.metadata.replayed, 'both')
  t.equal(done.length, 1)
})

test('a header and a property that differ are refused, and both are named', async t => {
  const { done, operation } = counting()
  const { app } = await openCounter(t, [operation], {
    auth: { identify: () => 'unknown', anonymous: { id: 'local', scopes: ['*'] } }
  })
  const refused = {
    details: { reason: 'invalid_field_value', issues: [{ path: 'idempotency_key', message: /header Idempotency-Key/ }] }
  }
  const headers = { 'content-type': 'application/json', ...keyed('a') }
  const send = (url: string, payload: object) => app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) })
  const answer = await send('/v1/workshop/count', { idempotency_key: 'b' })
  t.match([answer.statusCode, answer.json().error], [400, refused])
  const named = await send('/v1/operations/workshop_count', { idempotencyKey: 'b' })
  t.match([named.statusCode, named.json().error], [400, refused], 'by name, in another spelling')
  t.equal(done.length, 0)
})

test('a key that is empty, too long or not printable is refused', async t => {
  const { done, operation } = counting()
  const { call } = await openCounter(t, [operation])
  for (const key of ['', 'k'.repeat(256)])
    t.match(await call(operation, {}, keyed(key)), { status: 400, body: { error: { details: { issues: [{ path: 'idempotency_key' }] } } } })
  for (const idempotency_key of ['', 'k'.repeat(256), 'a\nb', 'ключ', 7])
    t.match(await call(operation, { idempotency_key }), {
      status: 400,
      body: { error: { details: { issues: [{ path: 'idempotency_key' }] } } }
    })
  t.equal((await call(operation, {}, keyed('k'.repeat(255)))).status, 200, 'the maximum length')
  t.equal(done.length, 1)
})

test('a key is the same by name and by route', async t => {
  const { done, operation } = counting()
  const anonymous = { id: 'alice', scopes: ['*'] }
  const { call, app } = await openCounter(t, [operation], { auth: { identify: key => ({ id: key, scopes: ['*'] }), anonymous } })
  await call(operation, { what: 'a' }, keyed('k'))
  const named = await byName(app, 'workshop_count', { what: 'a', idempotencyKey: 'k' })
  t.match([named.statusCode, named.headers, named.json().metadata], [200, { 'idempotent-replayed': 'true' }, { replayed: true }])
  t.equal(done.length, 1)
})

test('a read has no key: the header is ignored, the property is unknown', async t => {
  const look = fakeOperation('look', {})
  const { call, redis } = await openCounter(t, [look])
  await redis.kill9()
  t.match(await call(look, {}, keyed('k')), { status: 200 })
  t.match(await call(look, { idempotency_key: 'k' }), { status: 400, body: { error: { details: { reason: 'unknown_field' } } } })
})

test('a dry run uses no key', async t => {
  const { done, operation } = counting(undefined, { dry_run: true })
  const { call } = await openCounter(t, [operation])
  await call(operation, { dry_run: true }, keyed('k'))
  t.notOk((await call(operation, { dry_run: true }, keyed('k'))).body.metadata.replayed)
  t.notOk((await call(operation, {}, keyed('k'))).body.metadata.replayed, 'the key was free')
  t.equal(done.length, 3)
})

test('a call that is refused before its start leaves the key free', async t => {
  const { done, operation } = counting()
  let may = false
  const policy = () => (may ? ({ decision: 'allow' } as const) : ({ decision: 'confirm' } as const))
  const { call } = await openCounter(t, [operation], { ports: { policy } })
  t.equal((await call(operation, { what: 7 }, keyed('k'))).status, 400, 'invalid input')
  t.equal((await call(operation, { what: 'a' }, keyed('k'))).status, 428, 'not confirmed')
  may = true
  t.match(await call(operation, { what: 'b' }, keyed('k')), { status: 200, body: { data: { seen: 'done' } } })
  t.strictSame(done, ['b'])
})

test('a handler that executed nothing leaves the key free', async t => {
  const { done, operation } = counting(n => {
    if (n === 1) throw new OperationError('rate_limit_exceeded', 'Later.', { outcome: 'not_executed' })
    return { seen: n }
  })
  const { call } = await openCounter(t, [operation])
  t.equal((await call(operation, { what: 'a' }, keyed('k'))).status, 429)
  t.match(await call(operation, { what: 'b' }, keyed('k')), { status: 200, body: { data: { seen: 2 } } })
  t.equal(done.length, 2)
})

for (const outcome of ['executed', 'unknown'] as const) {
  test(`a failure whose outcome is ${outcome} is replayed, and nothing is executed again`, async t => {
    const { done, operation } = counting(() => {
      throw new OperationError('server_error', 'It broke.', { source: 'upstream', outcome, retry_after_ms: 100, upstream: { status: 500 } })
    })
    const { call } = await openCounter(t, [operation])
    const first = await call(operation, {}, keyed('k'))
    t.match(first, { status: 502, body: { error: { details: { retryable: outcome === 'unknown', outcome } } } })
    const again = await call(operation, {}, keyed('k'))
    t.match(again, {
      status: 502,
      headers: { 'idempotent-replayed': 'true' },
      body: {
        error: {
          code: 'WORKSHOP_SERVER_ERROR',
          message: /It broke\.$/,
          details: { outcome, replayed: true, retryable: false, upstream: { status: 500 }, suggestions: [/new key/] }
        }
      }
    })
    t.equal(done.length, 1)
  })
}

const SAME_CALL = /^May have been executed\. .*Send the same call with the same idempotency key: it is not executed twice/s
const NEW_KEY = /^May have been executed\. .*First check whether it was executed.*with a new idempotency key, only if it was not executed/s

for (const [may, reason, text] of [
  ['may succeed later', 'server_error', SAME_CALL],
  ['cannot succeed', 'upstream_refused', NEW_KEY]
] as const)
  test(`the text of a failed write with a key that ${may} states what to do with the key`, async t => {
    const { done, operation } = counting(() => {
      throw new OperationError(reason, 'It broke.', { source: 'upstream', outcome: 'unknown', upstream: { status: 500 } })
    })
    const { app } = await openCounter(t, [operation])
    const markdown = { ...keyed('by markdown'), 'x-api-key': 'alice', accept: 'text/markdown' }
    t.match((await app.inject({ method: 'POST', url: '/v1/workshop/count', headers: markdown, payload: {} })).body, text)
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const client = await connect(t, url, { key: 'alice' })
    const result = await client.callTool({ name: operation.id, arguments: { idempotency_key: 'over MCP' } })
    t.match(result, { isError: true, content: [{ type: 'text', text }] })
    t.equal(done.length, 2)
  })

test('a defect may have executed something: it is replayed without its cause', async t => {
  const { done, operation } = counting(() => {
    throw new Error('secret cause')
  })
  const { call, redis } = await openCounter(t, [operation])
  await call(operation, {}, keyed('k'))
  t.match(await call(operation, {}, keyed('k')), { status: 500, body: { error: { details: { outcome: 'unknown', replayed: true } } } })
  t.equal(done.length, 1)
  const client = redis.client()
  const [place = ''] = await client.keys('tg:idem:*')
  t.notMatch(JSON.stringify(await client.hgetall(place)), /secret cause/)
})

test('an idempotent operation is executed again if its outcome is unknown', async t => {
  const { done, operation } = counting(
    n => {
      if (n === 1) throw new OperationError('connection_failed', 'Lost.', { outcome: 'unknown' })
      return { seen: n }
    },
    { idempotent: true }
  )
  const { call } = await openCounter(t, [operation])
  t.equal((await call(operation, {}, keyed('k'))).status, 502)
  t.equal((await call(operation, { what: 'b' }, keyed('k'))).status, 422, 'but not another')
  t.match(await call(operation, {}, keyed('k')), { status: 200, body: { data: { seen: 2 } } })
  t.ok((await call(operation, {}, keyed('k'))).body.metadata.replayed)
  t.equal(done.length, 2)
})

test('the result of work that exceeds its deadline is replayed once it has ended', async t => {
  const { done, operation } = counting(() => sleep(300, { seen: 'after all' }), { timeout_ms: 100 })
  const { call } = await openCounter(t, [operation])
  t.match(await call(operation, {}, keyed('k')), { status: 504, body: { error: { details: { outcome: 'unknown' } } } })
  const answer = await readUntil(
    () => call(operation, {}, keyed('k')),
    ({ status }) => status !== 409,
    'the work has ended'
  )
  t.match(answer, { status: 200, body: { data: { seen: 'after all' }, metadata: { replayed: true } } })
  t.equal(done.length, 1)
})

test('work that exceeds its deadline counts as running until it ends', async t => {
  const { operation } = counting(() => never, { timeout_ms: 50 })
  const { call } = await openCounter(t, [operation])
  t.equal((await call(operation, {}, keyed('k'))).status, 504)
  t.match(await call(operation, {}, keyed('k')), { status: 409, body: { error: { details: { reason: 'idempotency_in_flight' } } } })
})

test('a key is stored for 24 hours', async t => {
  const { operation } = counting()
  const { call, redis } = await openCounter(t, [operation])
  await call(operation, {}, keyed('k'))
  const client = redis.client()
  const places = await client.keys('tg:idem:*')
  t.equal(places.length, 1)
  t.notMatch(places, [/k$/], 'the key itself cannot be read')
  const left = await client.pttl(places[0] ?? '')
  t.ok(left > 23.9 * 3_600_000 && left <= 24 * 3_600_000, `${left} ms`)
  await client.pexpire(places[0] ?? '', 1)
  await sleep(20)
  t.notOk((await call(operation, {}, keyed('k'))).body.metadata.replayed, 'and then forgotten')
})

test('of a response that is too large, only the execution is stored', async t => {
  const { done, operation } = counting(() => ({ seen: 'x'.repeat(70_000) }))
  const { call, redis } = await openCounter(t, [operation])
  t.equal((await call(operation, {}, keyed('k'))).status, 200)
  t.match(await call(operation, {}, keyed('k')), {
    status: 409,
    headers: { 'idempotent-replayed': 'true' },
    body: { error: { details: { reason: 'idempotency_answer_not_kept', outcome: 'executed', replayed: true } } }
  })
  t.equal(done.length, 1)
  const client = redis.client()
  const [place = ''] = await client.keys('tg:idem:*')
  t.ok(Number(await client.memory('USAGE', place)) < 2_000)
})

test('of an idempotent operation a response that is too large is not stored: the same key executes it again', async t => {
  const { done, operation } = counting(() => ({ seen: 'x'.repeat(70_000) }), { idempotent: true })
  const { call } = await openCounter(t, [operation])
  for (let times = 0; times < 2; times++) t.equal((await call(operation, { what: 'a' }, keyed('k'))).status, 200)
  t.equal(done.length, 2)
  t.match(await call(operation, { what: 'b' }, keyed('k')), { status: 422 }, 'but it still belongs to its input')
})

test('a caller has a limited number of keys per day, and gets the time to retry; other callers and existing keys are not affected', async t => {
  const { done, operation } = counting()
  const { call } = await openCounter(t, [operation], { limits: { keys: 3, bytes: 1_000_000 } })
  for (const key of ['a', 'b', 'c']) t.equal((await call(operation, {}, keyed(key))).status, 200)
  t.match(await call(operation, {}, keyed('d')), {
    status: 429,
    headers: { 'retry-after': '3600' },
    body: { error: { details: { reason: 'rate_limit_exceeded', source: 'gateway', outcome: 'not_executed' } } }
  })
  t.equal(done.length, 3)
  t.match(await call(operation, {}, keyed('a')), { status: 200, body: { metadata: { replayed: true } } })
  t.equal((await call(operation, {}, keyed('d'), 'bob')).status, 200)
  t.equal((await call(operation, {})).status, 200, 'without a key')
})

test('a key whose call was not executed does not count', async t => {
  const operation = fakeOperation('refuse', {}, (_input, { fail }) => Promise.reject(fail('upstream_refused', 'No')), {
    permission: 'write'
  })
  const { call } = await openCounter(t, [operation], { limits: { keys: 2, bytes: 1_000_000 } })
  for (let times = 0; times < 5; times++) t.equal((await call(operation, {}, keyed(`k${times}`))).status, 422)
})

test('if a caller exceeds the stored responses, its keys remain valid', async t => {
  const { done, operation } = counting(n => ({ seen: String(n).repeat(1_000) }))
  const { call } = await openCounter(t, [operation], { limits: { keys: 100, bytes: 1_500 } })
  for (const key of ['a', 'b']) t.equal((await call(operation, {}, keyed(key))).status, 200)
  t.match(await call(operation, {}, keyed('a')), { status: 200, body: { metadata: { replayed: true } } })
  t.match(await call(operation, {}, keyed('b')), { status: 409, body: { error: { details: { reason: 'idempotency_answer_not_kept' } } } })
  t.equal(done.length, 2)
})

test('a call with a key never runs unprotected: it is refused while Redis is unavailable; a call without a key does not need Redis', async t => {
  const { done, operation } = counting()
  const { call, redis } = await openCounter(t, [operation])
  await redis.kill9()
  t.match(await call(operation, {}, keyed('k')), {
    status: 503,
    headers: { 'retry-after': /\d/ },
    body: { error: { details: { reason: 'redis_unavailable', outcome: 'not_executed' } } }
  })
  t.equal(done.length, 0)
  t.equal((await call(operation, {})).status, 200)
})

test('if Redis becomes unavailable during the work, its response is returned, and stored once Redis recovers', async t => {
  const { promise: held, resolve: release } = Promise.withResolvers<object>()
  const { done, operation } = counting(() => held)
  const { call, redis } = await openCounter(t, [operation])
  const first = call(operation, {}, keyed('k'))
  await waitUntil(() => done.length > 0, 'the call has started')
  await redis.kill9()
  release({ seen: 'all the same' })
  t.match(await first, { status: 200, body: { data: { seen: 'all the same' } } })
  await redis.restart()
  const answer = await readUntil(
    () => call(operation, {}, keyed('k')),
    ({ status }) => status === 200,
    'the response is stored'
  )
  t.match(answer.body, { data: { seen: 'all the same' }, metadata: { replayed: true } })
  t.equal(done.length, 1)
})

test('the log line of a replay has replayed: true', async t => {
  const { operation } = counting()
  const lines: Record<string, unknown>[] = []
  const { call } = await openCounter(t, [operation], { onLog: line => lines.push(line) })
  await call(operation, {}, keyed('k'))
  await call(operation, {}, keyed('k'))
  t.strictSame(
    lines.filter(({ msg }) => msg === 'Tool execution completed').map(({ replayed }) => replayed),
    [undefined, true]
  )
})
