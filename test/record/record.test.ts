import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { Type } from 'typebox'
import { OperationError } from '../../src/contract/errors.ts'
import { OPEN_PORTS } from '../../src/pipeline/ports.ts'
import { callRow } from '../../src/record/entry.ts'
import { recordFiles } from '../../src/record/location.ts'
import { rowText } from '../../src/record/row.ts'
import { createStreamWriter, readStream, streamKey } from '../../src/record/stream.ts'
import { startApp } from '../helpers/app.ts'
import { refusal, silentLog } from '../helpers/bulk.ts'
import { byName, fakeOperation } from '../helpers/fake-tool.ts'
import { recorder } from '../helpers/log.ts'
import { callAs, endedCall, startRecord } from '../helpers/record.ts'
import { everything, startTestRedis } from '../helpers/redis.ts'
import { readUntil } from '../helpers/wait-until.ts'

const WHAT = {
  what: Type.Optional(Type.String({ description: 'What', maxLength: 99 })),
  password: Type.Optional(Type.String({ description: 'A secret', maxLength: 99, 'x-secret': true }))
}

const look = fakeOperation('look', WHAT)
const write = fakeOperation('write', WHAT, () => ({ seen: 'done' }), { permission: 'write' })

t.test('a write is in the record before its handler runs, and its end afterwards', async t => {
  const during: unknown[] = []
  const slow = fakeOperation(
    'slow',
    WHAT,
    async () => {
      during.push(await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 }))
      return {}
    },
    { permission: 'write' }
  )
  const { app, record, verify } = await startRecord(t, [slow, look])
  t.match(await callAs(app, 'alice', 'workshop_slow', { what: 'x' }), { success: true })
  t.match(during, [{ items: [{ operation: 'workshop_slow', outcome: 'unknown', duration_ms: null }] }])
  await callAs(app, 'alice', 'workshop_look', { what: 'x' })
  const { items } = await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })
  t.match(items, [
    { operation: 'workshop_look', outcome: 'succeeded', permission: 'read' },
    { operation: 'workshop_slow', outcome: 'succeeded', permission: 'write', principal: 'key:alice', surface: 'by_name', decision: 'allow' }
  ])
  t.match(await verify(), { rows: 3, from: 1, to: 3, problems: [] }, 'the beginning of the write, its end, and the read')
})

t.test('a write is refused before its handler if Redis cannot store its beginning; a read is not', async t => {
  const done: unknown[] = []
  const count = fakeOperation('count', WHAT, input => done.push(input), { permission: 'write' })
  const { app, redis, record } = await startRecord(t, [count, look])
  await redis.kill9()
  t.match(await callAs(app, 'alice', 'workshop_count'), { error: { details: { reason: 'redis_unavailable', outcome: 'not_executed' } } })
  t.strictSame(done, [])
  t.match(await callAs(app, 'alice', 'workshop_look'), { success: true })
  await redis.restart()
  const rows = async () => (await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })).items
  t.match(await readUntil(rows, ({ length }) => length === 2, 'both calls are in the record'), [
    { operation: 'workshop_look', outcome: 'succeeded' },
    { operation: 'workshop_count', outcome: 'failed', reason: 'redis_unavailable' }
  ])
})

t.test('a call that was killed is unknown, and another process writes it', async t => {
  const { promise: never } = Promise.withResolvers<never>()
  const started = Promise.withResolvers<void>()
  const wait = (): Promise<never> => {
    started.resolve()
    return never
  }
  const hang = fakeOperation('hang', WHAT, wait, { permission: 'write', timeout_ms: 1_000 })
  const { app, record, reopen, verify } = await startRecord(t, [hang])
  const calling = callAs(app, 'alice', 'workshop_hang')
  await started.promise
  const begun = async () => (await other.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })).items
  const other = reopen()
  t.match(await readUntil(begun, ({ length }) => length === 1, 'its beginning is in the record'), [
    { operation: 'workshop_hang', outcome: 'unknown' }
  ])
  t.match(await calling, { error: { details: { outcome: 'unknown' } } })
  const ended = async () => (await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })).items
  t.match(await readUntil(ended, ([row]) => row?.reason != null, 'its end is in the record'), [
    { operation: 'workshop_hang', outcome: 'unknown', reason: 'deadline_exceeded' }
  ])
  t.match(await verify(), { rows: 2, problems: [] })
})

