import pino from 'pino'
import { buildApp } from '../../src/app.ts'
import { createConnections } from '../../src/connections.ts'
import { makeCatalog } from '../../src/contract/catalog.ts'
import { createKeyring, newKey } from '../../src/keys.ts'
import { createPorts } from '../../src/ports.ts'
import { absentJobs } from '../lib/absent-jobs.ts'
import { reportUsage } from '../lib/measure.ts'
import { listThings } from './definition.ts'

// The key is made from what the parent hands over, so that the load can present it.
const { entry } = newKey({ id: 'bench', scopes: ['bench:read'] })
const hash = process.argv[2] ?? entry.hash
const log = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false }))
const source = { environment: { BENCH_FLAVOUR: 'vanilla' }, systems: {}, sandbox: undefined }
const keyring = createKeyring([{ ...entry, hash }])

const app = await buildApp({
  catalog: makeCatalog([listThings]),
  connections: createConnections({ source, jobs: absentJobs, log, dataDirectory: '/tmp' }),
  jobs: absentJobs,
  ports: createPorts({ policy: () => [] }),
  auth: { identify: key => keyring.identify(key), anonymous: undefined },
  log,
  checks: []
})
reportUsage(await app.listen({ port: 0, host: '127.0.0.1' }))
