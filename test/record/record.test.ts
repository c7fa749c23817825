import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { Type } from 'typebox'
import { runCommand } from '../../src/cli.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { secretsOf } from '../../src/lib/secrets.ts'
import { OPEN_PORTS } from '../../src/pipeline/ports.ts'
import { CHAIN, type Link, macOf, ORIGIN } from '../../src/record/chain.ts'
import { callRow, factsOf } from '../../src/record/entry.ts'
import { recordFiles, writeHead } from '../../src/record/head.ts'
import { rowText } from '../../src/record/row.ts'
import { toRow } from '../../src/record/store/database.ts'
import { createStreamWriter, readStream, streamKey } from '../../src/record/stream.ts'
import { startApp } from '../helpers/app.ts'
import { refusal, silentLog } from '../helpers/bulk.ts'
import { byName, fakeOperation } from '../helpers/fake-tool.ts'
import { recorder } from '../helpers/log.ts'
import { callAs, endedCall, startRecord } from '../helpers/record.ts'
import { everything, startTestRedis } from '../helpers/redis.ts'
import { TEST_SECRET } from '../helpers/secrets.ts'
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
  t.match(verify(), { rows: 3, from: 1, to: 3, problems: [] }, 'the beginning of the write, its end, and the read')
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
  t.match(verify(), { rows: 2, problems: [] })
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

t.test('verification names each row that was changed, hidden, moved or removed', async t => {
  const { app, record, verify, sql } = await startRecord(t, [look])
  const add = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index++) await callAs(app, 'alice', 'workshop_look', { what: `${index}` })
    await record.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
  }
  const found = (): string[] => verify().problems.map(({ kind, seq }) => `${kind} ${seq}`)
  const swap = (): void => {
    sql('update calls set seq = 100 where seq = 2')
    sql('update calls set seq = 2 where seq = 3')
    sql('update calls set seq = 3 where seq = 100')
  }
  await add(8)
  t.match(verify(), { rows: 8, from: 1, to: 8, problems: [] })

  sql("update calls set operation = 'workshop_loop' where seq = 3")
  t.strictSame(found(), ['changed 3'], 'one byte of a column')
  sql("update calls set operation = 'workshop_look' where seq = 3")
  sql("update calls set body = replace(body, 'by_name', 'by_nama') where seq = 8")
  t.strictSame(found(), ['changed 8'], 'one byte of the body, in the last row')
  sql("update calls set body = replace(body, 'by_nama', 'by_name'), shown = 0 where seq = 8")
  t.strictSame(found(), ['hidden 8'])
  sql('update calls set shown = 1')
  for (const change of ["outcome = 'succeedem'", "kind = 'endee'"]) {
    sql(`update calls set ${change} where seq = 5`)
    t.strictSame(found(), ['changed 5'], `${change}, which cannot occur`)
    sql("update calls set outcome = 'succeeded', kind = 'ended' where seq = 5")
  }
  swap()
  t.strictSame(found(), ['changed 2', 'changed 3', 'changed 4'], 'two rows, and the row behind them')
  swap()
  t.strictSame(found(), [])

  sql('delete from calls where seq = 4')
  t.strictSame(found(), ['missing 4'])
  sql('delete from calls where seq = 8')
  t.strictSame(found(), ['missing 4', 'missing 8'], 'also the last row')
  await add(1)
  t.strictSame(found(), ['missing 4', 'missing 8', 'missing 9'], 'the gateway notices it, too: it marks the gap and continues behind it')
  t.match((await record.calls.list({ id: 'alice', scopes: [] }, { limit: 20 })).items.length, 7, 'the mark is no call')
})

t.test('verification finds a chain that was recomputed without the key, and a head that was replaced or removed', async t => {
  const { app, record, reopen, verify, folder } = await startRecord(t, [look])
  const read = async (from = record): Promise<void> => {
    await callAs(app, 'alice', 'workshop_look')
    await from.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
  }
  const found = (): string[] => verify().problems.map(({ kind, seq }) => `${kind} ${seq}`)
  for (let count = 0; count < 4; count++) await read()
  const { database: file, head } = recordFiles(folder)
  const forger = new DatabaseSync(file)
  const [guessed] = secretsOf(['a guess']).derive(CHAIN)
  let link: Link = ORIGIN
  for (const values of forger.prepare('select * from calls order by seq').all()) {
    const row = { ...toRow(values), principal: 'key:bob' }
    link = { seq: row.seq, mac: macOf(guessed, link, rowText(row)) }
    forger.prepare('update calls set principal = ?, mac = ? where seq = ?').run(row.principal, link.mac, row.seq)
  }
  forger.close()
  t.strictSame(found(), ['changed 1', 'changed 2', 'changed 3', 'changed 4'])
  writeHead(head, { head: link, checkpoint: ORIGIN }, guessed)
  t.strictSame(found(), ['head null', 'changed 1', 'changed 2', 'changed 3', 'changed 4'])
  rmSync(head)
  t.ok(found().includes('head null'), 'no head')
  await read()
  t.ok(found().includes('missing 5'), 'the gateway notices it and marks it, too')
  rmSync(head)
  await reopen().deleteOld()
  await read()
  t.ok(found().includes('missing 7'), 'as does one that starts')
})

