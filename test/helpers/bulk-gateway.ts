/** A gateway in a separate process over the actions of the tests. It leaves jobs to workers: `node bulk-gateway.ts <REDIS_URL>`. */

import pino from 'pino'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { createJobs } from '../../src/jobs/jobs.ts'
import { connectRedis, type RedisUse } from '../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../src/lib/redis/endpoint.ts'
import { OPEN_PORTS } from '../../src/pipeline/ports.ts'
import { buildApp } from '../../src/server/app.ts'
import { createConnections } from '../../src/systems/connections.ts'
import { QUICK, silentLog } from './bulk.ts'
import { countedActions } from './bulk-actions.ts'
import { jobOperations } from './job-operations.ts'
import { testSecrets } from './secrets.ts'

const [url = ''] = process.argv.slice(2)
const endpoint = parseRedisUrl(url)
const connect = (use: RedisUse) => connectRedis(endpoint, use, silentLog)
const catalog = createCatalog([...(await jobOperations()), ...countedActions('')])
const log = pino({ level: 'silent' })
const connections = createConnections({
  secrets: testSecrets,
  source: () => ({ environment: {}, systems: {}, sandbox: undefined }),
  log,
  dataDirectory: '/tmp',
  redis: connect('http')
})
const jobs = createJobs({ secrets: testSecrets, connect, connections, hostId: 'h1', publicUrl: '', log, settings: QUICK })
const app = await buildApp({
  webhookSecrets: () => [],
  catalog,
  connections,
  jobs,
  ports: OPEN_PORTS,
  auth: { identify: () => 'unknown', anonymous: { id: 'alice', scopes: ['*'] } },
  log,
  checks: []
})
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
