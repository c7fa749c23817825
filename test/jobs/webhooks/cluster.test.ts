import { test } from 'tap'
import { createJobs } from '../../../src/jobs/jobs.ts'
import { connectRedis, type RedisUse, whenReady } from '../../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../../src/lib/redis/endpoint.ts'
import { buildWorker } from '../../../src/server/worker.ts'
import { QUICK, requestFor, runToEnd, silentLog, testAdapter, until } from '../../helpers/bulk.ts'
import { startCluster } from '../../helpers/cluster.ts'
import { listen } from '../../helpers/listen.ts'
import { testSecrets } from '../../helpers/secrets.ts'
import { SOON, typesOf, webhooksTo } from '../../helpers/webhooks.ts'

test('a webhook is delivered on a cluster, with the keys of jobs, queue and maintenance on different nodes', async t => {
  const { url } = await startCluster(t)
  const receiver = await listen(t)
  const endpoint = parseRedisUrl(url)
  const connect = (use: RedisUse) => connectRedis(endpoint, use, silentLog)
  const probe = connect('http')
  await whenReady(probe, 10_000)
  probe.disconnect()
  const action = testAdapter()
  const connections = { get: async () => ({ client: { base: '' }, instance: null, sandbox: false }) }
  const settings = { ...QUICK, ...SOON }
  const shared = { connect, connections, hostId: 'h1', log: silentLog, settings, webhooks: webhooksTo(receiver.port) }
  const jobs = createJobs({ secrets: testSecrets, ...shared, publicUrl: '' })
  const worker = buildWorker({ secrets: testSecrets, ...shared, jobs, adapterOf: () => action })
  t.teardown(async () => {
    await worker.close()
    await jobs.close()
  })
  const options = { dry_run: false, max_items: 1_000, on_failure: 'continue' as const, notify_url: receiver.url }
  const { id } = await runToEnd(jobs, requestFor(action, { options }))
  await until(jobs, id, ({ notifications }) => notifications?.deliveries.filter(({ status }) => status === 200).length === 2)
  t.same(typesOf(receiver.seen).toSorted(), ['job.awaiting_confirmation', 'job.completed'])
})
