import t from 'tap'
import { jobKey } from '../../../../src/jobs/store/keys.ts'
import { createConnections } from '../../../../src/systems/connections.ts'
import adapter from '../../../../src/tools/memory/bulk/invalidate-links.ts'
import { temporaryFolder } from '../../../helpers/app.ts'
import { root, silentLog, startBulk } from '../../../helpers/bulk.ts'
import { unavailableRedis } from '../../../helpers/redis.ts'
import { testSecrets } from '../../../helpers/secrets.ts'

for (const [graph, database, queue] of [
  ['in a file run on the host that has it', '', 'host-h1'],
  ['on a server run on any worker', 'postgres://nobody@127.0.0.1:1/none', 'jobs']
] as const)
  t.test(`jobs over a graph ${graph}`, async t => {
    const connections = createConnections({
      secrets: testSecrets,
      source: () => ({ environment: { MEMORY_DATABASE_URL: database }, systems: {}, sandbox: undefined }),
      log: silentLog,
      dataDirectory: await temporaryFolder(t),
      allowPrivate: [],
      redis: unavailableRedis(t)
    })
    const { jobs, request, redis } = await startBulk(t, [adapter], { connections, worker: false, settings: { preview_wait_ms: 1 } })
    const { id } = await jobs.create(request(adapter, { caller: root, input: { source: 'notes' } }))
    t.equal(await redis.client().hget(jobKey(id, 'meta'), 'queue'), queue)
  })
