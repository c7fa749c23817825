import { test } from 'tap'
import { newJobId } from '../../src/bulk/id.ts'
import type { JobsService } from '../../src/bulk/jobs.ts'
import { jobKey } from '../../src/bulk/keys.ts'
import { runScript } from '../../src/bulk/scripts/run.ts'
import type { BulkAdapter, BulkItem } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { Job, RetryOutcome } from '../../src/contract/jobs.ts'
import { createGuard } from '../../src/lib/guard/guard.ts'
import { alice, type BulkHouse, refusal, root, runToEnd, shelfAction, startBulk, until } from '../helpers/bulk.ts'
import { listen } from '../helpers/listen.ts'
import { paintAction, startPaintShop } from '../helpers/paint-shop.ts'
import { eventIn, SOON, webhooksTo } from '../helpers/webhooks.ts'

const { signal } = new AbortController()
const retry = async (jobs: JobsService, id: string, outcomes: RetryOutcome[] = ['failed'], acknowledge_unknown = false): Promise<Job> =>
  (await jobs.retry(alice, id, { outcomes, acknowledge_unknown }, signal)).job
const confirmed = async (jobs: JobsService, { id, confirm_token }: Job): Promise<Job> => {
  await jobs.confirm(alice, id, confirm_token ?? '')
  return await until(jobs, id, ['completed'])
}

