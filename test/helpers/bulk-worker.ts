/**
 * A worker in a separate process, for tests that kill it: `node bulk-worker.ts <REDIS_URL> <base URL of the counting server> <settings
 * besides QUICK> [port that webhooks go to]`.
 */

import { createJobs } from '../../src/jobs/jobs.ts'
import { connectRedis, type RedisUse } from '../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../src/lib/redis/endpoint.ts'
import { buildWorker } from '../../src/server/worker.ts'
import { QUICK, silentLog } from './bulk.ts'
import { countedActions } from './bulk-actions.ts'
import { testSecrets } from './secrets.ts'
import { webhooksTo } from './webhooks.ts'

const [url = '', base = '', more = '{}', port] = process.argv.slice(2)
const settings = { ...QUICK, ...JSON.parse(more) }
const webhooks = port === undefined ? undefined : webhooksTo(Number(port))
const endpoint = parseRedisUrl(url)
const connect = (use: RedisUse) => connectRedis(endpoint, use, silentLog)
const connections = { get: async () => ({ client: { base }, instance: null, sandbox: false }) }
const jobs = createJobs({ secrets: testSecrets, connect, connections, hostId: 'h1', publicUrl: '', log: silentLog, settings })
const actions = countedActions(base)
const adapterOf = (id: string) => actions.find(action => action.id === id)
const worker = buildWorker({
  secrets: testSecrets,
  connect,
  connections,
  jobs,
  hostId: 'h1',
  log: silentLog,
  adapterOf,
  settings,
  ...(webhooks && { webhooks })
})
process.once('SIGTERM', async () => {
  await worker.close()
  await jobs.close()
})
process.stdout.write('ready\n')
