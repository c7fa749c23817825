import { test } from 'tap'
import { jobsOnCluster } from '../helpers/bulk-cluster.ts'
import { startCluster } from '../helpers/cluster.ts'

test('on a cluster: ten jobs of 2,000 items, a worker killed in each', { timeout: 600_000 }, async t => {
  const { url } = await startCluster(t)
  await jobsOnCluster(t, url, { items: 2_000, jobs: 10 })
})