/** An action whose every third item fails until it is mended; and what it did. */
function flaky(parts: Parameters<typeof shelfAction>[0] = {}) {
  const done: BulkItem[] = []
  const state = { broken: true }
  const action = shelfAction({
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

async function halfDone(house: BulkHouse, action: BulkAdapter, many = 30): Promise<Job> {
  return await runToEnd(house.jobs, house.request(action, { input: { many } }))
}

test('failed_items: retry makes a job of exactly the items that failed, and does each once', async t => {
  const { action, done, state } = flaky()
  const house = await startBulk(t, [action])
  const { jobs } = house
  const parent = await halfDone(house, action)
  t.match(parent, { progress: { failed: 10, succeeded: 20 }, links: { retry: `http://gateway/v1/jobs/${parent.id}/retry` } })
  state.broken = false
  const child = await retry(jobs, parent.id)
  t.match(child, { status: 'awaiting_confirmation', parent_id: parent.id, follow_up: 'retry', preview: { total: { value: 10 } } })
  t.match(child.message, /^Again: /)
  t.same(child.preview?.sample[1], { item_id: 'item-3', display_name: 'The item item-3' }, 'with the names that the parent showed')
  t.equal(done.length, 20, 'nothing is done before it is confirmed')
  t.match(await confirmed(jobs, child), { progress: { succeeded: 10, failed: 0 } })
  t.equal(done.length, 30)
  t.equal(new Set(done.map(({ id }) => id)).size, 30)
  t.same((await jobs.get(alice, parent.id)).child_ids, [child.id])
})

test('the items of a retry are those of the parent: their versions and data, not listed anew', async t => {
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
  const house = await startBulk(t, [action])
  const parent = await halfDone(house, action)
  const before = listings
  state.broken = false
  done.length = 0
  await confirmed(house.jobs, await retry(house.jobs, parent.id))
  t.equal(listings, before)
  t.same(
    done.map(({ id, etag, data }) => ({ id, etag, data })),
    [0, 3, 6].map(n => ({ id: `item-${n}`, etag: `v${n}`, data: { n } }))
  )
})

test('unknown items are done again only where somebody says that they know', async t => {
  const shop = await startPaintShop(t)
  const action = paintAction(shop.base)
  const house = await startBulk(t, [action])
  for (const id of ['item-2', 'item-5']) shop.faults.set(id, 'lost_after')
  const parent = await halfDone(house, action, 8)
  t.match(parent, { progress: { unknown: 2, succeeded: 6 } })
  await t.rejects(
    retry(house.jobs, parent.id, ['failed', 'unknown']),
    refusal('acknowledgement_required', {
      status: 428,
      message: /^2 items .* may be done already/,
      details: { unknown: 2, suggestions: [/jobs_reconcile/, /acknowledge_unknown/] }
    })
  )
  const child = await retry(house.jobs, parent.id, ['failed', 'unknown'], true)
  t.match(child.preview, { total: { value: 2 }, irreversible: false, undoable: true })
})

test('what is asked twice, or twenty times at once, is one job', async t => {
  const { action } = flaky()
  const house = await startBulk(t, [action])
  const parent = await halfDone(house, action)
  const other = house.secondJobs()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      (at % 2 ? house.jobs : other).retry(alice, parent.id, { outcomes: ['failed'], acknowledge_unknown: false }, signal)
    )
  )
  t.equal(new Set(answers.map(({ job }) => job.id)).size, 1)
  t.equal(answers.filter(({ fresh }) => fresh).length, 1)
  const [first] = answers
  await confirmed(house.jobs, await house.jobs.get(alice, first?.job.id ?? ''))
  t.match(await retry(house.jobs, parent.id), { id: first?.job.id, status: 'completed' }, 'also once it has ended')
  t.equal((await house.jobs.list(alice, { limit: 10 })).items.length, 2)
})

test('no item is in two retries', async t => {
  const { action } = flaky()
  const house = await startBulk(t, [action])
  const { jobs } = house
  const made = await jobs.create(house.request(action, { input: { many: 2_000 } }))
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

test('a retry that did nothing gives its items back', async t => {
  const { action } = flaky()
  const house = await startBulk(t, [action])
  const { jobs } = house
  const parent = await halfDone(house, action)
  const declined = await retry(jobs, parent.id)
  await jobs.cancel(alice, declined.id)
  const second = await retry(jobs, parent.id)
  t.not(second.id, declined.id)
  t.match(second, { status: 'awaiting_confirmation', preview: { total: { value: 10 } } })
  t.same((await jobs.get(alice, parent.id)).child_ids, [declined.id, second.id])
})

test('items are in one line of descent: a job that gave them on cannot give them back, whoever asks', async t => {
  const { action, state } = flaky()
  const sent = new Map<string, number>()
  const note = ({ id }: BulkItem) => sent.set(id, (sent.get(id) ?? 0) + 1)
  const shy = shelfAction({
    name: 'shy',
    idempotent: false,
    max_batch: 1,
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'unknown' }
    },
    reconcile: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'not_attempted' }
    }
  })
  const kind = shelfAction({
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
  const house = await startBulk(t, [action, shy, kind])
  const { jobs } = house
  const declined = async (job: Job): Promise<Job> => {
    await until(jobs, job.id, ['awaiting_confirmation'])
    return await jobs.cancel(alice, job.id)
  }

  const parent = await halfDone(house, action)
  const child = await declined(await retry(jobs, parent.id))
  const heir = await retry(jobs, child.id, ['not_attempted'])
  state.broken = false
  t.equal((await retry(jobs, parent.id)).id, child.id, 'a retry that was declined, and retried itself')
  await jobs.delete(alice, child.id)
  await t.rejects(retry(jobs, parent.id), refusal('job_expired'), 'also once it is deleted')
  t.match(await confirmed(jobs, heir), { progress: { succeeded: 10 } })

  const lost = await halfDone(house, shy, 3)
  const again = await confirmed(jobs, await retry(jobs, lost.id, ['unknown'], true))
  t.match(again, { progress: { unknown: 3 } })
  await until(jobs, (await jobs.reconcile(alice, again.id, signal)).job.id, ['completed'])
  await retry(jobs, again.id, ['not_attempted'])
  t.equal((await retry(jobs, lost.id, ['unknown'], true)).id, again.id, 'one whose items were found not done')

  const done = await halfDone(house, kind, 3)
  const undo = await declined((await jobs.undo(alice, done.id, signal)).job)
  await confirmed(jobs, await retry(jobs, undo.id, ['not_attempted']))
  t.equal((await jobs.undo(alice, done.id, signal)).job.id, undo.id, 'an undo')
  t.same([...sent.values()], [1, 1, 1])
})

test('a retry of a declined retry and one of its parent, at the same time: the items go to one of them', async t => {
  const { action } = flaky()
  const house = await startBulk(t, [action])
  const { jobs } = house
  const other = house.secondJobs()
  const parent = await halfDone(house, action)
  let holder = parent.id
  for (let round = 0; round < 5; round++) {
    const child = await retry(jobs, holder, [holder === parent.id ? 'failed' : 'not_attempted'])
    await jobs.cancel(alice, child.id)
    const [below, above] = await Promise.allSettled([
      retry(jobs, child.id, ['not_attempted']),
      retry(other, holder, [holder === parent.id ? 'failed' : 'not_attempted'])
    ])
    if (below.status === 'fulfilled') t.match(above, { value: { id: child.id } }, 'the parent answers the one it has')
    else t.match(below.reason, { reason: 'nothing_to_do', message: /has its items again/ })
    const made = below.status === 'fulfilled' ? below.value : above.status === 'fulfilled' ? above.value : undefined
    await jobs.cancel(alice, made?.id ?? '')
    holder = below.status === 'fulfilled' ? child.id : holder
  }
})

test('who acts again on what may be done is told so, also by way of a retry that was declined; of what only failed nobody says it', async t => {
  const told: [string, boolean][] = []
  let answers = false
  const action = shelfAction({
    executeBatch: async function* (items) {
      for (const { id, again = false } of items) {
        if (answers) told.push([id, again])
        yield { item_id: id, outcome: answers ? 'succeeded' : id === 'item-1' ? 'unknown' : 'failed' }
      }
    }
  })
  const house = await startBulk(t, [action])
  const { jobs } = house
  const parent = await halfDone(house, action, 3)
  answers = true
  const declined = await retry(jobs, parent.id, ['failed', 'unknown'], true)
  t.match(
    await jobs.cancel(alice, declined.id),
    { progress: { not_attempted: 3, unknown: 0 } },
    'it has done nothing of which it does not know'
  )
  t.match(await confirmed(jobs, await retry(jobs, declined.id, ['not_attempted'])), { progress: { succeeded: 3 } })
  t.same(told, [
    ['item-0', false],
    ['item-1', true],
    ['item-2', false]
  ])
})

test('a retry can be retried, from itself', async t => {
  const { action, state } = flaky()
  const house = await startBulk(t, [action])
  const { jobs } = house
  const parent = await halfDone(house, action)
  const child = await confirmed(jobs, await retry(jobs, parent.id))
  t.match(child, { progress: { failed: 10 } })
  state.broken = false
  t.match(await confirmed(jobs, await retry(jobs, child.id)), { parent_id: child.id, progress: { succeeded: 10 } })
})

test('a gateway that dies between the claim and the job leaves no gap: the same call makes it', async t => {
  const { action } = flaky()
  const house = await startBulk(t, [action])
  const parent = await halfDone(house, action)
  const id = newJobId()
  t.same(await runScript(house.redis.client(), 'adopt', parent.id, [id, 'f', 'f', '', '', '']), ['ok', id])
  t.match(await retry(house.jobs, parent.id), { id, status: 'awaiting_confirmation', preview: { total: { value: 10 } } })
})

test('there is nothing to retry where all was done, and after a dry run', async t => {
  const action = shelfAction()
  const house = await startBulk(t, [action])
  const { jobs, request } = house
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
    'what was declined can be offered again'
  )
})

