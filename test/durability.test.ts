import { test } from 'tap'
import { jobSettings } from '../src/config/jobs.ts'
import { createJobs } from '../src/jobs/jobs.ts'
import { parseRedisUrl } from '../src/lib/redis/endpoint.ts'
import { requireDurability } from '../src/server/durability.ts'
import { openJobStore } from '../src/server/redis.ts'
import { refusal, requestFor, silentLog, testAdapter } from './helpers/bulk.ts'
import { startTestRedis } from './helpers/redis.ts'
import { testSecrets } from './helpers/secrets.ts'

async function jobsOn(t: Parameters<typeof startTestRedis>[0], extra: string[]) {
  const redis = await startTestRedis(t, extra)
  const store = await openJobStore({ redis: parseRedisUrl(redis.url), dataDir: '/nowhere' }, silentLog)
  const connections = { get: async () => ({ client: { base: '' }, instance: null, sandbox: false }) }
  const jobs = createJobs({
    secrets: testSecrets,
    connect: store.connect,
    connections,
    hostId: 'h1',
    publicUrl: '',
    log: silentLog,
    settings: { preview_wait_ms: 1 },
    requireDurability: () => requireDurability(store)
  })
  t.teardown(async () => {
    await jobs.close()
    await store.close()
  })
  return { jobs, redis, store }
}

const [once, again] = [testAdapter({ name: 'once', idempotent: false }), testAdapter({ name: 'again' })]

test('a non-idempotent action is refused if Redis can lose its progress, with the settings to change', async t => {
  const { jobs } = await jobsOn(t, ['--appendfsync', 'everysec'])
  await t.rejects(
    jobs.create(requestFor(once)),
    refusal('configuration_invalid', {
      status: 503,
      message: /appendfsync is everysec/,
      details: { suggestions: [/appendfsync always/, /TOOLGATE_DURABILITY=relaxed/] }
    })
  )
  t.match(await jobs.create(requestFor(again)), { status: 'snapshotting' }, 'an idempotent one is not')
  const options = { dry_run: true, max_items: 9, on_failure: 'continue' } as const
  t.match(await jobs.create(requestFor(once, { options })), { status: 'snapshotting' }, 'and neither is one that changes nothing')
})

test('if every write is on disk, everything runs', async t => {
  const { jobs, store } = await jobsOn(t, [])
  t.match(await jobs.create(requestFor(once)), { status: 'snapshotting' })
  t.equal(await store.possibleLoss(), undefined)
  t.equal(await store.fault(), undefined)
})

test('settings of jobs in the config file apply to the engine; an item is kept no longer than its job', async t => {
  t.match(jobSettings(), { keep_job_s: 30 * 86_400, keep_items_s: 7 * 86_400, running_per_key: 5, turn_ms: 5_000 })
  t.match(jobSettings({ keep_days: 2, keep_items_days: 9, turn_seconds: 3, pause_after_failures: 0, confirmation_ttl_minutes: 5 }), {
    keep_job_s: 2 * 86_400,
    keep_items_s: 2 * 86_400,
    turn_ms: 3_000,
    breaker_streak: 0,
    breaker_percent: 50,
    confirmation_ttl_ms: 300_000
  })
})
