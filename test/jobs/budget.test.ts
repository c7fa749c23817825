import pino from 'pino'
import { type Test, test } from 'tap'
import { Type } from 'typebox'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { type BulkAdapter, type BulkSpec, defineBulk } from '../../src/contract/bulk.ts'
import { createJobs } from '../../src/jobs/jobs.ts'
import type { Upstream } from '../../src/lib/http/upstream.ts'
import { connectRedis, type RedisUse, whenReady } from '../../src/lib/redis/connect.ts'
import { OPEN_PORTS } from '../../src/pipeline/ports.ts'
import { buildApp } from '../../src/server/app.ts'
import { buildWorker } from '../../src/server/worker.ts'
import { createConnections } from '../../src/systems/connections.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { metered, meteredServer } from '../helpers/budget.ts'
import { itemNamed, QUICK, root, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { fakeOperation, post } from '../helpers/fake-tool.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { testSecrets } from '../helpers/secrets.ts'

const Input = Type.Object({ many: Type.Integer({ default: 10, description: 'How many items there are' }) })

/** A bulk action that sends one request per item. */
const sendAll = (parts: Partial<BulkSpec<Upstream, typeof Input, number, null, never>> = {}): BulkAdapter =>
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

/** The gateway, a worker with one turn at a time, and a system that allows 20 requests in three seconds. */
async function setUp(t: Test, action: BulkAdapter, units = 20) {
  const redis = await startTestRedis(t)
  const { url, came } = await meteredServer(t)
  const log = pino({ level: 'silent' })
  const connect = (use: RedisUse) => connectRedis({ kind: 'single', options: redis.options }, use, log)
  const client = connect('http')
  await whenReady(client, 5_000)
  const environment = { METERED_URL: url, METERED_UNITS: String(units) }
  const connections = createConnections({
    secrets: testSecrets,
    source: () => ({ environment, systems: {}, sandbox: undefined }),
    log,
    dataDirectory: await temporaryFolder(t),
    redis: client
  })
  const shared = { connect, connections, hostId: 'h1', log, settings: { ...QUICK, turns_at_once: 1 } }
  const jobs = createJobs({ secrets: testSecrets, ...shared, publicUrl: '' })
  const adapters = [action, shelf]
  const worker = buildWorker({ secrets: testSecrets, ...shared, jobs, adapterOf: id => adapters.find(adapter => adapter.id === id) })
  const catalog = createCatalog([ask, ...adapters])
  const auth = { identify: () => 'unknown' as const, anonymous: root }
  const app = await buildApp({ webhookSecrets: () => [], catalog, connections, jobs, ports: OPEN_PORTS, auth, log, checks: [] })
  t.teardown(async () => {
    await app.close()
    await worker.close()
    await jobs.close()
    client.disconnect()
  })
  const begin = async (path: string, many: number): Promise<string> => {
    const { data } = (await post(app, path, { many, confirm: 'auto' })).json()
    return data.id
  }
  return { app, jobs, came, begin }
}

test('a job over an exhausted budget waits without a worker: another job runs, calls are served, and it continues by itself', async t => {
  const { app, jobs, came, begin } = await setUp(t, sendAll())
  const id = await begin('/v1/metered/bulk/send', 40)
  const waiting = await until(jobs, id, ['waiting'], root)
  t.match(waiting, {
    reason: 'rate_limit',
    error: { message: /The share for jobs of the budget of Metered/ },
    progress: { failed: 0, unknown: 0 }
  })
  t.equal(came.length, 16, 'four fifths of the budget')
  const other = await begin('/v1/shelf/bulk/touch', 5)
  await until(jobs, other, ['completed'], root)
  t.equal((await jobs.get(root, id)).status, 'waiting', "the worker's only turn was free")
  const call = (await post(app, '/v1/metered/ask', {})).json()
  t.match(call, { success: true, metadata: { rate_limit: { limit: 20, remaining: 3, used: 17 } } })
  t.match(await until(jobs, id, ['completed'], root), { progress: { succeeded: 40, failed: 0, unknown: 0 } })
  t.equal(came.length, 41, 'each item once')
})

test('a call over an exhausted budget gets the time to retry from the gateway', async t => {
  const { app, came } = await setUp(t, sendAll(), 1)
  t.equal((await post(app, '/v1/metered/ask', {})).statusCode, 200)
  const refused = await post(app, '/v1/metered/ask', {})
  t.equal(refused.statusCode, 429)
  t.ok(Number(refused.headers['retry-after']) >= 2)
  t.match(refused.json().error, { code: 'RATE_LIMIT_ERROR', details: { source: 'gateway', outcome: 'not_executed', retryable: true } })
  t.equal(came.length, 1)
})

test('the preview states the cost of a job and how long the budget makes it run', async t => {
  const by100 = sendAll({ max_batch: 100, cost_units: items => (items > 1 ? 50 : 5) })
  const { app } = await setUp(t, by100, 6_000)
  const { preview } = (await post(app, '/v1/metered/bulk/send', { many: 250 })).json().data
  t.equal(preview.cost_units, 150)
  t.equal(preview.estimated_seconds, 1)
  const slow = await setUp(t, sendAll())
  const made = (await post(slow.app, '/v1/metered/bulk/send', { many: 400 })).json().data
  t.equal(made.preview.cost_units, 400)
  t.ok(made.preview.estimated_seconds >= 75 && made.preview.estimated_seconds < 90, `400 at 16 in 3 s: ${made.preview.estimated_seconds} s`)
  t.match((await post(slow.app, '/v1/shelf/bulk/touch', { many: 4 })).json().data.preview, {
    cost_units: undefined,
    estimated_seconds: null
  })
})
