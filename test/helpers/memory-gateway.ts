/**
 * A separate gateway process over the memory graph: `node memory-gateway.ts <data folder> [<MEMORY_DATABASE_URL>]`. Prints its address.
 */

import pino from 'pino'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { connectRedis } from '../../src/lib/redis/connect.ts'
import { OPEN_PORTS } from '../../src/pipeline/ports.ts'
import { buildApp } from '../../src/server/app.ts'
import { createConnections } from '../../src/systems/connections.ts'
import { unavailableJobs } from './app.ts'
import { silentLog } from './bulk.ts'
import { definitionsOf } from './definitions.ts'
import { testSecrets } from './secrets.ts'

const [dataDirectory = '', url = ''] = process.argv.slice(2)
const definitions = await definitionsOf('memory')
const catalog = createCatalog(definitions.filter(({ kind }) => kind === 'operation'))
const jobs = unavailableJobs()
const log = pino({ level: 'warn' }, pino.destination(2)) // a defect shows in the output of the test
const connections = createConnections({
  secrets: testSecrets,
  source: () => ({ environment: { MEMORY_DATABASE_URL: url }, systems: {}, sandbox: undefined }),
  log,
  dataDirectory,
  redis: connectRedis({ kind: 'single', options: { path: '/nonexistent/redis.sock' } }, 'http', silentLog)
})
const auth = { identify: () => 'unknown' as const, anonymous: { id: 'storm', scopes: ['*'] } }
const app = await buildApp({ webhookSecrets: () => [], catalog, connections, jobs, ports: OPEN_PORTS, auth, log, checks: [] })
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
