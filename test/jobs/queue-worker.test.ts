import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { startQueueWorker } from '../../src/jobs/scheduling/bullmq.ts'
import { JOB_DEFAULTS } from '../../src/jobs/settings.ts'
import { connectRedis, whenReady } from '../../src/lib/redis/connect.ts'
import { QUICK, silentLog } from '../helpers/bulk.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { waitUntil } from '../helpers/wait-until.ts'

test('a worker that is closed at any moment while Redis does not respond leaves no connection, which would keep the process alive', async t => {
  const server = await startTestRedis(t)
  const settings = { ...JOB_DEFAULTS, ...QUICK, drain_ms: 100 }
  const closings = [0, 300, 900, 1_300, 1_600, 2_000].map(async (pause, index) => {
    const redis = connectRedis({ kind: 'single', options: server.options }, 'jobs', silentLog)
    await whenReady(redis, 10_000)
    const worker = startQueueWorker(`queue-${index}`, {
      redis,
      process: async () => {},
      concurrency: 1,
      settings,
      log: silentLog,
      onFailed: () => {}
    })
    return async () => {
      await sleep(pause)
      await worker.close()
      redis.disconnect()
    }
  })
  const close = await Promise.all(closings)
  const observer = server.client()
  const connections = async (): Promise<string[]> =>
    String(await observer.client('LIST'))
      .trim()
      .split('\n')
  await waitUntil(
    async () => (await connections()).filter(line => line.includes('cmd=bzpopmin')).length >= close.length,
    'every worker waits for jobs'
  )
  server.freeze()
  await Promise.all(close.map(one => one()))
  server.thaw()
  await sleep(1_500) // longer than any delay between attempts to connect
  t.equal((await connections()).length, 1, 'the connection of this test is the only one')
})
