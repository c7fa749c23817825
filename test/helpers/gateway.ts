import path from 'node:path'
import type { Test } from 'tap'
import { loadCatalog } from '../../src/catalog.ts'
import { loadConfig } from '../../src/config.ts'
import type { Catalog } from '../../src/contract/catalog.ts'
import { openGateway } from '../../src/gateway.ts'
import { environmentNames } from '../../src/instances.ts'
import { createLog } from '../../src/log.ts'
import { openJobStore } from '../../src/redis.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { startTestRedis, type TestRedis } from './redis.ts'

export interface RunningGateway {
  url: string
  catalog: Catalog
  redis: TestRedis
}

export interface GatewayOptions {
  /** FILESYSTEM_ROOTS; without them the stand-ins run, as under `npm start`, and files are those of the sandbox. */
  roots?: string
  dataDirectory: string
  /** Settings of stand-ins that the test runs itself. Of a stand-in no budget is drawn. */
  standIns?: Record<string, Record<string, unknown>>
  /** Further names of the environment. */
  environment?: Record<string, string>
  onLog?: (line: Record<string, unknown>) => void
}

/** The whole gateway with a worker and a Redis of its own, listening; closed with the test. */
export async function startGateway(t: Pick<Test, 'teardown'>, options: GatewayOptions): Promise<RunningGateway> {
  const redis = await startTestRedis(t)
  const catalog = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
  const env = {
    ...options.environment,
    PORT: '0',
    REDIS_URL: redis.url,
    TOOLGATE_DATA: options.dataDirectory,
    FILESYSTEM_ROOTS: options.roots ?? ''
  }
  const known = { systems: catalog.tools.map(tool => tool.name), environment: catalog.tools.flatMap(environmentNames) }
  const config = loadConfig(env, known)
  const log = createLog('debug', { write: (line: string) => options.onLog?.(JSON.parse(line)) })
  const store = await openJobStore(config, log)
  const sandbox = options.roots === undefined ? await startSandbox(options.dataDirectory, log) : undefined
  const parts = { config: { ...config, port: 0 }, catalog, store, log, sandbox: sandbox?.settings ?? options.standIns, version: '0.0.0' }
  const gateway = await openGateway(parts)
  t.teardown(async () => {
    await gateway.close()
    await store.close()
    sandbox?.close()
  })
  return { url: await gateway.listen(), catalog, redis }
}
