import v8 from 'node:v8'
import pino from 'pino'
import { buildApp } from '../../src/app.ts'
import { createConnections } from '../../src/connections.ts'
import { type Definition, makeCatalog } from '../../src/contract/catalog.ts'
import type { Jobs } from '../../src/contract/jobs.ts'
import { createKeyring } from '../../src/keys.ts'
import { connectRedis } from '../../src/lib/redis/connect.ts'
import { createPorts } from '../../src/ports.ts'
import { V8_OPTION } from '../../src/v8-option.ts'
import { absentJobs } from './absent-jobs.ts'
import { reportUsage } from './measure.ts'

/** The gateway as it is, V8 set as main.ts sets it, around the given definitions, with one key, its log written to nowhere. */
export async function startGateway(
  definitions: readonly Definition[],
  hash: string,
  environment: Record<string, string>,
  scope = 'bench:read',
  redis = '/nonexistent/redis.sock',
  jobs: Jobs = absentJobs,
  dataDirectory = '/tmp'
): Promise<void> {
  const log = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false }))
  const keyring = createKeyring([{ id: 'bench', hash, scopes: [scope] }])
  const app = await buildApp({
    catalog: makeCatalog(definitions),
    connections: createConnections({
      source: () => ({ environment, systems: {}, sandbox: undefined }),
      jobs,
      log,
      dataDirectory,
      redis: connectRedis({ kind: 'single', options: { path: redis } }, 'http', log)
    }),
    jobs,
    ports: createPorts({ policy: () => [] }),
    auth: { identify: key => keyring.identify(key), anonymous: undefined },
    log,
    checks: []
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  v8.setFlagsFromString(V8_OPTION)
  reportUsage(url)
}
