import { test } from 'tap'
import type { BulkAdapter, BulkItem } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { Job, RetryOutcome } from '../../src/contract/job.ts'
import type { JobsService } from '../../src/jobs/jobs.ts'
import { newJobId } from '../../src/jobs/model/job-id.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { runJobCommand } from '../../src/jobs/store/lua/commands.ts'
import { createGuard } from '../../src/lib/guard/guard.ts'
import { alice, type BulkFixture, refusal, root, runToEnd, startBulk, testAdapter, until } from '../helpers/bulk.ts'
import { paintAdapter, startFakeServer } from '../helpers/fake-server.ts'
import { listen } from '../helpers/listen.ts'
import { eventIn, SOON, webhooksTo } from '../helpers/webhooks.ts'

const { signal } = new AbortController()
const retry = async (jobs: JobsService, id: string, outcomes: RetryOutcome[] = ['failed'], acknowledge_unknown = false): Promise<Job> =>
  (await jobs.retry(alice, id, { outcomes, acknowledge_unknown }, signal)).job
const confirmed = async (jobs: JobsService, { id, confirm_token }: Job): Promise<Job> => {
  await jobs.confirm(alice, id, confirm_token ?? '')
  return await until(jobs, id, ['completed'])
}

/** An action whose every third item fails until it is fixed. It records what it executed. */
function flaky(parts: Parameters<typeof testAdapter>[0] = {}) {
  const done: BulkItem[] = []
  const state = { broken: true }
  const action = testAdapter({
    executeBatch: async function* (items) {
      for (const item of items) {
        const bad = state.broken && Number(item.id.slice(5)) % 3 === 0
        if (!bad) done.push(item)
        yield { item_id: item.id, outcome: bad ? 'failed' : 'succeeded' }
      }
    },
    ...parts
  })
  return { action, done, state }
}

async function halfDone(fixture: BulkFixture, action: BulkAdapter, many = 30): Promise<Job> {
  return await runToEnd(fixture.jobs, fixture.request(action, { input: { many } }))
}

test('failed_items: retry creates a job of exactly the failed items and executes each once', async t => {
  const { action, done, state } = flaky()
  const fixture = await startBulk(t, [action])
  const { jobs } = fixture
  const parent = await halfDone(fixture, action)
  t.match(parent, { progress: { failed: 10, succeeded: 20 }, links: { retry: `http://gateway/v1/jobs/${parent.id}/retry` } })
  state.broken = false
  const child = await retry(jobs, parent.id)
  t.match(child, { status: 'awaiting_confirmation', parent_id: parent.id, follow_up: 'retry', preview: { total: { value: 10 } } })
  t.match(child.message, /^Retry: /)
  t.same(child.preview?.sample[1], { item_id: 'item-3', display_name: 'The item item-3' }, 'with the names that the parent showed')
  t.equal(done.length, 20, 'nothing is executed before the confirmation')
  t.match(await confirmed(jobs, child), { progress: { succeeded: 10, failed: 0 } })
  t.equal(done.length, 30)
  t.equal(new Set(done.map(({ id }) => id)).size, 30)
  t.same((await jobs.get(alice, parent.id)).child_ids, [child.id])
})

test('the items of a retry are those of the parent with their versions and data; they are not listed again', async t => {
  let listings = 0
  const { action, done, state } = flaky({
    keeps_data: true,
    nextBatch: async (_query, { offset }) => {
      listings += 1
      const items = [0, 1, 2, 3].map(at => ({
        id: `item-${at + offset}`,
        display_name: 'x',
        etag: `v${at + offset}`,
        data: { n: at + offset }
      }))
      return { items, next: offset < 4 ? 'more' : undefined }
    }
  })
  const fixture = await startBulk(t, [action])
  const parent = await halfDone(fixture, action)
  const before = listings
  state.broken = false
  done.length = 0
  await confirmed(fixture.jobs, await retry(fixture.jobs, parent.id))
  t.equal(listings, before)
  t.same(
    done.map(({ id, etag, data }) => ({ id, etag, data })),
    [0, 3, 6].map(n => ({ id: `item-${n}`, etag: `v${n}`, data: { n } }))
  )
})

test('unknown items are executed again only if the caller acknowledges them', async t => {
  const server = await startFakeServer(t)
  const action = paintAdapter(server.base)
  const fixture = await startBulk(t, [action])
  for (const id of ['item-2', 'item-5']) server.faults.set(id, 'lost_after')
  server.unreadable = true
  const parent = await halfDone(fixture, action, 8)
  t.match(parent, { progress: { unknown: 2, succeeded: 6 } })
  await t.rejects(
    retry(fixture.jobs, parent.id, ['failed', 'unknown']),
    refusal('acknowledgement_required', {
      status: 428,
      message: /^2 items .* may already be done/,
      details: { unknown: 2, suggestions: [/jobs_reconcile/, /acknowledge_unknown/] }
    })
  )
  const child = await retry(fixture.jobs, parent.id, ['failed', 'unknown'], true)
  t.match(child.preview, { total: { value: 2 }, irreversible: false, undoable: true })
})

