import { test } from 'tap'
import { createJobs } from '../../../src/bulk/jobs.ts'
import { connectRedis, type RedisUse, whenReady } from '../../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../../src/lib/redis/endpoint.ts'
import { buildWorker } from '../../../src/worker.ts'
import { QUICK, quiet, requestFor, runToEnd, shelfAction, until } from '../../helpers/bulk.ts'
import { startCluster } from '../../helpers/cluster.ts'
import { listen } from '../../helpers/listen.ts'
import { SOON, typesOf, webhooksTo } from '../../helpers/webhooks.ts'

test('on a cluster, where jobs, queue and the list of what to look after are on different nodes, a job is told of', async t => {
  const { url } = await startCluster(t)
  const receiver = await listen(t)
  const endpoint = parseRedisUrl(url)
  const connect = (use: RedisUse) => connectRedis(endpoint, use, quiet)
  const probe = connect('http')
  await whenReady(probe, 10_000)
  probe.disconnect()
  const action = shelfAction()
  const connections = { get: async () => ({ client: { base: '' }, instance: null, sandbox: false }) }
  const settings = { ...QUICK, ...SOON }
  const shared = { connect, connections, hostId: 'h1', log: quiet, settings, webhooks: webhooksTo(receiver.port) }
  const jobs = createJobs({ ...shared, publicUrl: '' })
  const worker = buildWorker({ ...shared, jobs, adapterOf: () => action })
  t.teardown(async () => {
    await worker.close()
    await jobs.close()
  })
  const options = { dry_run: false, max_items: 1_000, on_failure: 'continue' as const, notify_url: receiver.url }
  const { id } = await runToEnd(jobs, requestFor(action, { options }))
  await until(jobs, id, ({ notifications }) => notifications?.deliveries.filter(({ status }) => status === 200).length === 2)
  t.same(typesOf(receiver.seen).toSorted(), ['job.awaiting_confirmation', 'job.completed'])
})
