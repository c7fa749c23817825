import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { temporaryFolder } from './helpers/app.ts'
import { startProcess } from './helpers/process.ts'
import { startTestRedis } from './helpers/redis.ts'

t.test('an outage of Redis is told once when it begins and once when it ends, however many connections there are', async t => {
  const redis = await startTestRedis(t)
  const gateway = await startProcess(t, { TOOLGATE_DATA: await temporaryFolder(t), REDIS_URL: redis.url })
  const said = (words: string): number => gateway.output().split(words).length - 1
  await redis.kill9()
  while (said('Redis is away') === 0) await pause(20)
  await pause(500)
  await redis.restart()
  while (said('Redis is back') === 0) await pause(20)
  await pause(1500)
  t.equal(said('Redis is away'), 1)
  t.equal(said('Redis is back'), 1)
})