test('twice or twenty simultaneous requests for the same retry create one job', async t => {
  const { action } = flaky()
  const fixture = await startBulk(t, [action])
  const parent = await halfDone(fixture, action)
  const other = fixture.secondJobs()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      (at % 2 ? fixture.jobs : other).retry(alice, parent.id, { outcomes: ['failed'], acknowledge_unknown: false }, signal)
    )
  )
  t.equal(new Set(answers.map(({ job }) => job.id)).size, 1)
  t.equal(answers.filter(({ fresh }) => fresh).length, 1)
  const [first] = answers
  await confirmed(fixture.jobs, await fixture.jobs.get(alice, first?.job.id ?? ''))
  t.match(await retry(fixture.jobs, parent.id), { id: first?.job.id, status: 'completed' }, 'also once it has ended')
  t.equal((await fixture.jobs.list(alice, { limit: 10 })).items.length, 2)
})

test('no item is in two retries', async t => {
  const { action } = flaky()
  const fixture = await startBulk(t, [action])
  const { jobs } = fixture
  const made = await jobs.create(fixture.request(action, { input: { many: 2_000 } }))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await until(jobs, made.id, job => job.progress.failed > 0)
  await jobs.cancel(alice, made.id)
  const parent = await until(jobs, made.id, ['cancelled', 'completed'])
  const child = await retry(jobs, parent.id, ['failed'])
  await t.rejects(
    retry(jobs, parent.id, ['failed', 'not_attempted']),
    refusal(parent.progress.not_attempted > 0 ? 'follow_up_exists' : 'nothing_to_do', { status: 409, details: { job_id: child.id } })
  )
})

test('a retry that executed nothing returns its items', async t => {
  const { action } = flaky()
  const fixture = await startBulk(t, [action])
  const { jobs } = fixture
  const parent = await halfDone(fixture, action)
  const declined = await retry(jobs, parent.id)
  await jobs.cancel(alice, declined.id)
  const second = await retry(jobs, parent.id)
  t.not(second.id, declined.id)
  t.match(second, { status: 'awaiting_confirmation', preview: { total: { value: 10 } } })
  t.same((await jobs.get(alice, parent.id)).child_ids, [declined.id, second.id])
})

test('a job that passed its items on cannot return them, whichever job asks', async t => {
  const { action, state } = flaky()
  let isBlind = true
  const sent = new Map<string, number>()
  const note = ({ id }: BulkItem) => sent.set(id, (sent.get(id) ?? 0) + 1)
  const shy = testAdapter({
    name: 'shy',
    idempotent: false,
    max_batch: 1,
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'unknown' }
    },
    reconcile: async function* (items) {
      if (isBlind) throw new OperationError('upstream_refused', 'The shelf shows nothing', { source: 'upstream' })
      for (const { id } of items) yield { item_id: id, outcome: 'not_attempted' }
    }
  })
  const kind = testAdapter({
    name: 'kind',
    undo: {
      idempotent: false,
      executeBatch: async function* (items) {
        for (const item of items) {
          note(item)
          yield { item_id: item.id, outcome: 'succeeded' }
        }
      }
    }
  })
  const fixture = await startBulk(t, [action, shy, kind])
  const { jobs } = fixture
  const declined = async (job: Job): Promise<Job> => {
    await until(jobs, job.id, ['awaiting_confirmation'])
    return await jobs.cancel(alice, job.id)
  }

  const parent = await halfDone(fixture, action)
  const child = await declined(await retry(jobs, parent.id))
  const heir = await retry(jobs, child.id, ['not_attempted'])
  state.broken = false
  t.equal((await retry(jobs, parent.id)).id, child.id, 'a retry that was declined, and was itself retried')
  await jobs.delete(alice, child.id)
  await t.rejects(retry(jobs, parent.id), refusal('job_expired'), 'also once it is deleted')
  t.match(await confirmed(jobs, heir), { progress: { succeeded: 10 } })

  const lost = await halfDone(fixture, shy, 3)
  const again = await confirmed(jobs, await retry(jobs, lost.id, ['unknown'], true))
  t.match(again, { progress: { unknown: 3 } })
  isBlind = false
  await until(jobs, (await jobs.reconcile(alice, again.id, signal)).job.id, ['completed'])
  await retry(jobs, again.id, ['not_attempted'])
  t.equal((await retry(jobs, lost.id, ['unknown'], true)).id, again.id, 'one whose items were found not executed')

  const done = await halfDone(fixture, kind, 3)
  const undo = await declined((await jobs.undo(alice, done.id, signal)).job)
  await confirmed(jobs, await retry(jobs, undo.id, ['not_attempted']))
  t.equal((await jobs.undo(alice, done.id, signal)).job.id, undo.id, 'an undo')
  t.same([...sent.values()], [1, 1, 1])
})

