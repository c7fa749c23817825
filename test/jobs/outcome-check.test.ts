import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import type { BulkItem } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { Job } from '../../src/contract/job.ts'
import type { BulkRequest } from '../../src/contract/jobs.ts'
import type { JobsService } from '../../src/jobs/jobs.ts'
import type { JobSettings } from '../../src/jobs/settings.ts'
import { createJobStore } from '../../src/jobs/store/job-store.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { alice, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { paintAdapter, startFakeServer } from '../helpers/fake-server.ts'

/** Responses that are lost before or after the item is executed. */
async function open(
  t: Parameters<typeof startBulk>[0],
  settings: Partial<JobSettings> = {},
  parts: Parameters<typeof paintAdapter>[1] = {},
  worker = true
) {
  const server = await startFakeServer(t)
  const action = paintAdapter(server.base, parts)
  const bulk = await startBulk(t, [action], { settings, worker })
  for (const n of [0, 3, 6]) server.faults.set(`item-${n}`, 'lost_after')
  for (const n of [1, 4]) server.faults.set(`item-${n}`, 'lost_before')
  return { ...bulk, server, action }
}

async function begin(jobs: JobsService, request: BulkRequest): Promise<string> {
  const made = await jobs.create(request)
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  return made.id
}

const ENDS: Job['status'][] = ['completed', 'cancelled', 'failed']

test('a job checks items whose response was lost, and attempts those again that were not executed', async t => {
  const { jobs, request, server, action } = await open(t)
  server.brief = true
  const id = await begin(jobs, request(action, { input: { many: 10 } }))
  const end = await until(jobs, id, ENDS)
  t.match(end, { status: 'completed', progress: { succeeded: 10, unknown: 0, failed: 0, skipped: 0 }, errors: [] })
  t.match(end.warnings, [/^The results of \d items were lost\. A check found that \d of them were done and \d were not\.$/])
  t.equal(server.writes.length, 10)
  t.equal(new Set(server.writes).size, 10, 'nothing is executed twice')
  const { job: undo } = await jobs.undo(alice, id, new AbortController().signal)
  t.equal(undo.preview?.total.value, 10)
})

test('an item that was not executed after its attempts has failed, with a message that it was not executed', async t => {
  const { jobs, request, server, action } = await open(t)
  const end = await runToEnd(jobs, request(action, { input: { many: 10 } }))
  t.match(end, { status: 'completed', progress: { succeeded: 8, unknown: 0, failed: 2 } })
  t.match(end.errors, [
    { reason: 'not_executed', message: /^It was sent, and its outcome is unknown\. A later check found that it was not done$/, count: 2 }
  ])
  t.equal(new Set(server.writes).size, server.writes.length)
  t.equal(server.writes.length, 8)
})

test('with retries: 0 an item that a check finds not executed is not attempted again', async t => {
  const { request, server, action } = await open(t)
  let attempts = 0
  const options = { dry_run: false, max_items: 50, on_failure: 'continue', retries: 0 } as const
  const counting = {
    ...action,
    executeBatch(...given: Parameters<typeof action.executeBatch>) {
      attempts++
      return action.executeBatch(...given)
    }
  }
  const bulk = await startBulk(t, [counting])
  const end = await runToEnd(bulk.jobs, request(counting, { input: { many: 10 }, options }))
  t.match(end.progress, { succeeded: 8, failed: 2, unknown: 0 })
  t.equal(attempts, 10)
  t.equal(server.writes.length, 8)
})

test('not executed counts only once the call is certainly over; executed counts at once', async t => {
  const { jobs, request, server, action } = await open(t, { settle_ms: 1_500 })
  const id = await begin(jobs, request(action, { input: { many: 10 } }))
  const held = await until(jobs, id, ['waiting'])
  t.match(held, { reason: 'network', error: { reason: 'calls_under_way', message: /^The results of 2 items were lost/ } })
  t.match(held.progress, { succeeded: 8, unknown: 2 })
  t.equal(server.writes.length, 8, 'nothing is attempted again yet')
  const since = held.revision
  await jobs.resume(alice, id)
  const again = await until(jobs, id, ({ revision, status }) => revision > since + 1 && status === 'waiting')
  t.match(again.progress, { unknown: 2 }, 'no command can shorten the wait')
  server.faults.clear()
  t.match(await until(jobs, id, ENDS), { status: 'completed', progress: { succeeded: 10, unknown: 0 } })
  t.equal(new Set(server.writes).size, 10)
})

const STOPS: Record<string, (jobs: JobsService, id: string) => Promise<void>> = {
  running: async (jobs: JobsService, id: string) => void (await jobs.cancel(alice, id)),
  paused: async (jobs: JobsService, id: string) => {
    await jobs.pause(alice, id)
    await until(jobs, id, ['paused'])
    await jobs.cancel(alice, id)
  }
}

