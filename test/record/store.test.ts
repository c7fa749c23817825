import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { runCommand } from '../../src/cli.ts'
import { secretsOf } from '../../src/lib/secrets.ts'
import { linesOf, signedLine } from '../../src/record/block.ts'
import { CHAIN, type Link, ORIGIN, signer } from '../../src/record/chain.ts'
import { callRow } from '../../src/record/entry.ts'
import { writeHead } from '../../src/record/head.ts'
import { rowText } from '../../src/record/row.ts'
import { blockOf } from '../../src/record/store/database.ts'
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
    const { record, verify, edit, sql } = await startRecord(t, [look], {}, await url())
    let added = 0
    const add = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index++) record.end(...endedCall(look, ++added))
      await record.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
    }
    const found = async (): Promise<string[]> => (await verify()).problems.map(({ kind, seq }) => `${kind} ${seq}`)
    const block = async (): Promise<string> => String((await sql('select text from blocks where last = 8'))[0]?.['text'])
    const write = (text: string) => sql('update blocks set text = ? where last = 8', text)
    /** Makes a change, and takes it back. */
    const foundWith = async (change: (text: string) => string): Promise<string[]> => {
      const before = await block()
      await write(change(before))
      const result = await found()
      await write(before)
      return result
    }
    await add(8)
    t.match(await verify(), { rows: 8, from: 1, to: 8, problems: [] })

    const inRow = (seq: number, from: string, to: string) =>
      foundWith(text => text.replace(new RegExp(`^\\[${seq},.*$`, 'm'), line => line.replace(from, to)))
    t.strictSame(await inRow(3, '_look', '_loop'), ['changed 3'], 'one byte of a column')
    t.strictSame(await inRow(8, '"r8"', '"r7"'), ['changed 8'], 'one byte of the body, in the last row')
    t.strictSame(await inRow(5, '"succeeded"', '"succeedem"'), ['changed 5'], 'an outcome that cannot occur')
    t.strictSame(await inRow(5, '"ended"', '"endee"'), ['changed 5'], 'a kind that cannot occur')
    t.strictSame(await inRow(5, ']\t', '\t'), ['changed 5'], 'a row that cannot be read')
    const [, second = '', third = ''] = (await block()).split('\n')
    const swapped = (first: string, other: string) => foundWith(text => text.replace(`${second}\n${third}`, `${first}\n${other}`))
    t.strictSame(await swapped(third, second), ['changed 2', 'changed 3'], 'two rows')
    const renumbered = [third.replace('[3,', '[2,'), second.replace('[2,', '[3,')] as const
    t.strictSame(await swapped(...renumbered), ['changed 2', 'changed 3'], 'two rows with the number of each other')
    t.strictSame(await swapped(`${second}\n${second}`, third), ['changed 2'], 'a row that is there twice')
    t.strictSame(await found(), [])

    for (const change of ['shown = 0', 'slot = slot - 1', "begun = 'x'"]) {
      const [before] = await sql('select shown, slot, begun from blocks')
      await sql(`update blocks set ${change}`)
      t.strictSame(await found(), ['hidden 1'], change)
      await sql('update blocks set shown = 1, slot = ?, begun = null', Number(before?.['slot']))
    }
    t.strictSame(await found(), [])
    await sql("update terms set term = 'x' || term where term like '%operation%'")
    t.strictSame(await found(), ['hidden 1'], 'from searches with a filter')
    await sql("update terms set term = substr(term, 2) where term like 'x%'")

    await edit(4, () => undefined)
    t.strictSame(await found(), ['missing 4'])
    await edit(8, () => undefined)
    t.strictSame(await found(), ['missing 4', 'missing 8'], 'also the last row')
    await add(1)
    t.strictSame(
      await found(),
      ['missing 4', 'missing 8', 'missing 9'],
      'the gateway notices it, too: it marks the gap and continues after it'
    )
    t.match((await record.calls.list({ id: 'alice', scopes: [] }, { limit: 20 })).items.length, 7, 'the mark is not a call')
    await sql('delete from blocks where last = 10')
    t.strictSame(await found(), ['missing 4', 'missing 8', 'missing 9', 'missing 10'], 'a whole block')
  })

  t.test(`${name}: the blocks of seconds and of many rows are one chain`, { skip }, async t => {
    const { app, record, verify, sql } = await startRecord(t, [look], {}, await url())
    for (let count = 0; count < 600; count++) record.end(...endedCall(look, count))
    for (let count = 0; count < 3; count++) await callAs(app, 'alice', 'workshop_look')
    const listed: string[] = []
    for await (const rows of record.calls.pages({ id: 'alice', scopes: [] }, {}, new AbortController().signal))
      listed.push(...rows.map(({ id, at }) => `${at} ${id}`))
    t.equal(listed.length, 603)
    t.strictSame(
      listed.map(row => row.slice(0, 24)),
      listed
        .map(row => row.slice(0, 24))
        .toSorted()
        .reverse(),
      'the newest first'
    )
    const first = await record.calls.list({ id: 'alice', scopes: [] }, { operation: 'workshop_look', limit: 100 })
    const second = await record.calls.list(
      { id: 'alice', scopes: [] },
      { operation: 'workshop_look', limit: 100, ...(first.next_cursor !== null && { cursor: first.next_cursor }) }
    )
    t.strictSame(
      [...first.items, ...second.items].map(({ id, at }) => `${at} ${id}`),
      listed.slice(0, 200)
    )
    t.match(await verify(), { rows: 603, problems: [] })
    await sql('update blocks set mac = (select mac from blocks where last = 600) where last = 512')
    const problems = (await verify()).problems.map(({ kind, seq }) => `${kind} ${seq}`)
    t.strictSame(problems, ['changed 1', 'changed 513'], 'the signature of a block, and of the one after it')
    await sql('delete from blocks where last = 600')
    t.ok(
      (await verify()).problems.some(
        ({ kind, seq, message }) => kind === 'missing' && seq === 513 && message === 'rows 513 to 600 are missing'
      )
    )
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
      const { digest, mac } = signer(guessed)
      let link: Link = ORIGIN
      for (const values of await sql('select * from blocks order by last')) {
        const texts = linesOf(blockOf(values)).map(({ text }) => text.replace('key:alice', 'key:bob'))
        const digests = texts.map(digest)
        link = { seq: link.seq + texts.length, mac: mac(link, digests) }
        const text = texts.map((text, index) => signedLine(text, digests[index] ?? '')).join('\n')
        await sql('update blocks set text = ?, mac = ? where last = ?', text, link.mac, link.seq)
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
    const { app, record, verify, edit } = await startRecord(t, [look], {}, await url())
    const bodies = ['{', 'null', '[]', '{}', '{"summary":[]}', '{"summary":null,"input_digest":"","request_id":""}']
    const attempts = '{"summary":{},"input_digest":"","request_id":"","attempts":7}'
    const times = ['9000000000000000', '9223372036854775807', '-9223372036854775808', 'null']
    const changes: readonly (readonly [from: RegExp, to: string])[] = [
      ...[...bodies, attempts].map(body => [/\t.*\t/, `\t${body}\t`] as const),
      ...times.map(time => [/,\d{13},/, `,${time},`] as const),
      [/"succeeded"/, '"lost"']
    ]
    for (let count = 0; count <= changes.length; count++) await callAs(app, 'alice', 'workshop_look')
    const rows = async () => (await record.calls.list({ id: 'alice', scopes: [] }, { limit: 20 })).items
    const ids = (await rows()).map(({ id }) => id).reverse()
    for (const [index, [from, to]] of changes.entries()) await edit(index + 1, line => line.replace(from, to))
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
    t.match(await verify(), { from: 1_101, to: 1_100, rows: 0, problems: [] }, 'the chain continues after the checkpoint')
    t.strictSame([...(await sql('select * from terms')), ...(await sql('select * from items'))], [])
    await callAs(app, 'alice', 'workshop_look')
    const [call] = (await record.calls.list({ id: 'alice', scopes: [] }, { limit: 5 })).items
    t.match(await verify(), { from: 1_101, rows: 1, problems: [] })
    const forged = `${call?.id.slice(0, -1)}${call?.id.endsWith('0') ? '1' : '0'}`
    await sql(
      "insert into blocks select 5, slot, replace(replace(text, '[1101,', '[5,'), ?, ?), mac, begun, shown from blocks",
      call?.id ?? '',
      forged
    )
    await sql('insert into terms select term, slot, 5 from terms')
    for (const filter of [{}, { operation: 'workshop_look' }])
      t.strictSame(
        (await record.calls.list({ id: 'alice', scopes: [] }, { ...filter, limit: 5 })).items.map(({ id }) => id),
        [call?.id],
        'a row that was added before the checkpoint is not shown'
      )
    await t.rejects(record.calls.get({ id: 'alice', scopes: [] }, forged), /No call/)
    await sql('delete from blocks where last = 1101')
    t.match(await verify(), { problems: [{ kind: 'missing', seq: 1_101 }] }, 'a deletion by someone else')
  })

  t.test(`${name}: toolgate record verify prints what is wrong, and exits with 1`, { skip }, async t => {
    const databaseUrl = await url()
    const { app, record, folder, edit } = await startRecord(t, [look], {}, databaseUrl)
    await callAs(app, 'alice', 'workshop_look')
    await record.calls.list({ id: 'alice', scopes: [] }, { limit: 1 })
    const env = { TOOLGATE_DATA: folder, TOOLGATE_SECRET: TEST_SECRET, ...(databaseUrl && { RECORD_DATABASE_URL: databaseUrl }) }
    t.match(await runCommand(['record', 'verify'], env), { code: 0, out: /1 row verified, 1 to 1, 0 problems/ })
    await edit(1, line => line.replace('key:alice', 'key:bob'))
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
      await client.xadd(streamKey('host'), '*', 'e', row)
      await client.xadd(streamKey('host'), '*', 'e', `${row}\n${begun}`) // the second attempt has more
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
