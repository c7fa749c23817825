import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Test, test } from 'tap'
import { connectRedis, whenReady } from '../../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../../src/lib/redis/endpoint.ts'
import { createLock } from '../../../src/lib/redis/lock.ts'
import { createShared } from '../../../src/lib/redis/shared.ts'
import { refusal, silentLog } from '../../helpers/bulk.ts'
import { startCluster } from '../../helpers/cluster.ts'
import { resending } from '../../helpers/intercept-commands.ts'
import { startTestRedis, type TestRedis, unavailableRedis } from '../../helpers/redis.ts'
import { testSecrets } from '../../helpers/secrets.ts'

const { signal } = new AbortController()
const TTL = 1_000

function holder(t: Test, redis: TestRedis, rounds: number, ms: number, ttl = TTL): ChildProcess & { said: () => string } {
  const program = path.join(import.meta.dirname, '../../helpers/lock-process.ts')
  const words = [program, String(redis.options.path), rounds, ms, ttl].map(String)
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  let text = ''
  child.stdout?.on('data', chunk => {
    text += String(chunk)
  })
  return Object.assign(child, { said: () => text })
}

test('one of several processes runs at a time, and all get their turn', async t => {
  const redis = await startTestRedis(t)
  const children = [1, 2, 3].map(() => holder(t, redis, 15, 5))
  await Promise.all(children.map(child => once(child, 'exit')))
  const seen = await redis.client().lrange('inside', 0, -1)
  t.equal(seen.length, 45)
  t.same([...new Set(seen)], ['1'], 'never two of them inside')
})

test('after a kill -9 of its holder the lock is free once it expires, and the next holder has a greater token', async t => {
  const redis = await startTestRedis(t)
  const child = holder(t, redis, 1, 60_000)
  await once(child.stdout ?? child, 'data')
  const first = Number(child.said().split(' ')[1])
  const lock = createLock(redis.client(), 'demo:default')
  const killed = performance.now()
  child.kill('SIGKILL')
  const second = await lock('refresh', TTL, signal, async ({ token }) => token)
  t.ok(second > first, `${second} after ${first}`)
  t.ok(performance.now() - killed > TTL / 4, 'not before')
})

test('a lock lasts as long as its work, however short its lease is', async t => {
  const redis = await startTestRedis(t)
  const lock = createLock(redis.client(), 'demo:default')
  const order: string[] = []
  const long = lock('refresh', 300, signal, async held => {
    order.push('first')
    await sleep(1_200)
    t.notOk(held.signal.aborted)
    order.push('first ends')
  })
  await sleep(50)
  await Promise.all([long, lock('refresh', 300, signal, async () => order.push('second'))])
  t.same(order, ['first', 'first ends', 'second'])
})

test('a holder that was frozen for too long gets an error, and its writes are refused', async t => {
  const redis = await startTestRedis(t)
  const child = holder(t, redis, 1, 2_000, 400)
  await once(child.stdout ?? child, 'data')
  const late = Number(child.said().split(' ')[1])
  child.kill('SIGSTOP')
  const client = redis.client()
  const shared = createShared(client, 'demo:default', 'secret', testSecrets)
  await createLock(client, 'demo:default')('refresh', 400, signal, async ({ token }) => shared.set('token', 'new', 60_000, token))
  child.kill('SIGCONT')
  await once(child, 'exit')
  t.match(child.said(), 'lost')
  t.equal(await shared.set('token', 'old', 60_000, late), false)
  t.equal(await shared.get('token'), 'new')
})

test('an aborted caller stops waiting, and locks of other names and instances are separate', async t => {
  const redis = await startTestRedis(t)
  const lock = createLock(redis.client(), 'demo:default')
  const other = createLock(redis.client(), 'demo:other')
  await lock('refresh', TTL, signal, async () => {
    const impatient = AbortSignal.timeout(100)
    await t.rejects(
      lock('refresh', TTL, impatient, async () => t.fail('not its turn')),
      { name: 'TimeoutError' }
    )
    t.equal(await lock('another', TTL, signal, async () => 'free'), 'free')
    t.equal(await other('refresh', TTL, signal, async () => 'free'), 'free')
  })
})

test('a lock is free again after failed work', async t => {
  const lock = createLock((await startTestRedis(t)).client(), 'demo:default')
  await t.rejects(
    lock('refresh', 60_000, signal, () => Promise.reject(new Error('refused'))),
    { message: 'refused' }
  )
  t.equal(await lock('refresh', 60_000, AbortSignal.timeout(60_000), async () => 'free'), 'free')
})

test('without Redis nothing starts, and the error reports that', async t => {
  const lock = createLock(unavailableRedis(t), 'demo:default')
  await t.rejects(
    lock('refresh', TTL, signal, async () => t.fail('must not run')),
    refusal('redis_unavailable', { details: { outcome: 'not_executed' } })
  )
  const shared = createShared(unavailableRedis(t), 'demo:default', 'secret', testSecrets)
  await t.rejects(shared.get('token'), refusal('redis_unavailable'))
  await t.rejects(shared.set('token', 'x', 1_000), refusal('redis_unavailable'))
})

test('shared texts can only be read with the same settings, and are nowhere in Redis in clear text', async t => {
  const redis = await startTestRedis(t)
  const client = redis.client()
  const shared = createShared(client, 'demo:default', 'the settings', testSecrets)
  t.equal(await shared.get('token'), undefined)
  t.equal(await shared.set('token', 'ya29.secret', 60_000), true)
  t.equal(await createShared(redis.client(), 'demo:default', 'the settings', testSecrets).get('token'), 'ya29.secret', 'another process')
  t.equal(await createShared(client, 'demo:default', 'other settings', testSecrets).get('token'), undefined)
  const [key = ''] = await client.keys('tg:{shared:*')
  t.notMatch(JSON.stringify(await client.hgetall(key)), /ya29|c2VjcmV0/)
  await client.hset(key, 'text', 'forged')
  t.equal(await shared.get('token'), undefined)
})

test('shared texts expire', async t => {
  const shared = createShared((await startTestRedis(t)).client(), 'demo:default', 'secret', testSecrets)
  await shared.set('token', 'x', 50)
  await sleep(300)
  t.equal(await shared.get('token'), undefined)
})

test('locks and shared texts work on a cluster', async t => {
  const client = connectRedis(parseRedisUrl((await startCluster(t)).url), 'http', silentLog)
  t.teardown(() => client.disconnect())
  await whenReady(client, 20_000)
  const shared = createShared(client, 'demo:default', 'secret', testSecrets)
  const lock = createLock(client, 'demo:default')
  t.equal(await lock('refresh', TTL, signal, ({ token }) => shared.set('token', 'x', 60_000, token)), true)
  t.equal(await shared.get('token'), 'x')
})

test('a client that requests the lock again after a lost reply has it, with one token', async t => {
  const redis = await startTestRedis(t)
  const client = resending(connectRedis({ kind: 'single', options: redis.options }, 'http', silentLog))
  t.teardown(() => client.disconnect())
  await whenReady(client, 5_000)
  const lock = createLock(client, 'test')
  const tokens = [
    await lock('twice', TTL, signal, async ({ token }) => token),
    await lock('twice', TTL, signal, async ({ token }) => token)
  ]
  t.same(tokens, [1, 2])
})
