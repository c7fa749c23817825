import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { runCommand } from '../../src/cli.ts'
import { secretsOf } from '../../src/lib/secrets.ts'
import { CHAIN, type Link, ORIGIN, rowMac } from '../../src/record/chain.ts'
import { callRow } from '../../src/record/entry.ts'
import { writeHead } from '../../src/record/head.ts'
import { rowText } from '../../src/record/row.ts'
import { toRow } from '../../src/record/store/database.ts'
import { streamKey } from '../../src/record/stream.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { fakeOperation } from '../helpers/fake-tool.ts'
import { newDatabase, noPostgres } from '../helpers/postgres.ts'
import { callAs, endedCall, startRecord } from '../helpers/record.ts'
import { TEST_SECRET } from '../helpers/secrets.ts'
import { readUntil } from '../helpers/wait-until.ts'

const WHAT = { what: Type.Optional(Type.String({ description: 'What', maxLength: 99 })) }

const look = fakeOperation('look', WHAT)
const write = fakeOperation('write', WHAT, () => ({ seen: 'done' }), { permission: 'write' })

/** Everything that the database does, for each of the two. `url`: of PostgreSQL. */
const DATABASES = [
  { name: 'SQLite', skip: false, url: () => undefined },
  { name: 'PostgreSQL', skip: noPostgres ?? false, url: newDatabase }
] as const

