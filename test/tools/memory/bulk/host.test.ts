import t from 'tap'
import { jobKey } from '../../../../src/bulk/keys.ts'
import { createConnections } from '../../../../src/connections.ts'
import adapter from '../../../../src/tools/memory/bulk/invalidate-links.ts'
import { awayJobs, temporaryFolder } from '../../../helpers/app.ts'
import { quiet, root, startBulk } from '../../../helpers/bulk.ts'
import { awayRedis } from '../../../helpers/redis.ts'

for (const [graph, database, queue] of [
  ['in a file are taken by the host that has it', '', 'host-h1'],
  ['on a server are taken by any worker', 'postgres://nobody@127.0.0.1:1/none', 'jobs']
] as const)
  t.test(`jobs over a graph ${graph}`, async t => {
    const connections = createConnections({
      source: () => ({ environment: { MEMORY_DATABASE_URL: database }, systems: {}, sandbox: undefined }),
      jobs: awayJobs(),
      log: quiet,
      dataDirectory: await temporaryFolder(t),
      allowPrivate: [],
      redis: awayRedis(t)
    })
    const { jobs, request, redis } = await startBulk(t, [adapter], { connections, worker: false, settings: { preview_wait_ms: 1 } })
    const { id } = await jobs.create(request(adapter, { caller: root, input: { source: 'notes' } }))
    t.equal(await redis.client().hget(jobKey(id, 'meta'), 'queue'), queue)
  })
