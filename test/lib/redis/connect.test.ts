import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { COMMAND_TIMEOUT, connectRedis, type RedisUse, whenReady } from '../../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../../src/lib/redis/endpoint.ts'
import { recorder } from '../../helpers/log.ts'
import { startTestRedis } from '../../helpers/redis.ts'

t.test('http: commands fail at once while Redis is unavailable, and work again soon after it recovers', async t => {
  const { redis, client } = await connected(t, 'http')
  await redis.kill9()
  const since = Date.now()
  await t.rejects(client.get('a'))
  t.ok(Date.now() - since < COMMAND_TIMEOUT, 'without waiting for it')
  await redis.restart()
  await whenReady(client, 60_000)
  t.equal(await client.get('a'), '1')
})

t.test('http: a command whose reply was lost is not sent again', async t => {
  const { redis, client } = await connected(t, 'http')
  redis.freeze()
  const counted = client.incr('a')
  await sleep(20)
  await Promise.all([t.rejects(counted), redis.restart()])
  await whenReady(client, 60_000)
  t.equal(await client.get('a'), '1')
})

t.test('http: a Redis that does not respond has a timeout', { timeout: 120_000 }, async t => {
  const { redis, client } = await connected(t, 'http')
  redis.freeze()
  const since = Date.now()
  await t.rejects(client.get('a'), /timed out/)
  t.ok(Date.now() - since < 10 * COMMAND_TIMEOUT)
  redis.thaw()
  t.equal(await client.get('a'), '1')
})

t.test('http: a connection that stays open but carries no replies is replaced', { timeout: 120_000 }, async t => {
  const redis = await startTestRedis(t)
  const replies: { from: Socket; to: Socket }[] = []
  const proxy = createServer(socket => {
    const server = connect(redis.options.path ?? '')
    socket.on('error', () => server.destroy()).on('close', () => server.destroy())
    socket.pipe(server).pipe(socket)
    replies.push({ from: server, to: socket })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const client = connectRedis(parseRedisUrl(`redis://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`), 'http', recorder())
  t.teardown(() => {
    client.disconnect()
    proxy.close()
  })
  await whenReady(client, 60_000)
  await client.set('a', '1')
  for (const { from, to } of replies) from.unpipe(to)
  await t.rejects(client.get('a'), /timed out/)
  await new Promise<void>(resolve => client.once('ready', resolve))
  t.equal(await client.get('a'), '1')
})

t.test('jobs: commands wait until Redis recovers', async t => {
  const { redis, client } = await connected(t, 'jobs')
  await redis.kill9()
  const answer = client.get('a')
  await sleep(100)
  await redis.restart()
  t.equal(await answer, '1')
})

t.test('an outage is one log line when it starts and one when it ends', async t => {
  const { redis, client, log } = await connected(t, 'http')
  await redis.kill9()
  await sleep(400)
  await redis.restart()
  await whenReady(client, 60_000)
  t.strictSame(
    log.lines.map(({ level }) => level),
    ['warn', 'info']
  )
})

t.test('waiting for an unreachable Redis ends with the reason', async t => {
  const client = connectRedis(parseRedisUrl('redis://127.0.0.1:1'), 'http', recorder())
  t.teardown(() => client.disconnect())
  await t.rejects(whenReady(client, 1_000), /cannot be reached: .*ECONNREFUSED/)
})

async function connected(t: Test, use: RedisUse) {
  const redis = await startTestRedis(t)
  const log = recorder()
  const client = connectRedis(parseRedisUrl(redis.url), use, log)
  t.teardown(() => client.disconnect())
  await whenReady(client, 60_000)
  await client.set('a', '1')
  return { redis, log, client }
}