test('items that are no longer kept cannot be retried', async t => {
  const { action } = flaky()
  const house = await startBulk(t, [action])
  const parent = await halfDone(house, action)
  const client = house.redis.client()
  await client.del(...(['ids', 'status', 'results'] as const).map(part => jobKey(parent.id, part)))
  await t.rejects(retry(house.jobs, parent.id), refusal('job_expired', { status: 410 }))
  t.same((await house.jobs.get(alice, parent.id)).child_ids, [])
})

test('a job of another key has no follow-up; one made by a * key belongs to the owner', async t => {
  const { action } = flaky()
  const house = await startBulk(t, [action])
  const { jobs } = house
  const parent = await halfDone(house, action)
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

test('whether the key may still do it is asked again', async t => {
  const { action } = flaky()
  let allowed = true
  const house = await startBulk(t, [action], {
    admit: () => {
      if (!allowed) throw new OperationError('insufficient_permissions', 'No longer')
    }
  })
  const parent = await halfDone(house, action)
  allowed = false
  await t.rejects(retry(house.jobs, parent.id), refusal('insufficient_permissions'))
  t.same((await house.jobs.get(alice, parent.id)).child_ids, [], 'and nothing was claimed')
})

test('a job made from another tells the same URL, as long as that may be called', async t => {
  const { url, port, seen } = await listen(t)
  const { action } = flaky()
  const webhooks = webhooksTo(port)
  const house = await startBulk(t, [action], { webhooks, settings: SOON })
  const { jobs } = house
  const options = { dry_run: false, max_items: 50, on_failure: 'continue', notify_url: `${url}/hook` } as const
  const parent = await runToEnd(jobs, house.request(action, { options }))
  const child = await retry(jobs, parent.id)
  t.match(child, { notifications: { url }, preview: { warnings: [] } })
  await until(jobs, child.id, ({ notifications }) => notifications?.deliveries.length === 1)
  t.match(seen.map(eventIn).at(-1), { type: 'job.awaiting_confirmation', data: { job: { id: child.id, follow_up: 'retry' } } })

  await jobs.cancel(alice, child.id)
  webhooks.guard = createGuard({ allow: [] }) // the operator takes the exception away
  const before = seen.length
  const untold = await retry(jobs, parent.id)
  t.not(untold.id, child.id)
  t.match(untold, { notifications: null, preview: { warnings: [/Nobody is told of this job: .* refused by now\. notify_url/] } })
  await confirmed(jobs, untold)
  t.equal(seen.slice(before).filter(one => eventIn(one).data.job.id === untold.id).length, 0)
})

test('20,000 failed items are copied page by page, across workers that end', async t => {
  const many = 20_000
  const action = shelfAction({
    max_batch: 500,
    concurrency: 2,
    page_size: 1_000,
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'failed', error: { code: 'X', reason: 'x', message: 'x' } }
    }
  })
  const house = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  const { jobs, redis } = house
  let worker = house.startWorker()
  const options = { dry_run: false, max_items: many, on_failure: 'ignore' } as const
  const made = await jobs.create(house.request(action, { input: { many }, options }))
  const offered = await until(jobs, made.id, ['awaiting_confirmation'])
  await jobs.confirm(alice, made.id, offered.confirm_token ?? '')
  t.match(await until(jobs, made.id, ['completed'], alice, 60_000), { progress: { failed: many } })
  const child = await retry(jobs, made.id)
  await until(jobs, child.id, job => Number(job.progress.total?.value) > 0)
  await worker.close()
  worker = house.startWorker()
  t.match(await until(jobs, child.id, ['awaiting_confirmation'], alice, 60_000), { preview: { total: { value: many } } })
  const client = redis.client()
  t.equal(await client.strlen(jobKey(child.id, 'status')), many)
  for (const part of ['ids', 'data'] as const) {
    t.same(await client.lrange(jobKey(child.id, part), many - 10, -1), await client.lrange(jobKey(made.id, part), many - 10, -1))
  }
  await worker.close()
})