for (const [name, stop] of Object.entries(STOPS))
  test(`a job that is cancelled while it is ${name} reports the correct outcome of each item`, async t => {
    const { jobs, request, server, action } = await open(t, { settle_ms: 1_000 })
    server.delay_ms = 30
    const id = await begin(jobs, request(action, { input: { many: 120 } }))
    await until(jobs, id, ({ progress }) => progress.unknown > 1)
    await stop(jobs, id)
    const end = await until(jobs, id, ENDS)
    t.match(end, { status: 'cancelled', progress: { unknown: 0, failed: 0, skipped: 0 } })
    t.equal(end.progress.succeeded, new Set(server.writes).size)
    t.equal(end.progress.not_attempted, 120 - end.progress.succeeded)
    const done = await jobs.items(alice, id, { outcome: 'succeeded', limit: 1_000 })
    t.same(done.items.map(({ item_id }) => item_id).sort(), [...server.writes].sort())
  })

test('a pause does not wait: it checks executed items, and leaves the rest to the resumed job', async t => {
  const { jobs, request, server, action } = await open(t, { settle_ms: 2_000 })
  server.delay_ms = 30
  const id = await begin(jobs, request(action, { input: { many: 120 } }))
  await until(jobs, id, ({ progress }) => progress.unknown > 1)
  await jobs.pause(alice, id)
  const paused = await until(jobs, id, ['paused'])
  t.match(paused.reason, 'asked')
  server.faults.clear()
  await jobs.resume(alice, id)
  t.match(await until(jobs, id, ENDS), { status: 'completed', progress: { succeeded: 120, unknown: 0 } })
  t.equal(new Set(server.writes).size, server.writes.length)
})

test('after a worker is lost, another one checks its running items', async t => {
  const { promise: begun, resolve: begin2 } = Promise.withResolvers<void>()
  const done = new Set<string>()
  let hangs = true
  const action = testAdapter({
    idempotent: false,
    max_batch: 1,
    concurrency: 4,
    executeBatch: async function* (items) {
      for (const item of items) {
        if (hangs && item.id !== 'item-1') done.add(item.id)
        if (hangs && item.id === 'item-3') begin2()
        if (hangs) await new Promise(() => undefined)
        if (done.has(item.id)) throw new Error('It is done twice')
        done.add(item.id)
        yield succeeded(item)
      }
    },
    reconcile: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: done.has(id) ? 'succeeded' : 'not_attempted' }
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action])
  const id = await begin(jobs, request(action, { input: { many: 8 } }))
  await begun
  hangs = false
  const client = redis.client()
  const turn = Number(await client.hget(jobKey(id, 'meta'), 'turn'))
  t.match(await createJobStore(client, id).claimTurn(turn), { kind: 'claimed' }, 'as another worker does after this one is lost')
  t.match(await until(jobs, id, ENDS), { status: 'completed', progress: { succeeded: 8, unknown: 0, failed: 0 } })
})

test('a worker that lost the job writes no findings of its check', async t => {
  const { promise: looking, resolve: look } = Promise.withResolvers<void>()
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  let isLost = false
  const { jobs, request, redis, action } = await open(
    t,
    { abort_grace_ms: 50 },
    {
      reconcile: async function* (items, _action, { signal }) {
        if (isLost) await sleep(60_000, undefined, { signal }) // a check by the next worker of the job
        look()
        await held
        for (const { id } of items) yield { item_id: id, outcome: 'succeeded' }
      }
    }
  )
  const id = await begin(jobs, request(action, { input: { many: 10 } }))
  await looking
  const client = redis.client()
  const ledger = createJobStore(client, id)
  const turn = Number(await client.hget(jobKey(id, 'meta'), 'turn'))
  const claim = await ledger.claimTurn(turn)
  t.match(claim, { kind: 'claimed' })
  isLost = true
  go()
  await sleep(300)
  t.match((await jobs.get(alice, id)).progress, { unknown: 5 })
})

