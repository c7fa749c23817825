import path from 'node:path'
import type { Test } from 'tap'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { loadConfig } from '../../src/config/config.ts'
import { openGateway } from '../../src/server/gateway.ts'
import { createLog } from '../../src/server/log.ts'
import { openJobStore } from '../../src/server/redis.ts'
import { environmentNames } from '../../src/systems/instances.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { startSandbox } from '../../src/systems/sandbox.ts'
import { startTestRedis, type TestRedis } from './redis.ts'

export interface RunningGateway {
  url: string
  catalog: Catalog
  redis: TestRedis
  /** The settings of the sandbox servers, by system; undefined without the sandbox. */
  sandbox: Record<string, Record<string, unknown>> | undefined
}

export interface GatewayOptions {
  /** FILESYSTEM_ROOTS. Without them the sandbox runs, as with `npm start`, and files are those of the sandbox. */
  roots?: string
  dataDirectory: string
  /** Settings of sandbox servers that the test runs itself. They have no budget. */
  sandboxes?: Record<string, Record<string, unknown>>
  /** Further environment variables. */
  environment?: Record<string, string>
  onLog?: (line: Record<string, unknown>) => void
}

/** Starts the whole gateway with a worker and its own Redis; closed with the test. */
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
  // A preview is part of what a test expects, on a slow machine, too.
  const jobs = { ...config.jobs, preview_wait_ms: 30_000 }
  const parts = {
    config: { ...config, port: 0, jobs },
    catalog,
    store,
    log,
    sandbox: sandbox?.settings ?? options.sandboxes,
    version: '0.0.0'
  }
  const gateway = await openGateway(parts)
  t.teardown(async () => {
    await gateway.close()
    await store.close()
    sandbox?.close()
  })
  return { url: await gateway.listen(), catalog, redis, sandbox: sandbox?.settings }
}
