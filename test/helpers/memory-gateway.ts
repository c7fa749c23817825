/** A gateway in a process of its own over the memory graph: `node memory-gateway.ts <data folder> [<MEMORY_DATABASE_URL>]`. Prints its address. */
import pino from 'pino'
import { buildApp } from '../../src/app.ts'
import { createConnections } from '../../src/connections.ts'
import { makeCatalog } from '../../src/contract/catalog.ts'
import { OPEN_PORTS } from '../../src/contract/ports.ts'
import { connectRedis } from '../../src/lib/redis/connect.ts'
import { awayJobs } from './app.ts'
import { quiet } from './bulk.ts'
import { definitionsOf } from './definitions.ts'

const [dataDirectory = '', url = ''] = process.argv.slice(2)
const definitions = await definitionsOf('memory')
const catalog = makeCatalog(definitions.filter(({ kind }) => kind === 'operation'))
const jobs = awayJobs()
const log = pino({ level: 'warn' }, pino.destination(2)) // a defect is seen in the output of the test
const connections = createConnections({
  source: () => ({ environment: { MEMORY_DATABASE_URL: url }, systems: {}, sandbox: undefined }),
  jobs,
  log,
  dataDirectory,
  redis: connectRedis({ kind: 'single', options: { path: '/nonexistent/redis.sock' } }, 'http', quiet)
})
const auth = { identify: () => 'unknown' as const, anonymous: { id: 'storm', scopes: ['*'] } }
const app = await buildApp({ catalog, connections, jobs, ports: OPEN_PORTS, auth, log, checks: [] })
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