for (const verb of ['complete', 'cancel'] as const)
  test(`a check that keeps failing does not block the job (${verb}): items stay unknown, and jobs_reconcile can check them`, async t => {
    let isDown = true
    const { jobs, request, action, server } = await open(
      t,
      { first_wait_ms: 10 },
      {
        reconcile: async function* (items) {
          if (isDown) throw new OperationError('connection_failed', 'The server could not be reached', { outcome: 'not_executed' })
          for (const { id } of items) yield { item_id: id, outcome: server.colours.get(id) === 'red' ? 'succeeded' : 'not_attempted' }
        }
      }
    )
    server.delay_ms = 20
    const id = await begin(jobs, request(action, { input: { many: 10 } }))
    if (verb === 'cancel') await until(jobs, id, ({ progress }) => progress.unknown > 1)
    if (verb === 'cancel') await jobs.cancel(alice, id)
    const end = await until(jobs, id, ENDS)
    t.equal(end.status, verb === 'cancel' ? 'cancelled' : 'completed')
    t.ok(end.progress.unknown > 0)
    t.match(end.warnings, [/^The outcome of \d items could not be checked: The server could not be reached.*jobs_reconcile/])
    t.ok(end.links.reconcile)
    isDown = false
    const { job } = await jobs.reconcile(alice, id, new AbortController().signal)
    await until(jobs, job.id, ['completed'])
    t.match((await jobs.get(alice, id)).progress, { unknown: 0, succeeded: new Set(server.writes).size })
  })

test('a refused check is given up at once, and so is a defective one', async t => {
  for (const [name, error] of Object.entries({
    refused: new OperationError('upstream_refused', 'Vendor says: no', { source: 'upstream' }),
    defect: new TypeError('secret internals'),
    quota: new OperationError('rate_limit_exceeded', 'Come back tomorrow', { retry_after_ms: 80_000_000 })
  }))
    await t.test(name, async t => {
      const { jobs, request, action } = await open(
        t,
        {},
        {
          reconcile: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) })
        }
      )
      const end = await runToEnd(jobs, request(action, { input: { many: 10 } }))
      t.match(end, { status: 'completed', progress: { succeeded: 5, unknown: 5 } })
      t.equal(end.warnings.length, 1)
      t.notMatch(JSON.stringify(end), /secret/)
    })
})

test('an unverifiable outcome stays unknown, and the job ends', async t => {
  const { jobs, request, action } = await open(
    t,
    {},
    {
      reconcile: async function* (items) {
        for (const { id } of items) yield { item_id: id, outcome: 'unknown' }
      }
    }
  )
  const end = await runToEnd(jobs, request(action, { input: { many: 10 } }))
  t.match(end, { status: 'completed', progress: { succeeded: 5, unknown: 5 } })
})

test('a check of many items takes several turns, and checks each once', async t => {
  const many = 300
  const { jobs, request, action, server } = await open(t, { turn_ms: 100 })
  for (let n = 0; n < many; n++) server.faults.set(`item-${n}`, 'lost_after')
  const options = { dry_run: false, max_items: many, on_failure: 'ignore' } as const
  const end = await runToEnd(jobs, request(action, { input: { many }, options }))
  t.match(end, { status: 'completed', progress: { succeeded: many, unknown: 0 } })
  t.equal(server.reads.length, many)
})

test('an item of an idempotent action that a check cannot determine is attempted again as started before', async t => {
  const seen: BulkItem[] = []
  const action = testAdapter({
    max_batch: 1,
    executeBatch: async function* (items, _action, { keepBefore }) {
      for (const item of items) {
        seen.push(item)
        await keepBefore?.(item.id, { was: [] })
        if (item.id === 'item-1' && seen.filter(({ id }) => id === 'item-1').length < 7)
          throw new OperationError('server_error', 'Shelf answered 500', { source: 'upstream', outcome: 'unknown' })
        yield succeeded(item)
      }
    },
    reconcile: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'unknown' }
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { first_wait_ms: 10 } })
  const end = await runToEnd(jobs, request(action, { input: { many: 3 } }))
  t.match(end, { status: 'completed', progress: { succeeded: 3, unknown: 0, failed: 0 }, errors: [] })
  t.match(seen.at(-1), { id: 'item-1', again: true, before: { was: [] } })
})

test('a check that ends its worker each time is given up', async t => {
  const { jobs, request, redis, server, action, startWorker } = await open(t, {}, {}, false)
  const worker = startWorker()
  server.delay_ms = 50
  const id = await begin(jobs, request(action, { input: { many: 200 } }))
  await until(jobs, id, ({ progress }) => progress.unknown > 0)
  await worker.close()
  const client = redis.client()
  const ledger = createJobStore(client, id)
  await jobs.cancel(alice, id)
  const turn = Number(await client.hget(jobKey(id, 'meta'), 'turn'))
  const seen: string[] = []
  for (let crash = 0; crash < 4; crash++) {
    const claim = await ledger.claimTurn(turn)
    t.match(claim, { kind: 'claimed' })
    if (claim.kind === 'claimed') seen.push((await ledger.startOutcomeCheck(claim.epoch, false)).kind)
  }
  t.same(seen, ['due', 'due', 'due', 'none'])
  startWorker()
  const end = await until(jobs, id, ENDS)
  t.match(end, { status: 'cancelled', warnings: [/could not be checked: the worker ended 3 times in a row/] })
  t.ok(end.links.reconcile)
})
