import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { embeddedStore } from '../../../src/tools/memory/store/open.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { openMemory } from '../../helpers/memory.ts'
import { newDatabase, noPostgres } from '../../helpers/postgres.ts'
import { startProcess } from '../../helpers/process.ts'

const ERASER = path.join(import.meta.dirname, '../../helpers/memory-eraser.ts')

/** Words that occur nowhere else. The index may share the start of a word with others, so their ends are searched. */
const SECRET = {
  object: 'quixotryobject',
  summary: 'zephyrsummary',
  attribute: 'vortexattribute',
  fact: 'kumquatlinkfact',
  type: 'wyverntype'
}
const tails = Object.values(SECRET).map(word => word.slice(4))

const line = (row: object): string => JSON.stringify(row)
/** Enough content that the graph has pages and index segments besides those of the secret. */
const CROWD = Array.from({ length: 400 }, (_, at) =>
  line({ kind: 'link', from: `Thing ${at}`, relation: 'knows', to: `Thing ${at + 1}`, fact: `Thing ${at} knows the next` })
)
const SECRETS = [
  line({
    kind: 'object',
    name: SECRET.object,
    type: SECRET.type,
    summary: `It is a ${SECRET.summary}.`,
    attributes: [{ name: 'code', value: SECRET.attribute }]
  }),
  line({ kind: 'link', from: SECRET.object, relation: 'knows', to: 'Thing 1', fact: `It holds a ${SECRET.fact}` })
]
const FILL: Write[] = [
  ['importLines', { text: CROWD.slice(0, 200).join('\n'), first: 1 }],
  ['importLines', { text: SECRETS.join('\n'), first: 1 }],
  ['importLines', { text: CROWD.slice(200).join('\n'), first: 1 }]
]
type Write = [name: string, input: object]

const DELETE: Write = ['deleteObject', { name: SECRET.object, cascade: true, dry_run: false }]

/** The secret words that any file of the folder still contains. */
function found(folder: string): string[] {
  return readdirSync(folder).flatMap(name => {
    const bytes = readFileSync(path.join(folder, name)).toString('latin1').toLowerCase()
    return tails.filter(tail => bytes.includes(tail)).map(tail => `${name}: ${tail}`)
  })
}

/** Waits until nothing is left, up to two minutes. */
async function untilNone(read: () => string[] | Promise<string[]>): Promise<string[]> {
  for (let times = 0; times < 1_200 && (await read()).length > 0; times++) await sleep(100)
  return await read()
}

async function start(t: Test, file: string, writes: Write[]): Promise<ChildProcess> {
  const child = fork(ERASER, [file, JSON.stringify(writes)])
  t.teardown(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

t.test('deleted text remains in no file of the database', async t => {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'graph.sqlite')
  const first = await start(t, file, FILL)
  t.ok(found(folder).length > 0, 'it is found before')
  await kill(first)
  const second = await start(t, file, [DELETE])
  t.strictSame(await untilNone(() => found(folder)), [], 'after the deletion, while the database is open')
  await kill(second)
  t.strictSame(found(folder), [], 'after a crash')
  await kill(await start(t, file, []))
  t.strictSame(found(folder), [], 'after a restart and another crash')
})

t.test('the remains of a crash are gone after a restart', async t => {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'graph.sqlite')
  await kill(await start(t, file, FILL))
  // A reader in another process keeps the log from being emptied until after the crash.
  const reader = new DatabaseSync(file)
  reader.exec('begin')
  reader.prepare('select count(*) from memory_objects').get()
  await kill(await start(t, file, [DELETE]))
  t.ok(found(folder).length > 0, 'it is in the log')
  reader.close()
  await start(t, file, [])
  t.strictSame(await untilNone(() => found(folder)), [])
})

const UPDATE: Write = ['updateObject', { name: SECRET.object, new_name: 'Plain', summary: '', type: 'thing', attributes: [] }]
const MERGE: Write = ['mergeObjects', { from: SECRET.object, into: 'Thing 0', dry_run: false }]
const DELETE_MERGED: Write = ['deleteObject', { name: 'Thing 0', cascade: true, dry_run: false }]
const NO_ALIASES: Write = ['updateObject', { name: 'Thing 0', aliases: [] }]
/** IDs of the secret link and object: those of the crowd come before. */
const ERASE: Write[] = [
  { kind: 'link', id: 201 },
  { kind: 'object', id: 202 }
].map(part => ['erasePart', { person: { names: [SECRET.object], objects: [202], types: [] }, part }])
const MERGED = [SECRET.fact, SECRET.summary, SECRET.attribute, SECRET.type]

