import v8 from 'node:v8'
import pino from 'pino'
import { createKeyring } from '../../src/access/keys.ts'
import { createCatalog, type Definition } from '../../src/catalog/catalog.ts'
import type { Jobs } from '../../src/contract/jobs.ts'
import { connectRedis } from '../../src/lib/redis/connect.ts'
import type { Ports } from '../../src/pipeline/ports.ts'
import { type AppOptions, buildApp } from '../../src/server/app.ts'
import { createPorts } from '../../src/server/ports.ts'
import { createConnections } from '../../src/systems/connections.ts'
import { V8_OPTION } from '../../src/v8-option.ts'
import { testSecrets } from '../../test/helpers/secrets.ts'
import { absentJobs } from './absent-jobs.ts'
import { reportUsage } from './measure.ts'

interface GatewayParts {
  /** Socket of Redis. Default: one that does not exist. */
  redis?: string
  jobs?: Jobs
  dataDirectory?: string
  consoleFolder?: string
  ports?: Partial<Ports>
  /** Default: the one key. */
  auth?: AppOptions['auth']
  commands?: Parameters<typeof reportUsage>[1]
}

const NO_RULES: readonly [] = []

/** Starts the real gateway with these definitions, one key, V8 options as in main.ts, and a discarded log. */
export async function startGateway(
  definitions: readonly Definition[],
  hash: string,
  environment: Record<string, string>,
  scope = 'bench:read',
  {
    redis = '/nonexistent/redis.sock',
    jobs = absentJobs,
    dataDirectory = '/tmp',
    consoleFolder,
    ports = {},
    auth,
    commands
  }: GatewayParts = {}
): Promise<void> {
  const log = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false }))
  const keyring = createKeyring([{ id: 'bench', hash, scopes: [scope] }])
  const app = await buildApp({
    webhookSecrets: () => [],
    catalog: createCatalog(definitions),
    connections: createConnections({
      secrets: testSecrets,
      source: () => ({ environment, systems: {}, sandbox: undefined }),
      log,
      dataDirectory,
      redis: connectRedis({ kind: 'single', options: { path: redis } }, 'http', log)
    }),
    jobs,
    mcp: { discovery: 'all' },
    ...(consoleFolder !== undefined && { consoleFolder }),
    ports: { ...createPorts({ policy: () => NO_RULES }), ...ports },
    auth: auth ?? { identify: key => keyring.identify(key), anonymous: undefined },
    log,
    checks: []
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  v8.setFlagsFromString(V8_OPTION)
  reportUsage(url, commands)
}
