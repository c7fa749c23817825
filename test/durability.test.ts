import { test } from 'tap'
import { createJobs } from '../src/bulk/jobs.ts'
import { bulkSettings } from '../src/config/jobs.ts'
import { demandDurability } from '../src/durability.ts'
import { parseRedisUrl } from '../src/lib/redis/endpoint.ts'
import { openJobStore } from '../src/redis.ts'
import { quiet, refusal, requestFor, shelfAction } from './helpers/bulk.ts'
import { startTestRedis } from './helpers/redis.ts'

async function jobsOn(t: Parameters<typeof startTestRedis>[0], extra: string[]) {
  const redis = await startTestRedis(t, extra)
  const store = await openJobStore({ redis: parseRedisUrl(redis.url), dataDir: '/nowhere' }, quiet)
  const connections = { get: async () => ({ client: { base: '' }, instance: null, sandbox: false }) }
  const jobs = createJobs({
    connect: store.connect,
    connections,
    hostId: 'h1',
    publicUrl: '',
    log: quiet,
    settings: { preview_wait_ms: 1 },
    demandDurability: () => demandDurability(store)
  })
  t.teardown(async () => {
    await jobs.close()
    await store.close()
  })
  return { jobs, redis, store }
}

const [once, again] = [shelfAction({ name: 'once', idempotent: false }), shelfAction({ name: 'again' })]

test('what must not be done twice is refused where Redis could forget what was begun, and told what to set', async t => {
  const { jobs } = await jobsOn(t, ['--appendfsync', 'everysec'])
  await t.rejects(
    jobs.create(requestFor(once)),
    refusal('configuration_invalid', {
      status: 503,
      message: /appendfsync is everysec/,
      details: { suggestions: [/appendfsync always/, /TOOLGATE_DURABILITY=relaxed/] }
    })
  )
  t.match(await jobs.create(requestFor(again)), { status: 'snapshotting' }, 'what may be is not')
  const options = { dry_run: true, max_items: 9, on_failure: 'continue' } as const
  t.match(await jobs.create(requestFor(once, { options })), { status: 'snapshotting' }, 'nor what changes nothing')
})

test('where every write is on the disk, all is run', async t => {
  const { jobs, store } = await jobsOn(t, [])
  t.match(await jobs.create(requestFor(once)), { status: 'snapshotting' })
  t.equal(await store.possibleLoss(), undefined)
  t.equal(await store.fault(), undefined)
})

test('settings of jobs in the config file are those of the engine; an item is kept no longer than its job', async t => {
  t.match(bulkSettings(), { keep_job_s: 30 * 86_400, keep_items_s: 7 * 86_400, running_per_key: 5, turn_ms: 5_000 })
  t.match(bulkSettings({ keep_days: 2, keep_items_days: 9, turn_seconds: 3, pause_after_failures: 0, offer_minutes: 5 }), {
    keep_job_s: 2 * 86_400,
    keep_items_s: 2 * 86_400,
    turn_ms: 3_000,
    break_in_a_row: 0,
    break_percent: 50,
    offer_ms: 300_000
  })
})