for (const [what, writes, stays] of [
  ['an update', [UPDATE], [SECRET.fact]],
  ['a merge, which keeps the name as an alias', [MERGE], [...MERGED, SECRET.object]],
  ['a merge and the removal of its alias', [MERGE, NO_ALIASES], MERGED],
  ['the deletion of an object with an alias', [MERGE, DELETE_MERGED], []],
  ['the erasure of a person', ERASE, []]
] as const)
  t.test(`text replaced by ${what} remains in no file of the database`, async t => {
    const folder = await temporaryFolder(t)
    const file = path.join(folder, 'graph.sqlite')
    const kept: readonly string[] = stays
    await start(t, file, [...FILL, ...writes])
    const left = () => found(folder).filter(one => !kept.some(word => one.endsWith(word.slice(4))))
    t.strictSame(await untilNone(() => left()), [])
  })

t.test('a file of an earlier version is cleaned when it is opened', async t => {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'graph.sqlite')
  await kill(await start(t, file, FILL))
  const old = new DatabaseSync(file)
  old.exec(`
    pragma user_version = 0;
    pragma secure_delete = off;
    delete from memory_migrations where name > '0003_budgets';
    drop table memory_vectors;
    drop table memory_episodes;
    drop table memory_episode_links;
    drop table memory_object_aliases;
    alter table memory_objects drop column aliases;
    drop table memory_link_texts;
    drop table memory_object_texts;
    create virtual table memory_object_texts using fts5(words, content='', contentless_delete=1, tokenize='ascii');
    create virtual table memory_link_texts using fts5(words, content='', contentless_delete=1, tokenize='ascii');
    insert into memory_object_texts(rowid, words) select id, '§1 ' || lower(name) || ' ' || lower(summary) from memory_objects;
    delete from memory_links where fact like '%${SECRET.fact}%';
    delete from memory_object_texts where rowid = (select id from memory_objects where name = '${SECRET.object}');
    delete from memory_objects where name = '${SECRET.object}';
    pragma wal_checkpoint(truncate)`)
  old.close()
  t.ok(found(folder).length > 0, 'the earlier version left it there')
  const store = embeddedStore(file, undefined)
  t.teardown(() => store.close())
  const { items } = await store.graph('default').read('search', { query: 'thing 17', match: 'all', offset: 0, limit: 5 })
  t.ok(items.length > 0, 'the index is complete')
  t.strictSame(await untilNone(() => found(folder)), [])
})

t.test(
  'no query of PostgreSQL returns a deleted fact, and VACUUM is requested',
  noPostgres === undefined ? {} : { skip: noPostgres },
  async t => {
    const url = await newDatabase()
    const { call } = await openMemory(t, { environment: { MEMORY_DATABASE_URL: url } })
    const client = new pg.Client(url)
    await client.connect()
    t.teardown(() => client.end())
    await call('add_link', { from: SECRET.object, relation: 'knows', to: 'Thing', fact: `It holds a ${SECRET.fact}` })
    await call('update_object', { name: SECRET.object, summary: SECRET.summary })
    t.match(await call('delete_object', { name: SECRET.object, cascade: true, confirm: true }), { status: 200 })
    const { rows: tables } = await client.query("select tablename from pg_tables where schemaname = 'public'")
    t.ok(tables.length >= 6)
    for (const { tablename } of tables) {
      const { rows } = await client.query(`select t::text as text from "${tablename}" t`)
      const text = JSON.stringify(rows).toLowerCase()
      t.strictSame(
        tails.filter(tail => text.includes(tail)),
        [],
        tablename
      )
    }
    const pending = async (): Promise<string[]> => {
      const { rows } = await client.query(
        "select relname, vacuum_count::int as count from pg_stat_user_tables where relname = 'memory_objects'"
      )
      return rows[0]?.count > 0 ? [] : ['no VACUUM ran']
    }
    t.strictSame(await untilNone(pending), [])
  }
)

t.test('a gateway erases at its start what a killed one had deleted, without a call', async t => {
  const data = await temporaryFolder(t)
  const environment = { TOOLGATE_DATA: data, PORT: '0' }
  const first = await startProcess(t, environment)
  const call = async (operation: string, input: object): Promise<number> => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
    return (await fetch(`${first.url}/v1/operations/memory_${operation}`, request)).status
  }
  t.equal(await call('add_link', { from: SECRET.object, relation: 'knows', to: SECRET.type, fact: `It holds a ${SECRET.fact}` }), 201)
  t.equal(await call('delete_object', { name: SECRET.object, cascade: true, confirm: true }), 200)
  await first.kill('SIGKILL')
  t.not(found(path.join(data, 'memory')).length, 0, 'the killed process had no time to erase it')
  await startProcess(t, environment)
  t.strictSame(await untilNone(() => found(path.join(data, 'memory')).filter(name => name.includes(SECRET.fact.slice(4)))), [])
})
