import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { type AppOptions, buildApp } from '../../src/app.ts'
import { loadCatalog } from '../../src/catalog.ts'
import { createConnections } from '../../src/connections.ts'
import { type Catalog, type Definition, makeCatalog } from '../../src/contract/catalog.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { Jobs } from '../../src/contract/jobs.ts'
import { OPEN_PORTS, type Ports } from '../../src/contract/ports.ts'
import type { RedisClient } from '../../src/lib/redis/connect.ts'
import { createLog } from '../../src/log.ts'
import { awayRedis } from './redis.ts'

export interface TestAppOptions {
  /** FILESYSTEM_ROOTS; by default a new, empty folder. */
  roots?: string
  environment?: Record<string, string>
  systems?: ReturnType<Parameters<typeof createConnections>[0]['source']>['systems']
  sandbox?: Record<string, Record<string, unknown>>
  /** The one system that is served; by default all of them are. */
  system?: string
  /** Definitions in place of the house's own. */
  definitions?: readonly Definition[]
  jobs?: Jobs
  /** As TOOLGATE_ALLOW_PRIVATE lists them. */
  allowPrivate?: readonly string[]
  /** What processes share; by default it is away. */
  redis?: RedisClient
  ports?: Partial<Ports>
  auth?: AppOptions['auth']
  publicUrl?: string
  packs?: AppOptions['packs']
  checks?: AppOptions['checks']
  mcp?: AppOptions['mcp']
  /** Is told every log line. */
  onLog?: (line: Record<string, unknown>) => void
}

export interface TestApp {
  app: FastifyInstance
  catalog: Catalog
  root: string
}

const TOOLS = path.join(import.meta.dirname, '../../src/tools')
const houses = new Map<string, Promise<Catalog>>()

/** Loaded when it is asked for, and once: that takes longer than most tests. So does a gateway over the whole, of which most tests ask one system. */
function houseOf(system = '*'): Promise<Catalog> {
  const house = houses.get(system) ?? (system === '*' ? loadCatalog(TOOLS) : loadSystem(system))
  houses.set(system, house)
  return house
}

async function loadSystem(system: string): Promise<Catalog> {
  const files = globSync(`${system}/{operations,bulk}/{*,*/*}.ts`, { cwd: TOOLS })
  const modules: { default: Definition }[] = await Promise.all(files.map(file => import(path.join(TOOLS, file))))
  return makeCatalog(modules.map(({ default: definition }) => definition))
}

/** The whole gateway but for Redis, closed after the test. Jobs answer as they do while Redis is away, unless handed in. */
export async function startApp(t: Test, options: TestAppOptions = {}): Promise<TestApp> {
  const root = options.roots ?? (await temporaryFolder(t))
  const log = createLog('debug', { write: (line: string) => options.onLog?.(JSON.parse(line)) })
  const jobs = options.jobs ?? awayJobs()
  const environment = { FILESYSTEM_ROOTS: root, ...options.environment }
  const source = { environment, systems: options.systems ?? {}, sandbox: options.sandbox }
  const parts = {
    catalog: options.definitions ? makeCatalog(options.definitions) : await houseOf(options.system),
    connections: createConnections({
      source: () => source,
      jobs,
      log,
      dataDirectory: path.join(root, '.data'),
      allowPrivate: options.allowPrivate ?? [],
      redis: options.redis ?? awayRedis(t)
    }),
    jobs,
    ports: { ...OPEN_PORTS, ...options.ports },
    auth: options.auth ?? { identify: () => 'unknown' as const, anonymous: { id: 'local', scopes: ['*'] } },
    log,
    checks: options.checks ?? [],
    publicUrl: options.publicUrl,
    ...(options.mcp && { mcp: options.mcp }),
    ...(options.packs && { packs: options.packs })
  }
  const app = await buildApp(parts)
  t.teardown(() => app.close())
  return { app, catalog: parts.catalog, root }
}

export async function temporaryFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'toolgate-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export function awayJobs(): Jobs {
  const away = async (): Promise<never> => {
    throw new OperationError('redis_unavailable', 'The job store cannot be reached.', { retry_after_ms: 1000 })
  }
  const verbs = { confirm: away, pause: away, resume: away, cancel: away, retry: away, undo: away, reconcile: away, delete: away }
  return { create: away, get: away, list: away, items: away, results: away, output: away, events: away, ...verbs }
}
