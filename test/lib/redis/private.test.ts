import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import t, { type Test } from 'tap'
import { checkRedis } from '../../../src/lib/redis/check.ts'
import { startPrivateRedis } from '../../../src/lib/redis/private.ts'
import { recorder } from '../../helpers/log.ts'
import { clientOf, dataFolder, isAlive, kill9PrivateRedis, otherProcess, pidOf } from '../../helpers/private-redis.ts'

t.test('it has all guarantees that the check requires', async t => {
  const { client } = await started(t, dataFolder(t))
  t.strictSame(await checkRedis(client), { durability: 'strict', warnings: [], errors: [] })
})

t.test('no other user reaches it: a socket in a private folder, and no port', async t => {
  const dataDir = dataFolder(t)
  const { client, redis } = await started(t, dataDir)
  t.match(redis.endpoint, { kind: 'single', options: { path: /\/redis\/redis\.sock$/ } })
  t.equal(statSync(path.join(dataDir, 'redis')).mode & 0o777, 0o700)
  t.match(await client.config('GET', 'port'), ['port', '0'])
})

t.test('it inherits no secret, and no signal of the terminal', async t => {
  process.env['TOOLGATE_KEYS'] = 'hunter2'
  t.teardown(() => delete process.env['TOOLGATE_KEYS'])
  const dataDir = dataFolder(t)
  await started(t, dataDir)
  const pid = pidOf(dataDir)
  t.notMatch(readFileSync(`/proc/${pid}/environ`, 'utf8'), /hunter2/)
  const [, , session] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ').slice(1)
  t.equal(Number(session), pid, 'its own session')
})

t.test('close stops it and keeps the data for the next start', async t => {
  const dataDir = dataFolder(t)
  const first = await started(t, dataDir)
  await first.client.set('a', '1')
  const pid = pidOf(dataDir)
  await first.redis.close()
  t.notOk(isAlive(pid))
  const second = await started(t, dataDir)
  t.equal(second.redis.adopted, false)
  t.equal(await second.client.get('a'), '1')
})

t.test('a Redis that dies is restarted; the data and the clients return', async t => {
  const dataDir = dataFolder(t)
  const { client, log } = await started(t, dataDir)
  await client.set('a', '1')
  for (const round of [1, 2]) {
    await kill9PrivateRedis(dataDir)
    t.equal(await client.get('a'), '1', `round ${round}`)
    t.match(await log.next('warn'), { message: /stopped; restarting it/ })
    t.match(await log.next('info'), { message: /has recovered/ })
  }
})

t.test('kill -9 of the gateway leaves it running, and the next start adopts it', async t => {
  const dataDir = dataFolder(t)
  const gateway = await otherProcess(t, dataDir)
  const pid = pidOf(dataDir)
  await gateway.kill9()
  const { redis } = await started(t, dataDir)
  t.equal(redis.adopted, true)
  t.equal(pidOf(dataDir), pid)
  await redis.close()
  t.notOk(isAlive(pid), 'the adopting gateway stops it')
})

t.test('kill -9 of everything loses no confirmed write', async t => {
  const dataDir = dataFolder(t)
  const gateway = await otherProcess(t, dataDir)
  const first = await started(t, dataDir)
  for (let number = 1; number <= 100; number++) await first.client.rpush('list', number)
  await Promise.all([gateway.kill9(), kill9PrivateRedis(dataDir)])
  await first.redis.close()
  const second = await started(t, dataDir)
  t.equal(await second.client.llen('list'), 100)
})

t.test('several processes on one folder share one server, and the last to leave stops it', async t => {
  const dataDir = dataFolder(t)
  const [one, two] = await Promise.all([otherProcess(t, dataDir), otherProcess(t, dataDir)])
  const { redis, client } = await started(t, dataDir)
  t.strictSame([one.adopted, two.adopted, redis.adopted].filter(adopted => adopted).length, 2)
  const pid = pidOf(dataDir)
  await one.close()
  await two.close()
  t.equal(await client.ping(), 'PONG')
  await redis.close()
  t.notOk(isAlive(pid))
})

t.test('several processes agree on one new server when theirs dies', async t => {
  const dataDir = dataFolder(t)
  const users = await Promise.all([started(t, dataDir), started(t, dataDir), started(t, dataDir)])
  await kill9PrivateRedis(dataDir)
  t.strictSame(await Promise.all(users.map(({ client }) => client.incr('n'))).then(counts => counts.toSorted()), [1, 2, 3])
})

t.test('a server whose socket file was removed is stopped, and its data served again', async t => {
  const dataDir = dataFolder(t)
  const gateway = await otherProcess(t, dataDir)
  const lost = pidOf(dataDir)
  await gateway.kill9()
  rmSync(path.join(dataDir, 'redis/redis.sock'))
  const { redis } = await started(t, dataDir)
  t.equal(redis.adopted, false)
  t.notOk(isAlive(lost))
})

t.test('a server that does not respond yet is waited for, and not started twice', async t => {
  const dataDir = dataFolder(t)
  const gateway = await otherProcess(t, dataDir)
  const pid = pidOf(dataDir)
  await gateway.kill9()
  process.kill(pid, 'SIGSTOP')
  const starting = started(t, dataDir)
  await sleep(1_500)
  process.kill(pid, 'SIGCONT')
  t.equal((await starting).redis.adopted, true)
  t.equal(pidOf(dataDir), pid)
})

