import pino from 'pino'
import type { Test } from 'tap'
import { Type } from 'typebox'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { type BulkAdapter, type BulkSpec, defineBulk } from '../../src/contract/bulk.ts'
import { createJobs } from '../../src/jobs/jobs.ts'
import type { JobSettings } from '../../src/jobs/settings.ts'
import type { Webhooks } from '../../src/jobs/webhooks/webhooks.ts'
import { CIRCUIT_DEFAULTS } from '../../src/lib/circuit/settings.ts'
import type { Upstream } from '../../src/lib/http/upstream.ts'
import { connectRedis, type RedisUse, whenReady } from '../../src/lib/redis/connect.ts'
import { OPEN_PORTS } from '../../src/pipeline/ports.ts'
import { type AppOptions, buildApp } from '../../src/server/app.ts'
import { buildWorker } from '../../src/server/worker.ts'
import { createConnections } from '../../src/systems/connections.ts'
import { temporaryFolder } from './app.ts'
import { metered, meteredServer } from './budget.ts'
import { itemNamed, QUICK, root, succeeded, testAdapter } from './bulk.ts'
import { fakeOperation, post } from './fake-tool.ts'
import { startTestRedis } from './redis.ts'
import { testSecrets } from './secrets.ts'

const Input = Type.Object({ many: Type.Integer({ default: 10, description: 'How many items there are' }) })

/** A bulk action that sends one request per item. */
export const sendAll = (parts: Partial<BulkSpec<Upstream, typeof Input, number, null, never>> = {}): BulkAdapter =>
  defineBulk(metered, {
    name: 'send',
    summary: 'Send items',
    description: 'Use it in tests.',
    permission: 'write',
    input: Input,
    errors: {},
    examples: [],
    idempotent: false,
    max_batch: 1,
    prepare: async ({ many }) => ({ query: many, action: null }),
    count: async many => ({ value: many, relation: 'eq' }),
    nextBatch: async many => ({ items: Array.from({ length: many }, (_, at) => itemNamed(`item-${at}`)) }),
    executeBatch: async function* (items, _action, { client, signal }) {
      for (const item of items) {
        await client.request({ path: `items/${item.id}`, method: 'POST', signal })
        yield succeeded(item)
      }
    },
    ...parts
  })

const ask = fakeOperation(
  'ask',
  {},
  async (_input, { client, signal, observe }) => {
    const { rate_limit } = await (client as Upstream).request({ path: 'ask', signal })
    if (rate_limit) observe(rate_limit)
    return { seen: true }
  },
  { tool: metered }
)
const shelf = testAdapter()

interface MeteredOptions {
  units?: number
  /** Responses of the system. */
  handler?: Parameters<typeof meteredServer>[1]
  webhooks?: Webhooks
  settings?: Partial<JobSettings>
  app?: Pick<AppOptions, 'auth' | 'metrics'>
}

/** The gateway, a worker with one turn at a time, and a system that allows 20 requests in three seconds. */
export async function startMetered(
  t: Test,
  action: BulkAdapter,
  { units = 20, handler, webhooks, settings: own, app: more }: MeteredOptions = {}
) {
  const redis = await startTestRedis(t)
  const { url, came } = await meteredServer(t, handler)
  const log = pino({ level: 'silent' })
  const connect = (use: RedisUse) => connectRedis({ kind: 'single', options: redis.options }, use, log)
  const client = connect('http')
  await whenReady(client, 5_000)
  const environment = { METERED_URL: url, METERED_UNITS: String(units), METERED_MAX_RETRIES: '0' }
  const connections = createConnections({
    secrets: testSecrets,
    source: () => ({ environment, systems: {}, sandbox: undefined }),
    log,
    dataDirectory: await temporaryFolder(t),
    redis: client,
    circuits: { ...CIRCUIT_DEFAULTS, min_requests: 2, open_ms: 1_000 }
  })
  const settings = { ...QUICK, turns_at_once: 1, ...own }
  const shared = { connect, connections, hostId: 'h1', log, settings, secrets: testSecrets, ...(webhooks && { webhooks }) }
  const jobs = createJobs({ ...shared, publicUrl: '' })
  const adapters = [action, shelf]
  const worker = buildWorker({ ...shared, jobs, adapterOf: id => adapters.find(adapter => adapter.id === id) })
  const catalog = createCatalog([ask, ...adapters])
  const auth = { identify: () => 'unknown' as const, anonymous: root }
  const app = await buildApp({ webhookSecrets: () => [], catalog, connections, jobs, ports: OPEN_PORTS, auth, log, checks: [], ...more })
  t.teardown(async () => {
    await app.close()
    await worker.close()
    await jobs.close()
    client.disconnect()
  })
  const begin = async (path: string, many: number, options: object = {}): Promise<string> => {
    const { data } = (await post(app, path, { many, confirm: 'auto', ...options })).json()
    return data.id
  }
  return { app, jobs, came, begin, client, connections }
}
