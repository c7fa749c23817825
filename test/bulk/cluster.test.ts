import { test } from 'tap'
import { createJobs } from '../../src/bulk/jobs.ts'
import { connectRedis, type RedisUse, whenReady } from '../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../src/lib/redis/endpoint.ts'
import { buildWorker } from '../../src/worker.ts'
import { alice, QUICK, quiet, requestFor, runToEnd, shelfAction } from '../helpers/bulk.ts'
import { startCluster } from '../helpers/cluster.ts'

test('on a cluster: the whole life of a job', async t => {
  const { url } = await startCluster(t)
  const endpoint = parseRedisUrl(url)
  const connect = (use: RedisUse) => connectRedis(endpoint, use, quiet)
  const probe = connect('http')
  await whenReady(probe, 10_000)
  probe.disconnect()
  const action = shelfAction()
  const connections = { get: async () => ({ client: { base: '' }, instance: null, sandbox: false }) }
  const shared = { connect, connections, hostId: 'h1', log: quiet, settings: QUICK }
  const gateways = [createJobs({ ...shared, publicUrl: '' }), createJobs({ ...shared, publicUrl: '' })] as const
  const workers = gateways.map(jobs => buildWorker({ ...shared, jobs, adapterOf: () => action }))
  t.teardown(async () => {
    for (const one of [...workers, ...gateways]) await one.close()
  })
  const [here, there] = gateways
  for (let at = 0; at < 5; at++) {
    const end = await runToEnd(here, requestFor(action, { input: { many: 300 } }))
    t.match(end, { status: 'completed', progress: { succeeded: 300 } })
    t.match(await there.get(alice, end.id), { status: 'completed' })
    t.equal((await there.items(alice, end.id, { limit: 50, outcome: 'succeeded' })).items.length, 50)
  }
  t.equal((await there.list(alice, { limit: 3 })).items.length, 3)
})