test('of a retry of a declined retry and a concurrent retry of its parent, one gets the items', async t => {
  const { action } = flaky()
  const fixture = await startBulk(t, [action])
  const { jobs } = fixture
  const other = fixture.secondJobs()
  const parent = await halfDone(fixture, action)
  let holder = parent.id
  for (let round = 0; round < 5; round++) {
    const child = await retry(jobs, holder, [holder === parent.id ? 'failed' : 'not_attempted'])
    await jobs.cancel(alice, child.id)
    const [below, above] = await Promise.allSettled([
      retry(jobs, child.id, ['not_attempted']),
      retry(other, holder, [holder === parent.id ? 'failed' : 'not_attempted'])
    ])
    if (below.status === 'fulfilled') t.match(above, { value: { id: child.id } }, 'the parent returns the existing one')
    else t.match(below.reason, { reason: 'nothing_to_do', message: /returned its items to job/ })
    const made = below.status === 'fulfilled' ? below.value : above.status === 'fulfilled' ? above.value : undefined
    await jobs.cancel(alice, made?.id ?? '')
    holder = below.status === 'fulfilled' ? child.id : holder
  }
})

test('retrying items that may be executed asks for an acknowledgment, even through a declined retry; retrying failed items does not', async t => {
  const executed: [string, boolean][] = []
  let answers = false
  const action = testAdapter({
    executeBatch: async function* (items) {
      for (const { id, again = false } of items) {
        if (answers) executed.push([id, again])
        yield { item_id: id, outcome: answers ? 'succeeded' : id === 'item-1' ? 'unknown' : 'failed' }
      }
    }
  })
  const fixture = await startBulk(t, [action])
  const { jobs } = fixture
  const parent = await halfDone(fixture, action, 3)
  answers = true
  const declined = await retry(jobs, parent.id, ['failed', 'unknown'], true)
  t.match(
    await jobs.cancel(alice, declined.id),
    { progress: { not_attempted: 3, unknown: 0 } },
    'it has executed nothing with an unknown outcome'
  )
  t.match(await confirmed(jobs, await retry(jobs, declined.id, ['not_attempted'])), { progress: { succeeded: 3 } })
  t.same(executed, [
    ['item-0', false],
    ['item-1', true],
    ['item-2', false]
  ])
})

test('a retry can itself be retried', async t => {
  const { action, state } = flaky()
  const fixture = await startBulk(t, [action])
  const { jobs } = fixture
  const parent = await halfDone(fixture, action)
  const child = await confirmed(jobs, await retry(jobs, parent.id))
  t.match(child, { progress: { failed: 10 } })
  state.broken = false
  t.match(await confirmed(jobs, await retry(jobs, child.id)), { parent_id: child.id, progress: { succeeded: 10 } })
})

test('if a gateway dies between the claim and the job, repeating the call creates the job', async t => {
  const { action } = flaky()
  const fixture = await startBulk(t, [action])
  const parent = await halfDone(fixture, action)
  const id = newJobId()
  t.same(await runJobCommand(fixture.redis.client(), 'claimItems', parent.id, [id, 'f', 'f', '', '', '']), ['ok', id])
  t.match(await retry(fixture.jobs, parent.id), { id, status: 'awaiting_confirmation', preview: { total: { value: 10 } } })
})

test('a job without failures and a dry run have nothing to retry', async t => {
  const action = testAdapter()
  const fixture = await startBulk(t, [action])
  const { jobs, request } = fixture
  const all = await runToEnd(jobs, request(action))
  t.equal(all.links.retry, undefined)
  await t.rejects(retry(jobs, all.id), refusal('nothing_to_do', { status: 409, message: /Every item/ }))
  const rehearsed = await jobs.create(request(action, { options: { dry_run: true, max_items: 50, on_failure: 'continue' } }))
  await t.rejects(retry(jobs, rehearsed.id, ['not_attempted']), refusal('nothing_to_do', { message: /dry run/ }))
  const declined = await jobs.create(request(action))
  await jobs.cancel(alice, declined.id)
  await t.rejects(
    retry(jobs, declined.id, ['failed']),
    refusal('nothing_to_do', { details: { suggestions: ['It has 10 not_attempted.'] } })
  )
  t.match(
    await retry(jobs, declined.id, ['not_attempted']),
    { preview: { total: { value: 10 } } },
    'a declined retry can be previewed again'
  )
})

