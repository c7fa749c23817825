import { test } from 'tap'
import { jobsOnCluster } from '../helpers/bulk-cluster.ts'

test('on a cluster: ten jobs of 2,000 items, a worker killed in each', { timeout: 600_000 }, t =>
  jobsOnCluster(t, { items: 2_000, jobs: 10 })
)
