/** A gateway with its worker, in a process of its own, for tests that kill it. Its settings are those of the environment, of jobs also JOB_SETTINGS. Prints its address. */
import path from 'node:path'
import pino from 'pino'
import { loadCatalog } from '../../src/catalog.ts'
import { loadConfig } from '../../src/config.ts'
import { openGateway } from '../../src/gateway.ts'
import { environmentNames } from '../../src/instances.ts'
import { openJobStore } from '../../src/redis.ts'
import { QUICK } from './bulk.ts'

const log = pino({ level: 'silent' })
const catalog = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
const names = { systems: catalog.tools.map(tool => tool.name), environment: catalog.tools.flatMap(environmentNames) }
const config = loadConfig({ ...process.env, PORT: '0' }, names)
const store = await openJobStore(config, log)
const jobs = { ...config.jobs, ...QUICK, ...JSON.parse(process.env['JOB_SETTINGS'] ?? '{}') }
const gateway = await openGateway({ config: { ...config, port: 0, jobs }, catalog, store, log, sandbox: undefined, version: '0.0.0' })
process.stdout.write(`${await gateway.listen()}\n`)
