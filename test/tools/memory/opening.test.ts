import { once } from 'node:events'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import t from 'tap'
import { OperationError } from '../../../src/contract/errors.ts'
import { translated } from '../../../src/tools/memory/store/failures.ts'
import { createThread } from '../../../src/tools/memory/store/thread.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { openMemory } from '../../helpers/memory.ts'

t.test('a memory file that could not be opened is opened once nothing is in the way', async t => {
  const roots = await temporaryFolder(t)
  const folder = path.join(roots, '.data', 'memory')
  const file = path.join(folder, 'default.sqlite')
  await mkdir(folder, { recursive: true })
  await writeFile(file, 'This is no database, but somebody put it here.'.repeat(100))
  const { call } = await openMemory(t, { roots })
  const add = () => call('add_link', { from: 'A', relation: 'uses', to: 'B' })
  for (const attempt of ['at first', 'again'])
    t.match(await add(), { status: 503, error: { details: { reason: 'configuration_invalid' } } }, attempt)
  await rm(file)
  t.match(await add(), { status: 201 })
  t.match(await call('get_object', { name: 'A' }), { status: 200 })
})

for (const [what, meet] of [
  ['never answers', () => undefined],
  ['hangs up', (socket: Socket) => void socket.destroy()]
] as const)
  t.test(`a database that ${what} cannot be reached, and nothing was done`, async t => {
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

t.test('what a database refuses is told by its meaning, wherever the driver tells it', async t => {
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
    [coded('53200'), 'server_error', 'not_executed'],
    [coded('40001'), 'server_error', 'not_executed']
  ]
  for (const [error, reason, outcome] of meanings) {
    const told = translated(error)
    t.match(told, { reason, details: { outcome } }, `${error.message} ${reason}`)
    t.ok(told instanceof OperationError)
  }
  const defect = new Error('a defect')
  t.equal(translated(defect), defect)
})

t.test('what all keys keep is read by nobody else of the machine', async t => {
  const folder = path.join(await temporaryFolder(t), 'memory')
  const thread = createThread(path.join(folder, 'memory.sqlite'), true)
  t.teardown(() => thread.close())
  await thread.ask({ kind: 'read', name: 'ping', namespace: '', input: undefined })
  t.equal((await stat(folder)).mode & 0o077, 0)
})

t.test('a thread drops reads whose caller has gone, and takes no more than it can do in time', async t => {
  const file = path.join(await temporaryFolder(t), 'memory.sqlite')
  const thread = createThread(file, true)
  t.teardown(() => thread.close())
  const ping = { kind: 'read', name: 'ping', namespace: '', input: undefined } as const
  await thread.ask(ping)
  const gone = new AbortController()
  const kept = thread.ask(ping)
  const dropped = thread.ask(ping, gone.signal)
  gone.abort(new Error('nobody waits'))
  await t.rejects(dropped, { message: 'nobody waits' })
  t.equal(await kept, null)
  await t.rejects(thread.ask(ping, gone.signal), { message: 'nobody waits' }, 'one that has gone is not asked for')
  const many = Array.from({ length: 1000 - thread.waiting() }, () => thread.ask(ping))
  await t.rejects(thread.ask(ping), { message: /1000 calls of the memory graph under way already/ })
  t.ok((await Promise.all(many)).every(answer => answer === null))
  t.equal(await thread.ask(ping), null)
  t.equal(thread.waiting(), 0, 'the dropped one is forgotten, too')
})
