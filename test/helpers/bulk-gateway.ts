/** A gateway in a process of its own over the actions of the tests, which leaves jobs to workers: `node bulk-gateway.ts <REDIS_URL>`. */
import pino from 'pino'
import { buildApp } from '../../src/app.ts'
import { createJobs } from '../../src/bulk/jobs.ts'
import { createConnections } from '../../src/connections.ts'
import { makeCatalog } from '../../src/contract/catalog.ts'
import { OPEN_PORTS } from '../../src/contract/ports.ts'
import { connectRedis, type RedisUse } from '../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../src/lib/redis/endpoint.ts'
import { QUICK, quiet } from './bulk.ts'
import { countedActions } from './bulk-actions.ts'
import { jobOperations } from './job-operations.ts'

const [url = ''] = process.argv.slice(2)
const endpoint = parseRedisUrl(url)
const connect = (use: RedisUse) => connectRedis(endpoint, use, quiet)
const catalog = makeCatalog([...(await jobOperations()), ...countedActions('')])
const log = pino({ level: 'silent' })
const connections = createConnections({
  source: () => ({ environment: {}, systems: {}, sandbox: undefined }),
  get jobs() {
    return jobs
  },
  log,
  dataDirectory: '/tmp',
  redis: connect('http')
})
const jobs = createJobs({ connect, connections, hostId: 'h1', publicUrl: '', log, settings: QUICK })
const app = await buildApp({
  catalog,
  connections,
  jobs,
  ports: OPEN_PORTS,
  auth: { identify: () => 'unknown', anonymous: { id: 'alice', scopes: ['*'] } },
  log,
  checks: []
})
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
