/** A gateway with its worker in a separate process, for tests that kill it. Settings come from the environment, those of jobs also from JOB_SETTINGS. Prints its URL. */
import path from 'node:path'
import pino from 'pino'
import { loadConfig } from '../../src/config/config.ts'
import { openGateway } from '../../src/server/gateway.ts'
import { openJobStore } from '../../src/server/redis.ts'
import { environmentNames } from '../../src/systems/instances.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { QUICK } from './bulk.ts'

const log = pino({ level: 'silent' })
const catalog = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
const names = { systems: catalog.tools.map(tool => tool.name), environment: catalog.tools.flatMap(environmentNames) }
const config = loadConfig({ ...process.env, PORT: '0' }, names)
const store = await openJobStore(config, log)
const jobs = { ...config.jobs, ...QUICK, ...JSON.parse(process.env['JOB_SETTINGS'] ?? '{}') }
const gateway = await openGateway({ config: { ...config, port: 0, jobs }, catalog, store, log, sandbox: undefined, version: '0.0.0' })
process.stdout.write(`${await gateway.listen()}\n`)
