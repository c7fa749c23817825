import { test } from 'tap'
import { jobsOnCluster } from '../helpers/bulk-cluster.ts'

test('on a cluster, with two gateways and two workers: the whole life of a job, a worker killed', t =>
  jobsOnCluster(t, { items: 300, jobs: 1 }))