t.test('secrets and content are nowhere in the record', async t => {
  const fail = fakeOperation('fail', WHAT, input => {
    throw new OperationError('server_error', `It refused ${input['what']} and canary-upstream.`, {
      source: 'upstream',
      upstream: { text: 'canary-upstream' }
    })
  })
  const { app, record, redis, folder } = await startRecord(t, [fail, write])
  const input = { what: 'canary-content', password: 'canary-secret' }
  await callAs(app, 'alice', 'workshop_fail', input)
  await callAs(app, 'alice', 'workshop_write', { ...input, idempotency_key: 'canary-key' })
  const stream = [...(await everything(redis.client()))].flat().join('\n')
  const { items } = await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })
  t.match(items[1], {
    reason: 'server_error',
    summary: [
      { name: 'what', value: '[14 characters]' },
      { name: 'password', value: '[redacted]' }
    ]
  })
  t.type(items[0]?.idempotency_key, 'string')
  t.equal(items[0]?.input_digest, items[1]?.input_digest, 'the same input has the same digest')
  const database = new DatabaseSync(recordFiles(folder).database)
  t.notMatch(stream + JSON.stringify(items) + JSON.stringify(database.prepare('select * from calls').all()), 'canary')
  database.close()
})

t.test('a head that cannot be read for a moment is not a lost head', async t => {
  const { app, record, verify, folder } = await startRecord(t, [look])
  const rows = async () => (await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })).items
  await callAs(app, 'alice', 'workshop_look')
  t.equal((await rows()).length, 1)
  const { head } = recordFiles(folder)
  renameSync(head, `${head}.kept`)
  mkdirSync(head)
  await callAs(app, 'alice', 'workshop_look')
  await t.rejects(rows(), /EISDIR/)
  rmdirSync(head)
  renameSync(`${head}.kept`, head)
  await readUntil(rows, ({ length }) => length === 2, 'both calls are in the record')
  t.match(await verify(), { rows: 2, problems: [] })
})

t.test('a write whose time ended while its beginning was stored does not run', async t => {
  const done: unknown[] = []
  const write = fakeOperation('write', WHAT, input => done.push(input), { permission: 'write', timeout_ms: 50 })
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const { app } = await startApp(t, {
    definitions: [write],
    ports: { ...OPEN_PORTS, record: { ...OPEN_PORTS.record, enabled: true, begin: () => begun.promise.finally(ended.resolve) } }
  })
  t.match((await byName(app, 'workshop_write', {})).json(), {
    error: { details: { reason: 'deadline_exceeded', outcome: 'not_executed' } }
  })
  begun.resolve()
  await ended.promise
  await setImmediate(undefined)
  t.strictSame(done, [])
})

t.test('entries that wait for Redis are bounded by their size, and one command is', async t => {
  const redis = await startTestRedis(t)
  const client = redis.client()
  const lost: unknown[] = []
  const log = { ...silentLog, error: (fields: object) => lost.push(fields) }
  const entries = createStreamWriter({ redis: client, key: 'stream', log, wake: () => undefined })
  const [call, end] = endedCall(look, 1)
  const entry = { text: rowText(callRow(call, 'key', true, end)), sealed: 'x'.repeat(350_000) }
  for (let count = 0; count < 120; count++) entries.appendSoon(() => ({ ...entry, hasBegun: count % 2 === 0 }))
  entries.appendSoon(() => ({ ...entry, hasBegun: true, mustKeep: true }))
  await entries.flush()
  t.match(lost, [{ calls: 25 }], '32 MiB are kept, and what must be')
  t.equal(await client.xlen('stream'), 96, 'each in its own command')
  const part = await readStream(client, 'stream')
  t.equal(part?.items.length, 20, 'a part of the stream')
  await part?.remove()
  t.equal(await client.xlen('stream'), 76)
  for (let count = 0; count < 500; count++) entries.appendSoon(() => ({ ...entry, sealed: '' }))
  await entries.flush()
  t.equal(await client.xlen('stream'), 77, 'small entries share a command')
  await entries.close()
})

t.test('actions on the gateway itself are in the record, without content', async t => {
  const { app, record, verify } = await startRecord(t, [look])
  const headers = { 'x-api-key': 'alice' }
  t.equal((await app.inject({ url: '/v1/webhooks/secret', headers })).statusCode, 200)
  t.equal((await app.inject({ method: 'POST', url: '/v1/instances/canary/canary/test', headers })).statusCode, 404)
  record.action({ operation: 'toolgate_reload_configuration', caller: 'config', duration_ms: 0, summary: { keys: 2 } })
  const { items } = await record.calls.list({ id: 'all', scopes: ['*'] }, { system: 'toolgate', limit: 5 })
  t.match(items, [
    { operation: 'toolgate_reload_configuration', principal: 'config', surface: 'config', summary: [{ name: 'keys', value: '2' }] },
    { operation: 'toolgate_test_instance', principal: 'key:alice', outcome: 'failed', reason: 'system_not_found', summary: [] },
    { operation: 'toolgate_get_webhook_secret', principal: 'key:alice', outcome: 'succeeded', reason: null }
  ])
  t.notMatch(JSON.stringify(items), /canary|whsec/)
  t.match(await verify(), { rows: 3, problems: [] })
})

