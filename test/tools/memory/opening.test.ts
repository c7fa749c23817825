import { once } from 'node:events'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import pg from 'pg'
import t from 'tap'
import { OperationError } from '../../../src/contract/errors.ts'
import { openSqlite } from '../../../src/tools/memory/store/database/sqlite.ts'
import { tableOf } from '../../../src/tools/memory/store/database/word-index.ts'
import { translateError } from '../../../src/tools/memory/store/errors.ts'
import { limitConcurrency } from '../../../src/tools/memory/store/fair-access.ts'
import { perform, performAll } from '../../../src/tools/memory/store/perform.ts'
import type { Engine } from '../../../src/tools/memory/store/session.ts'
import { createThread } from '../../../src/tools/memory/store/thread/graph-thread.ts'
import type { TaskResult } from '../../../src/tools/memory/store/thread/serve-graph.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { openMemory } from '../../helpers/memory.ts'
import { newDatabase, noPostgres } from '../../helpers/postgres.ts'

t.test('a memory file that could not be opened is opened once the cause is removed', async t => {
  const roots = await temporaryFolder(t)
  const folder = path.join(roots, '.data', 'memory')
  const file = path.join(folder, 'default.sqlite')
  await mkdir(folder, { recursive: true })
  await writeFile(file, 'This is not a database, but someone put it here.'.repeat(100))
  const { call } = await openMemory(t, { roots })
  const add = () => call('add_link', { from: 'A', relation: 'uses', to: 'B' })
  for (const attempt of ['at first', 'again'])
    t.match(await add(), { status: 503, error: { details: { reason: 'configuration_invalid' } } }, attempt)
  await rm(file)
  t.match(await add(), { status: 201 })
  t.match(await call('get_object', { name: 'A' }), { status: 200 })
})

