/**
 * A worker in a separate process over the bulk actions of every system, for tests that kill it: `node storm-worker.ts <REDIS_URL> <data
 * folder> <settings besides QUICK>`. The settings of an instance are those that the test keeps in the hash `storm:instances`.
 */

import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { createJobs } from '../../src/jobs/jobs.ts'
import { connectRedis, type RedisUse } from '../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../src/lib/redis/endpoint.ts'
import type { Connections } from '../../src/pipeline/ports.ts'
import { buildWorker } from '../../src/server/worker.ts'
import { createConnections } from '../../src/systems/connections.ts'
import { QUICK, silentLog } from './bulk.ts'
import { EVERY_ACTION } from './every-adapter.ts'
import { unavailableRedis } from './redis.ts'
import { testSecrets } from './secrets.ts'

const [url = '', dataDirectory = '', more = '{}'] = process.argv.slice(2)
const settings = { ...QUICK, ...JSON.parse(more) }
const endpoint = parseRedisUrl(url)
const connect = (use: RedisUse) => connectRedis(endpoint, use, silentLog)
const redis = connect('http')
const noBudget = unavailableRedis({ teardown: () => undefined })

/** A file system has no connection to break: sometimes the result of a call is lost instead. */
const losingResults = (adapter: BulkAdapter): BulkAdapter => ({
  ...adapter,
  async *executeBatch(items, action, call) {
    for await (const result of adapter.executeBatch(items, action, call)) {
      if (Math.random() < 0.2) throw new OperationError('connection_failed', 'The connection broke', { outcome: 'unknown' })
      yield result
    }
  }
})

const actions = Object.values(EVERY_ACTION)
  .flat()
  .map(({ adapter }) => (adapter.tool.local ? losingResults(adapter) : adapter))

const connections: Pick<Connections, 'get'> = {
  async get(tool, instance = '') {
    const kept = await redis.hget('storm:instances', instance)
    const source = { environment: {}, systems: {}, sandbox: { [tool.name]: JSON.parse(kept ?? '{}') } }
    const lenders = { log: silentLog, dataDirectory, allowPrivate: [], redis: noBudget }
    const one = await createConnections({ secrets: testSecrets, source: () => source, ...lenders }).get(tool, undefined, 'bulk')
    return { ...one, instance }
  }
}
const jobs = createJobs({ secrets: testSecrets, connect, connections, hostId: 'h1', publicUrl: '', log: silentLog, settings })
const adapterOf = (id: string) => actions.find(action => action.id === id)
buildWorker({ secrets: testSecrets, connect, connections, jobs, hostId: 'h1', log: silentLog, adapterOf, settings })
process.stdout.write('ready\n')