t.test('while too much waits in the stream, no write begins, ends wait in memory, and none is lost', async t => {
  const redis = await startTestRedis(t)
  const client = redis.client()
  const parts = { redis: client, key: 'stream', log: silentLog }
  const entries = createStreamWriter({ ...parts, wake: () => undefined, bound: { bytes: 1, checkMs: 0 } })
  await client.xadd('stream', '*', 'e', 'written before')
  await entries.append({ text: '["begun"]' })
  await t.rejects(entries.append({ text: '["begun"]' }), refusal('redis_unavailable', { message: /too much of it waits/ }))
  entries.appendSoon(() => ({ text: '["ended"]', hasBegun: true }))
  await t.rejects(entries.flush(), refusal('redis_unavailable'))
  t.equal(await client.xlen('stream'), 2)
  await client.del('stream')
  await Promise.all([entries.flush(), entries.append({ text: '["begun"]' }), entries.append({ text: '["begun", 2]' })])
  t.strictSame(
    (await client.xrange('stream', '-', '+')).map(([, fields]) => fields[1]).toSorted(),
    ['["begun"]\n["begun", 2]', '["ended"]\tbegun\t'],
    'writes that begin at once share a command'
  )
  await entries.close()
})

t.test('the ends of writes that could not begin are bounded in memory, as those of reads are', async t => {
  const { record, redis } = await startRecord(t, [write], { bodies: true })
  const input = { what: 'x'.repeat(250_000) }
  await redis.kill9()
  for (let count = 0; count < 120; count++) {
    const [call, end] = endedCall(write, count)
    const refused = { ...call, input, permission: 'write' } as const
    await t.rejects(record.begin(refused), refusal('redis_unavailable'))
    record.end({ ...refused, beginning: 'sent' }, end)
  }
  const [last, end] = endedCall(write, 120)
  record.end({ ...last, beginning: 'stored' }, end)
  await redis.restart()
  const alice = { id: 'alice', scopes: [] }
  await readUntil(
    () => record.calls.get(alice, last.id).catch(() => undefined),
    row => row !== undefined,
    'the last end is in the record'
  )
  const { length } = (await record.calls.list(alice, { limit: 200 })).items
  t.ok(length > 90 && length <= 101, `${length} rows`)
})

t.test('a close loses no end that waited because the stream was full', async t => {
  const { record, redis, reopen } = await startRecord(t, [look])
  const client = redis.client()
  const closing = reopen({ bound: { bytes: 10_000, checkMs: 3_600_000 } })
  const [call, end] = endedCall(look, 1)
  const large = { ...end, summary: { what: 'x'.repeat(20_000) } }
  await client.xadd(streamKey('host'), '*', 'e', rowText(callRow(call, 'key', false, large)))
  closing.end(...endedCall(look, 2))
  await readUntil(
    () => client.xlen(streamKey('host')),
    length => length !== 1,
    'the first end is sent, and the stream counted'
  )
  await client.ping()
  closing.end(...endedCall(look, 3))
  await closing.close()
  t.equal((await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })).items.length, 3)
})

t.test('what cannot be read in the stream is skipped and logged, and blocks nothing', async t => {
  const { redis, reopen, verify } = await startRecord(t, [look])
  const log = recorder()
  const record = reopen({ log })
  const row = rowText(callRow(endedCall(look, 1)[0], 'key', false, endedCall(look, 1)[1]))
  const earlier = '["ended","id","today","key:alice","workshop","workshop_look","succeeded",null,"{}"]'
  const items = ['no row', '{}', 'null', '["ended"]', earlier, `${row}\n${row.slice(9)}`]
  for (const item of items) await redis.client().xadd(streamKey('host'), '*', 'e', item)
  record.end(...endedCall(look, 2))
  t.equal((await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })).items.length, 2)
  t.match(log.lines, [{ level: 'error', fields: { entries: 6 } }])
  t.match(await verify(), { rows: 2, problems: [] })
})

t.test('a process that only reads the record writes neither a head nor a mark', async t => {
  const { app, record, reopen, verify, folder } = await startRecord(t, [look])
  await callAs(app, 'alice', 'workshop_look')
  await record.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
  const { head } = recordFiles(folder)
  renameSync(head, `${head}.kept`)
  t.equal((await reopen().calls.list({ id: 'alice', scopes: [] }, { limit: 5 })).items.length, 1)
  t.notOk(existsSync(head))
  renameSync(`${head}.kept`, head)
  t.match(await verify(), { rows: 1, problems: [] })
})