for (const [what, meet] of [
  ['never responds', () => undefined],
  ['hangs up', (socket: Socket) => void socket.destroy()]
] as const)
  t.test(`a database that ${what} is reported as unreachable, with the outcome not_executed`, async t => {
    const sockets: Socket[] = []
    const server = createServer(socket => {
      sockets.push(socket)
      socket.on('error', () => undefined)
      meet(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { call } = await openMemory(t, { environment: { MEMORY_DATABASE_URL: `postgres://user:hush@127.0.0.1:${port}/none` } })
    t.match(await call('add_link', { from: 'A', relation: 'uses', to: 'B' }), {
      status: 502,
      error: { details: { reason: 'connection_failed', outcome: 'not_executed' } }
    })
  })

t.test('a database error gets its meaning, wherever the driver reports it', async t => {
  const coded = (code: string) => Object.assign(new Error('refused'), { code })
  const meanings: [Error, string, string][] = [
    [new Error('Connection terminated unexpectedly'), 'connection_failed', 'unknown'],
    [new Error('failed', { cause: new Error('Connection terminated unexpectedly') }), 'connection_failed', 'unknown'],
    [new Error('timeout exceeded when trying to connect'), 'connection_failed', 'not_executed'],
    [coded('57P01'), 'connection_failed', 'unknown'],
    [coded('ECONNRESET'), 'connection_failed', 'unknown'],
    [coded('ECONNREFUSED'), 'connection_failed', 'not_executed'],
    [coded('57014'), 'network_timeout', 'not_executed'],
    [coded('53100'), 'storage_full', 'not_executed'],
    [coded('53200'), 'busy', 'not_executed'],
    [coded('53300'), 'busy', 'not_executed'],
    [coded('40001'), 'busy', 'not_executed']
  ]
  for (const [error, reason, outcome] of meanings) {
    const translated = translateError(error)
    t.match(translated, { reason, details: { outcome } }, `${error.message} ${reason}`)
    t.ok(translated instanceof OperationError)
  }
  const defect = new Error('a defect')
  t.equal(translateError(defect), defect)
})

t.test('no other user of the host can read the shared files', async t => {
  const folder = path.join(await temporaryFolder(t), 'memory')
  const thread = createThread(path.join(folder, 'memory.sqlite'), true)
  t.teardown(() => thread.close())
  await thread.send({ kind: 'read', name: 'ping', namespace: '', input: undefined })
  t.equal((await stat(folder)).mode & 0o077, 0)
})

t.test('a thread drops abandoned requests, and a dropped write is not applied', async t => {
  const file = path.join(await temporaryFolder(t), 'memory.sqlite')
  const thread = createThread(file, true)
  t.teardown(() => thread.close())
  const ping = { kind: 'read', name: 'ping', namespace: '', input: undefined } as const
  await thread.send(ping)
  const gone = new AbortController()
  const kept = thread.send(ping)
  const dropped = thread.send(ping, gone.signal)
  gone.abort(new Error('nobody waits'))
  await t.rejects(dropped, { message: 'nobody waits' })
  t.equal(await kept, null)
  await t.rejects(thread.send(ping, gone.signal), { message: 'nobody waits' }, 'a disconnected caller is not served')
  const leaving = new AbortController()
  const write = { kind: 'write', name: 'addLink', namespace: 'a', input: { from: 'A', relation: 'uses', to: 'B' } } as const
  const first = thread.send(ping)
  const undone = thread.send(write, leaving.signal)
  leaving.abort(new Error('too late'))
  t.match(await undone.catch(error => error), { reason: 'client_closed', details: { outcome: 'not_executed' } })
  await first
  const read = { kind: 'read', name: 'getStatistics', namespace: 'a', input: undefined } as const
  t.match(await thread.send(read), { links: 0 })
  t.equal(thread.waiting(), 0, 'dropped requests are removed, too')
})

t.test('too many waiting calls of one graph are refused, and those of another are not', async t => {
  const thread = createThread(path.join(await temporaryFolder(t), 'memory.sqlite'), true)
  t.teardown(() => thread.close())
  const ask = limitConcurrency((asked, signal) => thread.send(asked, signal), { read: { max: 4, each: 3 }, write: { max: 4, each: 3 } })
  const ping = (namespace: string) => ask({ kind: 'read', name: 'ping', namespace, input: undefined })
  const many = Array.from({ length: 503 }, () => ping('mallory'))
  await t.rejects(ping('mallory'), {
    reason: 'busy',
    code: 'UNAVAILABLE_ERROR',
    details: { outcome: 'not_executed', retry_after_ms: 1000 }
  })
  t.equal(await ping('alice'), null)
  t.ok(thread.waiting() > 0, 'before all earlier ones')
  t.ok((await Promise.all(many)).every(answer => answer === null))
})

t.test('a full disk is reported as such, and exactly the accepted writes remain', async t => {
  const engine = await openSqlite(path.join(await temporaryFolder(t), 'memory.sqlite'), { writes: true })
  t.teardown(() => engine.close())
  const { db } = engine
  t.match(await performAll(engine, [adding('a', 'A')]), [{ result: { created: true } }])
  const [pages] = (await sql<{ page_count: number }>`pragma page_count`.execute(db)).rows
  const limitTo = (max: number) => sql`pragma max_page_count = ${sql.lit(max)}`.execute(db)
  await limitTo(pages?.page_count ?? 0)
  const large = (at: number) => ({ from: `B${at}`, relation: 'uses', to: 'Z', fact: 'word'.repeat(3000) + at })
  const all = Array.from({ length: 20 }, (_none, at) => ({ kind: 'write', name: 'addLink', namespace: 'a', input: large(at) }) as const)
  const ends = await performAll(engine, all)
  t.equal(ends.length, 20)
  for (const end of ends)
    t.match(translateError('error' in end && end.error), { reason: 'storage_full', details: { outcome: 'not_executed' } })
  await limitTo(1_000_000)
  t.match(await performAll(engine, [adding('a', 'C')]), [{ result: { created: true } }])
  t.match(await perform(engine, { kind: 'read', name: 'getStatistics', namespace: 'a', input: undefined }), { links: 2 })
})

t.test('a request that cannot be cloned fails alone, and the others of its batch are done', async t => {
  const thread = createThread(path.join(await temporaryFolder(t), 'memory.sqlite'), true)
  t.teardown(() => thread.close())
  const odd = { kind: 'write', name: 'addLink', namespace: 'a', input: { from: () => 'A' } } as const
  const ends = await Promise.allSettled([thread.send(adding('a', 'A')), thread.send(odd), thread.send(adding('a', 'B'))])
  t.match(ends, [{ value: { created: true } }, { reason: { name: 'DataCloneError' } }, { value: { created: true } }])
  t.equal(thread.waiting(), 0)
})

t.test('a result that cannot be cloned fails alone, and the others of its batch are returned', async t => {
  const folder = path.join(import.meta.dirname, '..', '..', '..', 'src', 'tools', 'memory')
  const program = `const { workerData: { folder, file } } = require('node:worker_threads')
    const { pathToFileURL } = require('node:url')
    const at = name => import(pathToFileURL(folder + name))
    at('/graph/api.ts').then(async ({ WRITES }) => {
      const { addLink } = WRITES
      WRITES.addLink = async (session, input) => ({ ...(await addLink(session, input)), ...(input.from === 'Odd' && { odd: () => 1 }) })
      const { serve } = await at('/store/thread/serve-graph.ts')
      serve(file, true)
    })`
  const file = path.join(await temporaryFolder(t), 'memory.sqlite')
  const worker = new Worker(program, { eval: true, workerData: { folder, file } })
  t.teardown(() => worker.terminate())
  const results: TaskResult[] = []
  const isOver = new Promise<void>(resolve =>
    worker.on('message', (all: TaskResult[]) => {
      if (results.push(...all) === 3) resolve()
    })
  )
  worker.postMessage(['A', 'Odd', 'B'].map((from, id) => ({ ...adding('a', from), id })))
  await isOver
  t.match(
    results.toSorted((one, other) => one.id - other.id),
    [{ result: { created: true } }, { error: { defect: /could not be cloned/ } }, { result: { created: true } }]
  )
})

t.test('a file locked by another process is waited for once, for any number of writes', async t => {
  const file = path.join(await temporaryFolder(t), 'memory.sqlite')
  const engine = await openSqlite(file, { writes: true })
  t.teardown(() => engine.close())
  await sql`pragma busy_timeout = 50`.execute(engine.db)
  const { counting, transactions } = counted(engine)
  const all = ['A', 'B', 'C'].map(from => adding('a', from))
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  const ends = await performAll(counting, all)
  other.close()
  t.equal(transactions(), 1)
  t.equal(ends.length, 3)
  for (const end of ends) t.match(translateError('error' in end && end.error), { reason: 'busy', message: /kept the memory file locked/ })
  t.match(await performAll(counting, all), [{ result: { created: true } }, { result: {} }, { result: {} }])
})

t.test('a failing write costs the others of its batch no extra sync each', async t => {
  const engine = await openSqlite(':memory:', { writes: true })
  t.teardown(() => engine.close())
  const { counting, transactions } = counted(engine)
  const missing = { kind: 'write', name: 'invalidateLink', namespace: 'b', input: { which: { id: 99 } } } as const
  const all = [...Array.from({ length: 20 }, (_none, at) => adding('a', `A${at}`)), missing, ...['C', 'D'].map(from => adding('a', from))]
  const ends = await performAll(counting, all)
  t.equal(transactions(), 4, 'all of them, those before it, itself, those after it')
  t.same(
    ends.flatMap((end, place) => ('error' in end ? [place] : [])),
    [20]
  )
  t.match(ends[20], { error: { reason: 'link_not_found' } })
  const { objects } = Object(await perform(engine, { kind: 'read', name: 'getStatistics', namespace: 'a', input: undefined }))
  t.equal(objects, 23, 'each is applied once')
})

t.test('writes of one transaction are written to the word index together', async t => {
  const engine = await openSqlite(':memory:', { writes: true })
  t.teardown(() => engine.close())
  await performAll(
    engine,
    Array.from({ length: 10 }, (_none, at) => adding('a', `A${at}`))
  )
  for (const kind of ['object', 'link'] as const) {
    const segments = sql`select distinct segid from ${sql.table(`${tableOf(kind)}_idx`)}`
    t.equal((await segments.execute(engine.db)).rows.length, 1, `one segment of ${kind}s`)
  }
})

const adding = (namespace: string, from: string) =>
  ({ kind: 'write', name: 'addLink', namespace, input: { from, relation: 'uses', to: 'Z' } }) as const

function counted(engine: Engine) {
  let transactions = 0
  const writing: Engine['writing'] = work => {
    transactions++
    return engine.writing(work)
  }
  return { counting: { ...engine, writing }, transactions: () => transactions }
}

t.test('while one graph is locked on a server, others can be read and written', { skip: noPostgres ?? false }, async t => {
  const url = await newDatabase()
  const identify = (key: string) => ({ id: key, scopes: ['*'] })
  const { call } = await openMemory(t, { auth: { identify, anonymous: undefined }, environment: { MEMORY_DATABASE_URL: url } })
  const as = (key: string) => ({ 'x-api-key': key })
  const add = (key: string, from: string) => call('add_link', { from, relation: 'uses', to: 'X' }, as(key))
  for (const key of ['alice', 'bob']) t.equal((await add(key, 'A')).status, 201)
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  t.teardown(() => holder.end())
  await holder.query("begin; select id from memory_namespaces where name = 'key:alice' for update")
  let over = 0
  const held = Array.from({ length: 12 }, async (_none, at) => {
    const { status } = await add('alice', `Held ${at}`)
    over++
    return status
  })
  t.equal((await call('get_object', { name: 'A' }, as('bob'))).status, 200)
  t.equal((await call('get_object', { name: 'A' }, as('alice'))).status, 200, 'and she reads the earlier state')
  t.equal((await add('bob', 'B')).status, 201)
  t.equal(over, 0, 'meanwhile, her writes wait')
  await holder.query('commit')
  t.same(new Set(await Promise.all(held)), new Set([201]))
})

t.test('a missing or invalid MEMORY_SEED file is reported until it is fixed', async t => {
  const seed = path.join(await temporaryFolder(t), 'seed.ndjson')
  const { call, send } = await openMemory(t, { environment: { MEMORY_SEED: seed } })
  const refused = (message: RegExp) => ({ status: 503, error: { code: 'CONFIGURATION_ERROR', message } })
  const search = () => call('search', { query: 'ada' })
  t.match(await search(), refused(/MEMORY_SEED, .*seed\.ndjson: cannot be read \(ENOENT\)/))
  await writeFile(seed, '{"kind":"object","name":"Ada"}\n{"name":"no kind"}\n')
  t.match(await search(), refused(/seed\.ndjson: line 2 has no kind\.$/))
  const { data } = await send({ method: 'GET', url: '/v1/tools/memory' })
  t.match(JSON.stringify(data), /"available":false.*line 2 has no kind/)
  await writeFile(seed, '{"kind":"object","name":"Ada"}\n')
  t.equal((await search()).data.items.length, 1)
})
