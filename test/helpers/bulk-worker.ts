/** A worker in a process of its own, for tests that kill it: `node bulk-worker.ts <REDIS_URL> <base URL of the counting server> <settings beside QUICK> [port that webhooks go to]`. */
import { createJobs } from '../../src/bulk/jobs.ts'
import { connectRedis, type RedisUse } from '../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../src/lib/redis/endpoint.ts'
import { buildWorker } from '../../src/worker.ts'
import { QUICK, quiet } from './bulk.ts'
import { countedActions } from './bulk-actions.ts'
import { webhooksTo } from './webhooks.ts'

const [url = '', base = '', more = '{}', port] = process.argv.slice(2)
const settings = { ...QUICK, ...JSON.parse(more) }
const webhooks = port === undefined ? undefined : webhooksTo(Number(port))
const endpoint = parseRedisUrl(url)
const connect = (use: RedisUse) => connectRedis(endpoint, use, quiet)
const connections = { get: async () => ({ client: { base }, instance: null, sandbox: false }) }
const jobs = createJobs({ connect, connections, hostId: 'h1', publicUrl: '', log: quiet, settings })
const actions = countedActions(base)
const adapterOf = (id: string) => actions.find(action => action.id === id)
const worker = buildWorker({
  connect,
  connections,
  jobs,
  hostId: 'h1',
  log: quiet,
  adapterOf,
  settings,
  ...(webhooks && { webhooks })
})
process.once('SIGTERM', async () => {
  await worker.close()
  await jobs.close()
})
process.stdout.write('ready\n')
