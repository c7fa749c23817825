import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { webhookSecrets } from '../../src/access/webhook-secrets.ts'
import { type Catalog, createCatalog, type Definition } from '../../src/catalog/catalog.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { Jobs } from '../../src/contract/jobs.ts'
import { CIRCUIT_DEFAULTS } from '../../src/lib/circuit/settings.ts'
import type { RedisClient } from '../../src/lib/redis/connect.ts'
import { OPEN_PORTS, type Ports } from '../../src/pipeline/ports.ts'
import { type AppOptions, buildApp } from '../../src/server/app.ts'
import { createLog } from '../../src/server/log.ts'
import { createConnections } from '../../src/systems/connections.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { unavailableRedis } from './redis.ts'
import { testSecrets } from './secrets.ts'

export interface TestAppOptions {
  /** FILESYSTEM_ROOTS; by default a new, empty folder. */
  roots?: string
  environment?: Record<string, string>
  systems?: ReturnType<Parameters<typeof createConnections>[0]['source']>['systems']
  sandbox?: Record<string, Record<string, unknown>>
  /** Name of the only system to serve, or a glob pattern such as {jobs,keys}. Default: all. */
  system?: string
  /** Definitions instead of the project's own. */
  definitions?: readonly Definition[]
  jobs?: Jobs
  /** Entries of TOOLGATE_ALLOW_PRIVATE. */
  allowPrivate?: readonly string[]
  /** The shared Redis. Default: an unavailable one. */
  redis?: RedisClient
  ports?: Partial<Ports>
  auth?: AppOptions['auth']
  /** Folder of the built console. Default: none. */
  consoleFolder?: string
  publicUrl?: string
  trustProxy?: AppOptions['trustProxy']
  packs?: AppOptions['packs']
  checks?: AppOptions['checks']
  mcp?: AppOptions['mcp']
  onConfigured?: AppOptions['onConfigured']
  uploads?: AppOptions['uploads']
  overload?: AppOptions['overload']
  metrics?: AppOptions['metrics']
  /** Called with every log line. */
  onLog?: (line: Record<string, unknown>) => void
}

export interface TestApp {
  app: FastifyInstance
  catalog: Catalog
  root: string
  /** Connects to other sandbox servers from the next call on, as after a change of the configuration. */
  useSandbox: (sandbox: NonNullable<TestAppOptions['sandbox']>) => void
}

/** A test may let as many requests fail as it likes. */
const NEVER_OPEN = { ...CIRCUIT_DEFAULTS, failure_percent: 0 }

const TOOLS = path.join(import.meta.dirname, '../../src/tools')
const catalogs = new Map<string, Promise<Catalog>>()

/** Loads a catalog on first use, once: that takes longer than most tests. Most tests need only one system. */
function catalogFor(system = '*'): Promise<Catalog> {
  const catalog = catalogs.get(system) ?? (system === '*' ? loadCatalog(TOOLS) : loadSystem(system))
  catalogs.set(system, catalog)
  return catalog
}

async function loadSystem(system: string): Promise<Catalog> {
  const files = globSync(`${system}/{operations,bulk}/{*,*/*}.ts`, { cwd: TOOLS })
  const modules: { default: Definition }[] = await Promise.all(files.map(file => import(path.join(TOOLS, file))))
  return createCatalog(modules.map(({ default: definition }) => definition))
}

/** Starts the whole gateway without Redis; closed after the test. Jobs fail as while Redis is unavailable, unless `jobs` is given. */
export async function startApp(t: Test, options: TestAppOptions = {}): Promise<TestApp> {
  const root = options.roots ?? (await temporaryFolder(t))
  const log = createLog('debug', { write: (line: string) => options.onLog?.(JSON.parse(line)) })
  const jobs = options.jobs ?? unavailableJobs()
  const environment = { FILESYSTEM_ROOTS: root, ...options.environment }
  let { sandbox } = options
  const connections = createConnections({
    secrets: testSecrets,
    source: () => ({ environment, systems: options.systems ?? {}, sandbox }),
    log,
    dataDirectory: path.join(root, '.data'),
    allowPrivate: options.allowPrivate ?? [],
    redis: options.redis ?? unavailableRedis(t),
    circuits: NEVER_OPEN
  })
  const parts = {
    catalog: options.definitions ? createCatalog(options.definitions) : await catalogFor(options.system),
    connections,
    jobs,
    ports: { ...OPEN_PORTS, ...options.ports },
    auth: options.auth ?? { identify: () => 'unknown' as const, anonymous: { id: 'local', scopes: ['*'] } },
    log,
    checks: options.checks ?? [],
    publicUrl: options.publicUrl,
    webhookSecrets: (keyId: string) => webhookSecrets(keyId, [], [], testSecrets),
    ...(options.consoleFolder && { consoleFolder: options.consoleFolder }),
    ...(options.mcp && { mcp: options.mcp }),
    ...(options.uploads && { uploads: options.uploads }),
    ...(options.metrics && { metrics: options.metrics }),
    ...(options.overload && { overload: options.overload }),
    ...(options.onConfigured && { onConfigured: options.onConfigured }),
    ...(options.trustProxy && { trustProxy: options.trustProxy }),
    ...(options.packs && { packs: options.packs })
  }
  const app = await buildApp(parts)
  t.teardown(() => app.close())
  const useSandbox: TestApp['useSandbox'] = servers => {
    sandbox = servers
    connections.reset()
  }
  return { app, catalog: parts.catalog, root, useSandbox }
}

export async function temporaryFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'toolgate-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export function unavailableJobs(): Jobs {
  const away = async (): Promise<never> => {
    throw new OperationError('redis_unavailable', 'The job store cannot be reached.', { retry_after_ms: 1000 })
  }
  const verbs = { confirm: away, pause: away, resume: away, cancel: away, retry: away, undo: away, reconcile: away, delete: away }
  return { create: away, get: away, list: away, items: away, results: away, output: away, events: away, history: away, ...verbs }
}