t.test('a head that cannot be read for a moment is no lost head', async t => {
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
  t.match(verify(), { rows: 2, problems: [] })
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
  const entry = { text: rowText(callRow(factsOf(call), 'key', true, end)), sealed: 'x'.repeat(350_000) }
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
  t.match(verify(), { rows: 3, problems: [] })
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
  await client.xadd(streamKey('host'), '*', 'e', rowText(callRow(factsOf(call), 'key', false, large)))
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
  const row = rowText(callRow(factsOf(endedCall(look, 1)[0]), 'key', false, endedCall(look, 1)[1]))
  const earlier = '["ended","id","today","key:alice","workshop","workshop_look","succeeded",null,"{}"]'
  const items = ['no row', '{}', 'null', '["ended"]', earlier, `${row}\n${row.slice(9)}`]
  for (const item of items) await redis.client().xadd(streamKey('host'), '*', 'e', item)
  record.end(...endedCall(look, 2))
  t.equal((await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })).items.length, 2)
  t.match(log.lines, [{ level: 'error', fields: { entries: 6 } }])
  t.match(verify(), { rows: 2, problems: [] })
})

t.test('a row that was changed hides no other, and verification names it', async t => {
  const { app, record, verify, sql } = await startRecord(t, [look])
  const bodies = ['{', 'null', '[]', '{}', '{"summary":[]}', '{"summary":null,"input_digest":"","request_id":""}']
  const attempts = '{"summary":{},"input_digest":"","request_id":"","attempts":7}'
  const times = ['9000000000000000', '9223372036854775807', '-9223372036854775808']
  const changes: readonly (readonly [column: string, value: string])[] = [
    ...[...bodies, attempts].map(body => ['body', body] as const),
    ...times.map(time => ['at', time] as const),
    ['outcome', 'lost']
  ]
  for (let count = 0; count <= changes.length; count++) await callAs(app, 'alice', 'workshop_look')
  const rows = async () => (await record.calls.list({ id: 'alice', scopes: [] }, { limit: 20 })).items
  const ids = (await rows()).map(({ id }) => id).reverse()
  for (const [index, [column, value]] of changes.entries()) sql(`update calls set ${column} = ? where seq = ?`, value, index + 1)
  const found = await rows()
  t.equal(found.length, changes.length + 1)
  for (const [index, id] of ids.entries()) {
    const isChanged = index < changes.length
    const row = found.find(one => one.id === id)
    t.match(row, { operation: 'workshop_look', decision: isChanged ? null : 'allow', message: isChanged ? /cannot be read/ : null })
    t.strictSame(await record.calls.get({ id: 'alice', scopes: [] }, id), row)
  }
  t.strictSame(
    verify().problems.map(({ kind, seq }) => `${kind} ${seq}`),
    changes.map((_, index) => `changed ${index + 1}`)
  )
})

t.test('a record without rows has no problem, whether it was read or not', async t => {
  const { record, verify } = await startRecord(t, [look])
  t.strictSame(verify().problems, [])
  await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })
  t.strictSame(verify().problems, [])
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
  t.match(verify(), { rows: 1, problems: [] })
})

t.test('retention deletes the oldest rows and moves the checkpoint, from which verification starts', async t => {
  const { app, record, verify, sql } = await startRecord(t, [look], { retention_days: 0 })
  for (let count = 0; count < 1_100; count++) record.end(...endedCall(look, count))
  await record.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
  t.match(verify(), { from: 1, to: 1_100, rows: 1_100, problems: [] })
  await record.deleteOld()
  t.match(verify(), { from: 1_100, to: 1_100, rows: 1, problems: [] }, 'the last row is kept as the end of the chain')
  await callAs(app, 'alice', 'workshop_look')
  await record.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
  t.match(verify(), { from: 1_100, rows: 2, problems: [] })
  sql(
    "insert into calls select 5, kind, 'forged', at, principal, system, operation, outcome, reason, body, mac, 1 from calls where seq = 1101"
  )
  const { items } = await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })
  t.notOk(
    items.some(({ id }) => id === 'forged'),
    'a row that was added before the checkpoint is not shown'
  )
  await t.rejects(record.calls.get({ id: 'alice', scopes: [] }, 'forged'), /No call forged/)
  sql('delete from calls where seq = 1100')
  t.match(verify(), { problems: [{ kind: 'missing', seq: 1_100 }] }, 'a deletion by someone else')
})

t.test('toolgate record verify prints what is wrong, and exits with 1', async t => {
  const { app, record, folder, sql } = await startRecord(t, [look])
  await callAs(app, 'alice', 'workshop_look')
  await record.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
  const env = { TOOLGATE_DATA: folder, TOOLGATE_SECRET: TEST_SECRET }
  t.match(await runCommand(['record', 'verify'], env), { code: 0, out: /1 row verified, 1 to 1, 0 problems/ })
  sql("update calls set principal = 'key:bob'")
  t.match(await runCommand(['record', 'verify'], env), { code: 1, out: /changed {2}row 1 \(call .* of workshop_look\).*1 problem\./s })
  const { out = '' } = await runCommand(['record', 'verify', '--json'], env)
  t.match(JSON.parse(out), { rows: 1, problems: [{ kind: 'changed', seq: 1 }] })
})
