import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { newJobId } from '../../src/jobs/model/job-id.ts'
import { addToIndexes } from '../../src/jobs/store/job-index.ts'
import { createJobStore } from '../../src/jobs/store/job-store.ts'
import { jobKey, jobsOf, openJobsOf } from '../../src/jobs/store/keys.ts'
import { runJobCommand } from '../../src/jobs/store/lua/commands.ts'
import { writeNew } from '../../src/jobs/store/quota.ts'
import { alice, refusal, root, runToEnd, startBulk, testAdapter, until } from '../helpers/bulk.ts'
import { startBulkHttp } from '../helpers/bulk-http.ts'

const FAILED = { status: 'failed', reason: 'too_many_items', error: { message: /6 items match, and max_items is 5/ } }

/** A job of at most five items whose worker listed six and died before it could refuse them. */
async function overfull(t: Parameters<typeof startBulk>[0]) {
  const action = testAdapter({ count: async () => ({ value: 4, relation: 'estimate' }) })
  const fixture = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  const options = { dry_run: false, max_items: 5, on_failure: 'continue' } as const
  const { id } = await fixture.jobs.create(fixture.request(action, { options }))
  const ledger = createJobStore(fixture.redis.client(), id)
  const claim = await ledger.claimTurn(1)
  const epoch = claim.kind === 'claimed' ? claim.epoch : ''
  const items = Array.from({ length: 6 }, (_, at) => ({ id: `item-${at}`, etag: undefined, data: '', sample: '', startedRow: '' }))
  const warnings = { texts: [], more: 0, counts: [] }
  const page = { number: 0, cursor: '', ended: true, digest: 'd', size: 6, expected: '', warnings, items }
  return { ...fixture, id, ledger, epoch, page }
}

test('a listing that exceeds max_items is refused by the next worker if the last one died before', async t => {
  const { jobs, id, ledger, epoch, page, startWorker } = await overfull(t)
  t.equal(await ledger.appendPage(epoch, page), 'ok')
  startWorker()
  t.match(await until(jobs, id, ['failed', 'awaiting_confirmation']), FAILED)
})

test('a listing that exceeds max_items is not offered, even if a worker missed it', async t => {
  const { redis, id, ledger, epoch, page } = await overfull(t)
  await ledger.appendPage(epoch, page)
  await ledger.finishListing(epoch, { digest: page.digest, token: 'ct_x', confirmMs: 1_000, sample: [], warnings: page.warnings })
  t.equal(await redis.client().hget(jobKey(id, 'meta'), 'status'), 'snapshotting')
  t.same(await runJobCommand(redis.client(), 'confirm', id, ['ct_x']), ['illegal', 'snapshotting'])
})

const { signal } = new AbortController()
const tooMany = (message: RegExp) => refusal('rate_limit_exceeded', { status: 429, message, details: { source: 'gateway' } })

test('a key can have a limited number of unfinished jobs: concurrent requests create exactly that many, and a finished job makes room', async t => {
  const action = testAdapter()
  const { jobs, request } = await startBulk(t, [action], { settings: { open_per_key: 3 } })
  const made = await Promise.allSettled(Array.from({ length: 8 }, () => jobs.create(request(action))))
  const [first, ...others] = made.flatMap(end => (end.status === 'fulfilled' ? [end.value] : []))
  t.equal(others.length, 2)
  await t.rejects(jobs.create(request(action)), tooMany(/^This key has 3 jobs that have not ended/))
  t.equal((await jobs.create(request(action, { caller: root }))).status, 'awaiting_confirmation', 'another key has its own')
  t.equal((await jobs.list(alice, { limit: 50 })).items.length, 3, 'a refused job is in no list')
  await jobs.cancel(alice, first?.id ?? '')
  t.equal((await jobs.create(request(action))).status, 'awaiting_confirmation')
})

test('too many jobs return 429 with when to retry and what to do', async t => {
  const action = testAdapter()
  const { url } = await startBulkHttp(t, [action], { settings: { open_per_key: 1 } })
  const post = () =>
    fetch(`${url}/v1/shelf/bulk/touch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'alice' },
      body: JSON.stringify({ many: 3 })
    })
  t.equal((await post()).status, 201)
  const refused = await post()
  t.match(
    { status: refused.status, after: refused.headers.get('retry-after'), body: await refused.json() },
    {
      status: 429,
      after: '60',
      body: { error: { code: 'RATE_LIMIT_ERROR', details: { suggestions: [/jobs_list with status awaiting/] } } }
    }
  )
})

test('a key can have a limited number of jobs being listed at once', async t => {
  let go = false
  const action = testAdapter({
    nextBatch: async (_query, { cursor }, { signal: ended }) => {
      while (!go && !ended.aborted) await sleep(10)
      return { items: [{ id: `item-${cursor ?? 0}`, display_name: 'x' }] }
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { listing_per_key: 2, preview_wait_ms: 1 } })
  const held = [await jobs.create(request(action)), await jobs.create(request(action))]
  await t.rejects(jobs.create(request(action)), tooMany(/^This key has 2 jobs whose items are being listed/))
  go = true
  for (const { id } of held) await until(jobs, id, ['awaiting_confirmation'])
  t.ok(await jobs.create(request(action)), 'a job that awaits confirmation is listed')
})

test('a key can keep a limited number of jobs, until some are deleted', async t => {
  const action = testAdapter()
  const { jobs, request } = await startBulk(t, [action], { settings: { kept_per_key: 2 } })
  const first = await runToEnd(jobs, request(action))
  await runToEnd(jobs, request(action))
  await t.rejects(jobs.create(request(action)), tooMany(/^This key has 2 stored jobs/))
  await jobs.delete(alice, first.id)
  t.ok(await jobs.create(request(action)))
})

test('a retry that exceeds the quota leaves its items with their job', async t => {
  let broken = true
  const action = testAdapter({
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: broken ? 'failed' : 'succeeded' }
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { open_per_key: 1 } })
  const parent = await runToEnd(jobs, request(action))
  const other = await jobs.create(request(action))
  const wish = { outcomes: ['failed' as const], acknowledge_unknown: false }
  await t.rejects(jobs.retry(alice, parent.id, wish, signal), tooMany(/have not ended/))
  t.same((await jobs.get(alice, parent.id)).child_ids, [])
  await jobs.cancel(alice, other.id)
  broken = false
  const { job, fresh } = await jobs.retry(alice, parent.id, wish, signal)
  t.ok(fresh)
  t.equal(job.preview?.total.value, 10)
  const client = redis.client()
  t.equal(await client.zcard(jobsOf('alice')), 3)
  t.same(await client.zrange(openJobsOf('alice'), '0', '-1'), [job.id], 'finished jobs are removed from the count')
})

test('cancelling all jobs of a key cancels those that have not ended, and prevents those that are being created', async t => {
  const action = testAdapter()
  const { jobs, request, redis } = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  const client = redis.client()
  const { id } = await jobs.create(request(action))
  const unwritten = newJobId()
  await addToIndexes(client, unwritten, alice.id)
  t.equal(await jobs.cancelOf(alice.id), 1)
  t.match(await jobs.get(alice, id), { status: 'cancelled' })
  await t.rejects(writeNew(client, unwritten, ['key', alice.id, 'status', 'snapshotting']), refusal('rate_limit_exceeded'))
  t.equal(await client.exists(jobKey(unwritten, 'meta')), 0)
})