for (const { name, skip, url } of DATABASES) {
  t.test(`${name}: verification names each row that was changed, hidden, moved or removed`, { skip }, async t => {
    const { app, record, verify, sql } = await startRecord(t, [look], {}, await url())
    const add = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index++) await callAs(app, 'alice', 'workshop_look', { what: `${index}` })
      await record.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
    }
    const found = async (): Promise<string[]> => (await verify()).problems.map(({ kind, seq }) => `${kind} ${seq}`)
    const swap = async (): Promise<void> => {
      await sql('update calls set seq = 100 where seq = 2')
      await sql('update calls set seq = 2 where seq = 3')
      await sql('update calls set seq = 3 where seq = 100')
    }
    await add(8)
    t.match(await verify(), { rows: 8, from: 1, to: 8, problems: [] })

    await sql("update calls set operation = 'workshop_loop' where seq = 3")
    t.strictSame(await found(), ['changed 3'], 'one byte of a column')
    await sql("update calls set operation = 'workshop_look' where seq = 3")
    await sql("update calls set body = replace(body, 'by_name', 'by_nama') where seq = 8")
    t.strictSame(await found(), ['changed 8'], 'one byte of the body, in the last row')
    await sql("update calls set body = replace(body, 'by_nama', 'by_name'), shown = 0 where seq = 8")
    t.strictSame(await found(), ['hidden 8'])
    await sql('update calls set shown = 1')
    for (const change of ["outcome = 'succeedem'", "kind = 'endee'"]) {
      await sql(`update calls set ${change} where seq = 5`)
      t.strictSame(await found(), ['changed 5'], `${change}, which cannot occur`)
      await sql("update calls set outcome = 'succeeded', kind = 'ended' where seq = 5")
    }
    await swap()
    t.strictSame(await found(), ['changed 2', 'changed 3', 'changed 4'], 'two rows, and the row after them')
    await swap()
    t.strictSame(await found(), [])

    await sql('delete from calls where seq = 4')
    t.strictSame(await found(), ['missing 4'])
    await sql('delete from calls where seq = 8')
    t.strictSame(await found(), ['missing 4', 'missing 8'], 'also the last row')
    await add(1)
    t.strictSame(
      await found(),
      ['missing 4', 'missing 8', 'missing 9'],
      'the gateway notices it, too: it marks the gap and continues after it'
    )
    t.match((await record.calls.list({ id: 'alice', scopes: [] }, { limit: 20 })).items.length, 7, 'the mark is not a call')
  })

  t.test(
    `${name}: verification finds a chain that was recomputed without the key, and a head that was replaced or removed`,
    { skip },
    async t => {
      const { app, record, reopen, verify, sql, head } = await startRecord(t, [look], {}, await url())
      const read = async (from = record): Promise<void> => {
        await callAs(app, 'alice', 'workshop_look')
        await from.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
      }
      const found = async (): Promise<string[]> => (await verify()).problems.map(({ kind, seq }) => `${kind} ${seq}`)
      for (let count = 0; count < 4; count++) await read()
      const [guessed] = secretsOf(['a guess']).derive(CHAIN)
      const macOf = rowMac(guessed)
      let link: Link = ORIGIN
      for (const values of await sql('select * from calls order by seq')) {
        const row = { ...toRow(values), principal: 'key:bob' }
        link = { seq: row.seq, mac: macOf(link, rowText(row)) }
        await sql('update calls set principal = ?, mac = ? where seq = ?', row.principal, link.mac, row.seq)
      }
      t.strictSame(await found(), ['changed 1', 'changed 2', 'changed 3', 'changed 4'])
      writeHead(head, { head: link, checkpoint: ORIGIN }, guessed)
      t.strictSame(await found(), ['head null', 'changed 1', 'changed 2', 'changed 3', 'changed 4'])
      rmSync(head)
      t.ok((await found()).includes('head null'), 'no head')
      await read()
      t.ok((await found()).includes('missing 5'), 'the gateway notices it and marks it, too')
      rmSync(head)
      await reopen().deleteOld()
      await read()
      t.ok((await found()).includes('missing 7'), 'as does one that starts')
    }
  )

  t.test(`${name}: a row that was changed hides no other, and verification names it`, { skip }, async t => {
    const { app, record, verify, sql } = await startRecord(t, [look], {}, await url())
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
    for (const [index, [column, value]] of changes.entries()) await sql(`update calls set ${column} = ? where seq = ?`, value, index + 1)
    const found = await rows()
    t.equal(found.length, changes.length + 1)
    for (const [index, id] of ids.entries()) {
      const isChanged = index < changes.length
      const row = found.find(one => one.id === id)
      t.match(row, { operation: 'workshop_look', decision: isChanged ? null : 'allow', message: isChanged ? /cannot be read/ : null })
      t.strictSame(await record.calls.get({ id: 'alice', scopes: [] }, id), row)
    }
    t.strictSame(
      (await verify()).problems.map(({ kind, seq }) => `${kind} ${seq}`),
      changes.map((_, index) => `changed ${index + 1}`)
    )
  })

  t.test(`${name}: a record without rows has no problem, whether it was read or not`, { skip }, async t => {
    const { record, verify } = await startRecord(t, [look], {}, await url())
    t.strictSame((await verify()).problems, [])
    await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })
    t.strictSame((await verify()).problems, [])
  })

  t.test(`${name}: retention deletes the oldest rows and moves the checkpoint, from which verification starts`, { skip }, async t => {
    const { app, record, verify, sql } = await startRecord(t, [look], { retention_days: 0 }, await url())
    for (let count = 0; count < 1_100; count++) record.end(...endedCall(look, count))
    await record.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
    t.match(await verify(), { from: 1, to: 1_100, rows: 1_100, problems: [] })
    await record.deleteOld()
    t.match(await verify(), { from: 1_100, to: 1_100, rows: 1, problems: [] }, 'the last row is kept as the end of the chain')
    await callAs(app, 'alice', 'workshop_look')
    await record.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
    t.match(await verify(), { from: 1_100, rows: 2, problems: [] })
    await sql(
      "insert into calls select 5, kind, 'forged', at, principal, system, operation, outcome, reason, body, mac, 1 from calls where seq = 1101"
    )
    const { items } = await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })
    t.notOk(
      items.some(({ id }) => id === 'forged'),
      'a row that was added before the checkpoint is not shown'
    )
    await t.rejects(record.calls.get({ id: 'alice', scopes: [] }, 'forged'), /No call forged/)
    await sql('delete from calls where seq = 1100')
    t.match(await verify(), { problems: [{ kind: 'missing', seq: 1_100 }] }, 'a deletion by someone else')
  })

  t.test(`${name}: toolgate record verify prints what is wrong, and exits with 1`, { skip }, async t => {
    const databaseUrl = await url()
    const { app, record, folder, sql } = await startRecord(t, [look], {}, databaseUrl)
    await callAs(app, 'alice', 'workshop_look')
    await record.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
    const env = { TOOLGATE_DATA: folder, TOOLGATE_SECRET: TEST_SECRET, ...(databaseUrl && { RECORD_DATABASE_URL: databaseUrl }) }
    t.match(await runCommand(['record', 'verify'], env), { code: 0, out: /1 row verified, 1 to 1, 0 problems/ })
    await sql("update calls set principal = 'key:bob'")
    t.match(await runCommand(['record', 'verify'], env), { code: 1, out: /changed {2}row 1 \(call .* of workshop_look\).*1 problem\./s })
    const { out = '' } = await runCommand(['record', 'verify', '--json'], env)
    t.match(JSON.parse(out), { rows: 1, problems: [{ kind: 'changed', seq: 1 }] })
  })

  t.test(`${name}: a call that is delivered twice has one row, and its beginning is hidden`, { skip }, async t => {
    const { app, redis, record, verify } = await startRecord(t, [write], {}, await url())
    const client = redis.client()
    await callAs(app, 'alice', 'workshop_write')
    const row = rowText(callRow(endedCall(write, 1)[0], 'key', false, endedCall(write, 1)[1]))
    const begun = rowText(callRow(endedCall(write, 2)[0], 'key', false))
    const rows = async () => (await record.calls.list({ id: 'alice', scopes: [] }, { limit: 9 })).items
    t.equal((await rows()).length, 1)
    for (let count = 0; count < 2; count++) {
      await client.xadd(streamKey('host'), '*', 'e', `${row}\n${row}\n${begun}`)
      t.equal((await rows()).length, 3)
    }
    t.match(await verify(), { problems: [] })
  })

  t.test(`${name}: text is found in any case of ASCII, whatever the locale`, { skip }, async t => {
    const { record } = await startRecord(t, [look], {}, await url())
    const [call, end] = endedCall(look, 1)
    record.end(call, { ...end, error: { reason: 'server_error', message: 'ÄPFEL at 100%_\\ "quoted"' } })
    const count = async (text: string): Promise<number> =>
      (await record.calls.list({ id: 'alice', scopes: [] }, { text, limit: 5 })).items.length
    for (const text of ['Äpfel', 'Workshop_LOOK pfel', '100%_', 'KEY:alice']) t.equal(await count(text), 1, text)
    for (const text of ['äpfel', '100%%', 'w%k', '_orkshop', '\\']) t.equal(await count(text), text === '\\' ? 1 : 0, text)
  })
}

