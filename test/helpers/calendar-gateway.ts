/** A gateway with its worker, in a process of its own, for tests that kill it: `node calendar-gateway.ts <address of the stand-in>`. Prints its address. */
import path from 'node:path'
import pino from 'pino'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import { loadCatalog } from '../../src/catalog.ts'
import { loadConfig } from '../../src/config.ts'
import { openGateway } from '../../src/gateway.ts'
import { environmentNames } from '../../src/instances.ts'
import { openJobStore } from '../../src/redis.ts'
import { QUICK } from './bulk.ts'

const [address = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const catalog = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
const names = { systems: catalog.tools.map(tool => tool.name), environment: catalog.tools.flatMap(environmentNames) }
const google = Object.entries(CLIENT).map(([name, value]) => [`GOOGLE_${name.toUpperCase()}`, value])
const environment = {
  ...process.env,
  ...Object.fromEntries(google),
  PORT: '0',
  CALENDAR_URL: address,
  GOOGLE_TOKEN_URL: `${address}/token`,
  CALENDAR_REQUESTS_PER_MINUTE: '100000',
  CALENDAR_WRITES_PER_SECOND: '1000'
}
const config = loadConfig(environment, names)
const store = await openJobStore(config, log)
const jobs = { ...config.jobs, ...QUICK }
const gateway = await openGateway({ config: { ...config, port: 0, jobs }, catalog, store, log, sandbox: undefined, version: '0.0.0' })
process.stdout.write(`${await gateway.listen()}\n`)