t.test('a server that still loads its data is waited for', async t => {
  const dataDir = dataFolder(t)
  const first = await started(t, dataDir)
  await first.client.mset(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`key-${at}`, randomBytes(2_000)])))
  await first.client.bgrewriteaof()
  await sleep(500) // one record per key from now on
  await first.redis.close()
  const slow = ['--key-load-delay', '100000', '--loading-process-events-interval-bytes', '1024']
  const server = spawn('redis-server', [path.join(dataDir, 'redis/redis.conf'), ...slow], { cwd: path.join(dataDir, 'redis') })
  t.teardown(() => server.kill())
  await sleep(300)
  const redis = await startPrivateRedis({ dataDir, log: recorder() })
  t.teardown(() => redis.close())
  t.equal(redis.adopted, true)
  const client = new Redis({ ...redis.endpoint.options, enableReadyCheck: false })
  t.teardown(() => client.disconnect())
  t.equal(await client.dbsize(), 20, 'no command is refused as LOADING')
})

t.test('a process ID that belongs to another program now is left alone', async t => {
  const dataDir = dataFolder(t)
  const first = await started(t, dataDir)
  await first.redis.close()
  const stranger = spawn('sleep', ['60'])
  t.teardown(() => stranger.kill())
  writeFileSync(path.join(dataDir, 'redis/redis.pid'), String(stranger.pid))
  await started(t, dataDir)
  t.equal(stranger.exitCode, null)
})

t.test('a failed start shows the last lines of its log', async t => {
  const dataDir = dataFolder(t)
  const first = await started(t, dataDir)
  await first.client.set('a', '1')
  await first.redis.close()
  const folder = path.join(dataDir, 'redis/appendonlydir')
  writeFileSync(path.join(folder, 'appendonly.aof.1.incr.aof'), 'nonsense')
  await t.rejects(startPrivateRedis({ dataDir, log: recorder() }), /exited during startup.*Bad file format/s)
})

t.test('a last write that a power failure truncated does not prevent the start', async t => {
  const dataDir = dataFolder(t)
  const first = await started(t, dataDir)
  await first.client.set('a', '1')
  await first.client.set('b', '2')
  await first.redis.close()
  const file = path.join(dataDir, 'redis/appendonlydir/appendonly.aof.1.incr.aof')
  truncateSync(file, statSync(file).size - 3)
  const second = await started(t, dataDir)
  t.strictSame(await second.client.mget('a', 'b'), ['1', null])
})

t.test('without the program, the start says how to install it', async t => {
  const dataDir = dataFolder(t)
  const { PATH } = process.env
  process.env['PATH'] = '/nowhere'
  t.teardown(() => {
    process.env['PATH'] = PATH
  })
  await t.rejects(
    startPrivateRedis({ dataDir, log: recorder() }),
    /No redis-server or valkey-server was found on PATH. Run script\/bootstrap/
  )
})

t.test('if the path is too long for a socket', async t => {
  const long = (t: Test): string => dataFolder(t, 'x'.repeat(100))

  t.test('it is a loopback port with a password', async t => {
    const dataDir = long(t)
    const { redis, client } = await started(t, dataDir)
    t.match(redis.endpoint.options, { host: '127.0.0.1', password: /^[\w-]{43}$/ })
    t.equal(await client.ping(), 'PONG')
    const stranger = clientOf(t, { kind: 'single', options: { ...redis.endpoint.options, password: 'guess' } })
    await t.rejects(stranger.ping(), /WRONGPASS|NOAUTH/)
    for (const file of ['redis.conf', 'address.json']) t.equal(statSync(path.join(dataDir, 'redis', file)).mode & 0o777, 0o600, file)
    t.notMatch(readFileSync(`/proc/${pidOf(dataDir)}/cmdline`, 'utf8'), String(redis.endpoint.options.password))
  })

  t.test('it is adopted, and restarts where its clients look for it', async t => {
    const dataDir = long(t)
    const gateway = await otherProcess(t, dataDir)
    await gateway.kill9()
    const { redis, client } = await started(t, dataDir)
    t.equal(redis.adopted, true)
    await client.set('a', '1')
    await kill9PrivateRedis(dataDir)
    t.equal(await client.get('a'), '1')
  })

  t.test('a start moves to another port if another program has taken it', async t => {
    const dataDir = long(t)
    const first = await started(t, dataDir)
    await first.client.set('a', '1')
    await first.redis.close()
    const { port = 0 } = first.redis.endpoint.options
    const stranger = createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(port, '127.0.0.1')
    t.teardown(() => stranger.close())
    const second = await started(t, dataDir)
    t.not(second.redis.endpoint.options.port, port)
    t.equal(await second.client.get('a'), '1')
  })
})

async function started(t: Test, dataDir: string) {
  const log = recorder()
  const redis = await startPrivateRedis({ dataDir, log })
  t.teardown(() => redis.close())
  await log.next('info') // that it started or adopted
  return { redis, log, client: clientOf(t, redis.endpoint) }
}