test('expired items cannot be retried', async t => {
  const { action } = flaky()
  const fixture = await startBulk(t, [action])
  const parent = await halfDone(fixture, action)
  const client = fixture.redis.client()
  await client.del(...(['ids', 'status', 'results'] as const).map(part => jobKey(parent.id, part)))
  await t.rejects(retry(fixture.jobs, parent.id), refusal('job_expired', { status: 410 }))
  t.same((await fixture.jobs.get(alice, parent.id)).child_ids, [])
})

test('a job of another key has no follow-up; one created by a * key belongs to the owner', async t => {
  const { action } = flaky()
  const fixture = await startBulk(t, [action])
  const { jobs } = fixture
  const parent = await halfDone(fixture, action)
  const bob = { id: 'bob', scopes: ['shelf:destructive'] }
  const wish = { outcomes: ['failed' as const], acknowledge_unknown: false }
  const attempts: (() => Promise<unknown>)[] = [
    () => jobs.retry(bob, parent.id, wish, signal),
    () => jobs.undo(bob, parent.id, signal),
    () => jobs.reconcile(bob, parent.id, signal),
    () => jobs.delete(bob, parent.id)
  ]
  for (const attempt of attempts) await t.rejects(async () => void (await attempt()), refusal('job_not_found', { status: 404 }))
  const { job } = await jobs.retry(root, parent.id, wish, signal)
  t.equal((await jobs.get(alice, job.id)).id, job.id)
})

test('the permission of the key is checked again', async t => {
  const { action } = flaky()
  let allowed = true
  const fixture = await startBulk(t, [action], {
    authorize: () => {
      if (!allowed) throw new OperationError('insufficient_permissions', 'No longer')
    }
  })
  const parent = await halfDone(fixture, action)
  allowed = false
  await t.rejects(retry(fixture.jobs, parent.id), refusal('insufficient_permissions'))
  t.same((await fixture.jobs.get(alice, parent.id)).child_ids, [], 'and nothing was claimed')
})

test('a follow-up job notifies the same URL as long as the policy allows it', async t => {
  const { url, port, seen } = await listen(t)
  const { action } = flaky()
  const webhooks = webhooksTo(port)
  const fixture = await startBulk(t, [action], { webhooks, settings: SOON })
  const { jobs } = fixture
  const options = { dry_run: false, max_items: 50, on_failure: 'continue', notify_url: `${url}/hook` } as const
  const parent = await runToEnd(jobs, fixture.request(action, { options }))
  const child = await retry(jobs, parent.id)
  t.match(child, { notifications: { url }, preview: { warnings: [] } })
  await until(jobs, child.id, ({ notifications }) => notifications?.deliveries.length === 1)
  t.match(seen.map(eventIn).at(-1), { type: 'job.awaiting_confirmation', data: { job: { id: child.id, follow_up: 'retry' } } })

  await jobs.cancel(alice, child.id)
  webhooks.guard = createGuard({ allow: [] }) // the operator removes the exception
  const before = seen.length
  const untold = await retry(jobs, parent.id)
  t.not(untold.id, child.id)
  t.match(untold, { notifications: null, preview: { warnings: [/No webhooks are sent for this job: .* now refused\. notify_url/] } })
  await confirmed(jobs, untold)
  t.equal(seen.slice(before).filter(one => eventIn(one).data.job.id === untold.id).length, 0)
})

test('20,000 failed items are copied page by page, even if workers die', async t => {
  const many = 20_000
  const action = testAdapter({
    max_batch: 500,
    concurrency: 2,
    page_size: 1_000,
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'failed', error: { code: 'X', reason: 'x', message: 'x' } }
    }
  })
  const fixture = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  const { jobs, redis } = fixture
  let worker = fixture.startWorker()
  const options = { dry_run: false, max_items: many, on_failure: 'ignore' } as const
  const made = await jobs.create(fixture.request(action, { input: { many }, options }))
  const offered = await until(jobs, made.id, ['awaiting_confirmation'])
  await jobs.confirm(alice, made.id, offered.confirm_token ?? '')
  t.match(await until(jobs, made.id, ['completed'], alice, 60_000), { progress: { failed: many } })
  const child = await retry(jobs, made.id)
  await until(jobs, child.id, job => Number(job.progress.total?.value) > 0)
  await worker.close()
  worker = fixture.startWorker()
  t.match(await until(jobs, child.id, ['awaiting_confirmation'], alice, 60_000), { preview: { total: { value: many } } })
  const client = redis.client()
  t.equal(await client.strlen(jobKey(child.id, 'status')), many)
  for (const part of ['ids', 'data'] as const) {
    t.same(await client.lrange(jobKey(child.id, part), many - 10, -1), await client.lrange(jobKey(made.id, part), many - 10, -1))
  }
  await worker.close()
})