/** A connection to a database that can be interrupted. */
async function interruptible(t: Test, url: string) {
  const sockets = new Set<Socket>()
  const { port, hostname } = new URL(url)
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => other.destroy())
      socket.pipe(other)
    }
  })
  const listen = async (at: number): Promise<number> => {
    await once(server.listen(at, '127.0.0.1'), 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const own = await listen(0)
  const interrupt = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  t.teardown(interrupt)
  return { url: Object.assign(new URL(url), { port: own }).href, interrupt, restore: () => listen(own) }
}

t.test(
  'while PostgreSQL is unavailable, calls wait in Redis, and none is lost or written twice',
  { skip: noPostgres ?? false },
  async t => {
    const server = await interruptible(t, await newDatabase())
    const { app, record, verify } = await startRecord(t, [look, write], {}, server.url)
    const list = () => callAs(app, 'alice', 'calls_list', { system: 'workshop' })
    await callAs(app, 'alice', 'workshop_write')
    t.match(await list(), { data: { items: [{ operation: 'workshop_write' }] } })
    t.equal(record.problem(), undefined)
    server.interrupt()
    t.match(await callAs(app, 'alice', 'workshop_write'), { success: true })
    await callAs(app, 'alice', 'workshop_look')
    t.match(await list(), { error: { details: { reason: 'connection_failed', outcome: 'not_executed' } } })
    t.match(record.problem(), /has not been writable since .*: calls wait in Redis/)
    await server.restore()
    await readUntil(list, ({ data }) => data?.items.length === 3, 'all calls are in the record')
    t.equal(record.problem(), undefined)
    t.match(await verify(), { problems: [] })
  }
)

t.test('data folders that use one database have a record each', { skip: noPostgres ?? false }, async t => {
  const { app, record, reopen, verify } = await startRecord(t, [look], {}, await newDatabase())
  const other = reopen({ dataDirectory: await temporaryFolder(t), hostId: 'o'.repeat(64) })
  await callAs(app, 'alice', 'workshop_look')
  const rows = async (of: typeof record) => (await of.calls.list({ id: 'alice', scopes: [] }, { limit: 9 })).items
  t.equal((await rows(record)).length, 1)
  t.strictSame(await rows(other), [])
  t.match(await verify(), { rows: 1, problems: [] })
})
