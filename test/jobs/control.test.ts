import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Test, test } from 'tap'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { beforeNext } from '../../src/contract/bulk-outcomes.ts'
import type { Caller } from '../../src/contract/call.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { Job, JobStatus } from '../../src/contract/job.ts'
import type { JobsService } from '../../src/jobs/jobs.ts'
import { newJobId } from '../../src/jobs/model/job-id.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { runJobCommand } from '../../src/jobs/store/lua/commands.ts'
import { alice, type BulkFixture, refusal, root, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'

const conflict = (current: JobStatus) => refusal('illegal_transition', { status: 409, details: { current } })

/** An action whose items are slow. It records what it executed. */
function slowly(done: string[], milliseconds = 40) {
  return testAdapter({
    idempotent: false,
    max_batch: 1,
    concurrency: 2,
    executeBatch: async function* (items) {
      for (const item of items) {
        await sleep(milliseconds)
        done.push(item.id)
        yield succeeded(item)
      }
    }
  })
}

test('only the token of the current preview confirms a job (pitfall 15)', async t => {
  const action = testAdapter()
  const { jobs, request } = await startBulk(t, [action])
  const made = await jobs.create(request(action))
  await t.rejects(jobs.confirm(alice, made.id, 'ct_wrong'), refusal('plan_changed', { status: 412 }))
  const other = await jobs.create(request(action))
  await t.rejects(jobs.confirm(alice, made.id, other.confirm_token ?? ''), refusal('plan_changed'))
  t.equal((await jobs.get(alice, made.id)).status, 'awaiting_confirmation')

  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await until(jobs, made.id, ['completed'])
  const again = await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  t.match(again, { status: 'completed', progress: { succeeded: 10 } }, 'confirming twice has the same effect as once')
  await t.rejects(jobs.confirm(alice, made.id, 'ct_wrong'), conflict('completed'))
})

test('concurrent confirmations start a job once', async t => {
  const done: string[] = []
  const action = slowly(done, 5)
  const { jobs, secondJobs, request } = await startBulk(t, [action])
  const made = await jobs.create(request(action))
  const other = secondJobs()
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => (at % 2 ? jobs : other).confirm(alice, made.id, made.confirm_token ?? ''))
  )
  t.ok(answers.every(({ status }) => status === 'fulfilled'))
  await until(jobs, made.id, ['completed'])
  t.equal(done.length, 10)
})

test('an unconfirmed preview expires', async t => {
  const action = testAdapter()
  const { jobs, request } = await startBulk(t, [action], { settings: { confirmation_ttl_ms: 150 } })
  const made = await jobs.create(request(action))
  await sleep(200)
  await t.rejects(jobs.confirm(alice, made.id, made.confirm_token ?? ''), refusal('plan_changed'))
  t.match(await jobs.get(alice, made.id), { status: 'expired', confirm_token: null, progress: { not_attempted: 10 } })
  await t.rejects(jobs.confirm(alice, made.id, made.confirm_token ?? ''), refusal('plan_changed'))
  await t.rejects(jobs.cancel(alice, made.id), conflict('expired'))

  const left = await jobs.create(request(action))
  t.equal((await until(jobs, left.id, ['expired'])).reason, 'not_confirmed', 'even if no one reads it: the reconciler expires it')
})

test('a job can be cancelled in every phase', async t => {
  const done: string[] = []
  const quick = slowly(done)
  let listing = true
  const endless = testAdapter({
    name: 'endless',
    nextBatch: async (_query, { cursor = '0' }) => {
      await sleep(20)
      return { items: [], ...(listing && { next: String(Number(cursor) + 1) }) }
    }
  })
  const { jobs, request } = await startBulk(t, [quick, endless], { settings: { preview_wait_ms: 100 } })

  const listed = await jobs.create(request(endless))
  t.equal(listed.status, 'snapshotting')
  t.match(await jobs.cancel(alice, listed.id), { status: 'cancelled', preview: null })
  listing = false

  const ready = async (of: BulkAdapter, more = {}) =>
    await until(jobs, (await jobs.create(request(of, more))).id, ['awaiting_confirmation'])
  const offered = await ready(quick)
  t.match(await jobs.cancel(alice, offered.id), { status: 'cancelled', progress: { not_attempted: 10 } })
  t.match(await jobs.cancel(alice, offered.id), { status: 'cancelled' }, 'twice has the same effect as once')
  await t.rejects(jobs.confirm(alice, offered.id, offered.confirm_token ?? ''), conflict('cancelled'))
  t.same(done, [])

  const running = await ready(quick, { input: { many: 200 } })
  await jobs.confirm(alice, running.id, running.confirm_token ?? '')
  await until(jobs, running.id, job => job.progress.done > 4)
  const before = done.length
  t.match((await jobs.cancel(alice, running.id)).status, /cancelling|cancelled/)
  const end = await until(jobs, running.id, ['cancelled'])
  t.ok(done.length - before < 50, 'soon')
  t.equal(end.progress.succeeded, done.length, 'it reports what was executed')
  t.equal(end.progress.succeeded + end.progress.not_attempted, 200)

  await t.rejects(jobs.cancel(alice, (await runToEnd(jobs, request(quick))).id), conflict('completed'))
})

test('after a cancel, an idempotent call that does not finish in time is aborted; others are never aborted (pitfall 8)', async t => {
  const ended: string[] = []
  let [begun, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const parts = {
    max_batch: 1,
    executeBatch: async function* (items: { id: string }[], _action: unknown, { signal }: { signal: AbortSignal }) {
      begun.resolve()
      await asked.promise
      await sleep(1_500, undefined, { signal }).catch(() => {
        ended.push('aborted')
        throw new Error('aborted')
      })
      ended.push('finished')
      for (const { id } of items) yield { item_id: id, outcome: 'succeeded' as const }
    }
  }
  const [soft, hard] = [testAdapter({ ...parts, name: 'soft' }), testAdapter({ ...parts, name: 'hard', idempotent: false })]
  const { jobs, request } = await startBulk(t, [soft, hard], { settings: { finish_ms: 200 } })
  for (const action of [soft, hard]) {
    const made = await jobs.create(request(action, { input: { many: 3 } }))
    await jobs.confirm(alice, made.id, made.confirm_token ?? '')
    await begun.promise
    await jobs.cancel(alice, made.id)
    asked.resolve()
    await until(jobs, made.id, ['cancelled'])
    ;[begun, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  }
  t.same(ended, ['aborted', 'finished'])
})

test('items of a call that a cancel aborts may be executed: they are checked, and unstarted ones are not attempted', async t => {
  const written: string[] = []
  const action = testAdapter({
    max_batch: 5,
    executeBatch: async function* (items, _action, { signal }) {
      written.push(...items.map(({ id }) => id)) // the system has executed it, and its response is on the way
      await once(signal, 'abort')
      yield* items.slice(0, 0).map(succeeded)
      throw new Error('aborted')
    },
    reconcile: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: written.includes(id) ? 'succeeded' : 'not_attempted' }
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const underWay = async (): Promise<Job> => {
    const job = await jobs.create(request(action, { input: { many: 12 } }))
    await jobs.confirm(alice, job.id, job.confirm_token ?? '')
    return await until(jobs, job.id, () => written.length === 5)
  }
  const cancelled = async ({ id }: Job): Promise<Job> => {
    await jobs.cancel(alice, id)
    return await until(jobs, id, ['cancelled'])
  }
  const expected = { progress: { succeeded: 5, unknown: 0, not_attempted: 7 }, errors: [] }
  t.match(await cancelled(await underWay()), expected)

  written.length = 0
  const second = await underWay()
  await jobs.pause(alice, second.id)
  await until(jobs, second.id, ['paused'])
  t.match(await cancelled(second), expected, 'even if a pause aborted it before')
})

/** Results of concurrent calls: done, or refused with the state. */
const doneOr = (t: Test, answers: PromiseSettledResult<unknown>[], states: RegExp) => {
  for (const answer of answers) {
    if (answer.status === 'rejected') t.match(answer.reason, { reason: 'illegal_transition', details: { current: states } })
  }
}

test('a pause and a cancel at the same time from two gateways end the job as cancelled, with correct counts', async t => {
  const done: string[] = []
  const action = slowly(done, 5)
  const { jobs, secondJobs, request } = await startBulk(t, [action])
  const other = secondJobs()
  for (let round = 0; round < 6; round++) {
    done.length = 0
    const made = await jobs.create(request(action, { input: { many: 500 } }))
    await jobs.confirm(alice, made.id, made.confirm_token ?? '')
    await until(jobs, made.id, job => job.progress.done > 0)
    const calls = [() => jobs.pause(alice, made.id), () => other.cancel(alice, made.id)]
    const answers = await Promise.allSettled((round % 2 ? calls : calls.toReversed()).map(call => call()))
    doneOr(t, answers, /^cancel/)
    const { progress } = await until(other, made.id, ['cancelled'])
    t.match(progress, { succeeded: done.length, not_attempted: 500 - done.length, unknown: 0 })
  }
})

test('a cancel and a confirmation at the same time end the job as cancelled, with correct counts', async t => {
  const done: string[] = []
  const action = slowly(done, 5)
  const { jobs, secondJobs, request } = await startBulk(t, [action])
  const other = secondJobs()
  let reported = 0
  for (let round = 0; round < 6; round++) {
    const before = done.length
    const made = await jobs.create(request(action, { input: { many: 500 } }))
    const calls = [() => jobs.confirm(alice, made.id, made.confirm_token ?? ''), () => other.cancel(alice, made.id)]
    const answers = await Promise.allSettled((round % 2 ? calls : calls.toReversed()).map(call => call()))
    doneOr(t, answers, /^cancelled$/)
    const { progress } = await until(jobs, made.id, ['cancelled'])
    const many = done.length - before
    t.match(progress, { succeeded: many, not_attempted: 500 - many, unknown: 0 })
    reported += progress.succeeded
  }
  t.equal(done.length, reported, 'and nothing was executed after that report')
})

test('a job is paused between items and resumed', async t => {
  const done: string[] = []
  const action = slowly(done, 20)
  const { jobs, request } = await startBulk(t, [action])
  const made = await jobs.create(request(action, { input: { many: 60 } }))
  await t.rejects(jobs.pause(alice, made.id), conflict('awaiting_confirmation'))
  await t.rejects(jobs.resume(alice, made.id), conflict('awaiting_confirmation'))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await until(jobs, made.id, job => job.progress.done > 4)
  await jobs.pause(alice, made.id)
  t.match((await jobs.pause(alice, made.id)).status, /pausing|paused/)
  const paused = await until(jobs, made.id, ['paused'])
  t.match(paused, { reason: 'asked', poll_after_ms: null })
  await sleep(200)
  t.equal(done.length, paused.progress.done)
  await jobs.resume(alice, made.id)
  await jobs.resume(alice, made.id)
  const end = await until(jobs, made.id, ['completed'])
  t.equal(end.progress.succeeded, 60)
  t.equal(new Set(done).size, done.length)
})

test('on_failure: pause stops at the first failure', async t => {
  const action = testAdapter({
    max_batch: 1,
    executeBatch: async function* ([item]) {
      if (item) yield item.id === 'item-3' ? { item_id: item.id, outcome: 'failed', error: NOPE } : succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const paused = await runToEnd(jobs, request(action, { options: { dry_run: false, max_items: 50, on_failure: 'pause' } }))
  t.match(paused, { status: 'paused', reason: 'item_failed', progress: { succeeded: 3, failed: 1, pending: 6 } })
  await jobs.resume(alice, paused.id)
  t.match(await until(jobs, paused.id, ['completed']), { reason: null, progress: { succeeded: 9, failed: 1 } })
})
const NOPE = { code: 'CONFLICT_ERROR', reason: 'version_conflict', message: 'No' }

test('on_failure: pause starts no further item in running calls', async t => {
  const begun: string[] = []
  const action = testAdapter({
    max_batch: 5,
    concurrency: 2,
    executeBatch: async function* (items, _action, call) {
      for (const { id } of items) {
        beforeNext(call)
        begun.push(id)
        await sleep(id === 'item-1' ? 5 : 20)
        yield id === 'item-1' ? { item_id: id, outcome: 'failed', error: NOPE } : { item_id: id, outcome: 'succeeded' }
      }
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const options = { dry_run: false, max_items: 50, on_failure: 'pause' } as const
  const paused = await runToEnd(jobs, request(action, { input: { many: 40 }, options }))
  t.match(paused, { status: 'paused', reason: 'item_failed', progress: { failed: 1, unknown: 0 } })
  t.notOk(begun.includes('item-2'), `begun: ${begun.join(', ')}`)
  t.ok(begun.length <= 4, 'besides it, only the items that the other call had started')
  await jobs.resume(alice, paused.id)
  t.match(await until(jobs, paused.id, ['completed']), { progress: { succeeded: 39, failed: 1 } })
})

test('a pause aborts a call that does not finish in time, and a resume continues at once', async t => {
  let hangs = true
  const action = testAdapter({
    executeBatch: async function* (items, _action, { signal }) {
      if (hangs) await sleep(20_000, undefined, { signal })
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { turn_ms: 60_000, finish_ms: 300 } })
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await until(jobs, made.id, job => job.started_at !== null)
  await jobs.pause(alice, made.id)
  hangs = false
  await jobs.resume(alice, made.id)
  t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 10, unknown: 0 } })
})

test('confirm: auto starts a job at once for keys with the scope', async t => {
  const action = testAdapter()
  const { jobs, request } = await startBulk(t, [action])
  const options = { dry_run: false, max_items: 50, on_failure: 'continue', confirm: 'auto' } as const
  await t.rejects(
    jobs.create(request(action, { options })),
    refusal('insufficient_permissions', { details: { required_scope: 'jobs:auto_confirm' } })
  )
  for (const scope of ['*', 'jobs:auto_confirm']) {
    const made = await jobs.create(request(action, { options, caller: { id: 'alice', scopes: [scope] } }))
    t.match(await until(jobs, made.id, ['completed']), { progress: { succeeded: 10 } })
  }
})

test('a job of another key does not exist; a * key sees all', async t => {
  const action = testAdapter()
  const { jobs, request } = await startBulk(t, [action])
  const made = await jobs.create(request(action))
  const bob = { id: 'bob', scopes: ['shelf:destructive'] }
  const attempts: ((jobs: JobsService) => Promise<unknown>)[] = [
    it => it.get(bob, made.id),
    it => it.confirm(bob, made.id, made.confirm_token ?? ''),
    it => it.cancel(bob, made.id),
    it => it.pause(bob, made.id),
    it => it.resume(bob, made.id),
    it => it.items(bob, made.id, { limit: 5 }),
    it => it.get(alice, 'jaaaaaaaaaaaaaaaaaaaaaaaaaa'),
    it => it.get(root, '../{tg}:jobs')
  ]
  for (const attempt of attempts) await t.rejects(attempt(jobs), refusal('job_not_found', { status: 404 }))
  t.same((await jobs.list(bob, { limit: 10 })).items, [])
  t.equal((await jobs.get(root, made.id)).id, made.id)
  t.equal((await jobs.list(root, { limit: 10 })).items.length, 1)
})

test('an expired job is gone, not unknown', async t => {
  const action = testAdapter()
  const { jobs, request } = await startBulk(t, [action], { settings: { keep_items_s: 1, keep_job_s: 2, keep_tombstone_s: 60 } })
  const made = await runToEnd(jobs, request(action))
  await sleep(1_100)
  await t.rejects(jobs.items(alice, made.id, { limit: 5 }), refusal('job_expired', { status: 410 }))
  t.equal((await jobs.get(alice, made.id)).status, 'completed')
  await sleep(1_100)
  await t.rejects(jobs.get(alice, made.id), refusal('job_expired', { status: 410 }))
  await t.rejects(jobs.get({ id: 'bob', scopes: [] }, made.id), refusal('job_not_found'))
})

test('each command in each state succeeds or is refused with the state', async t => {
  const never = async function* () {}
  const action = testAdapter({ reconcile: never, undo: { idempotent: true, executeBatch: never } })
  const fixture: BulkFixture = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  const { jobs, request, redis } = fixture
  const client = redis.client()
  const legal: Record<string, JobStatus[]> = {
    cancel: ['snapshotting', 'awaiting_confirmation', 'queued', 'running', 'waiting', 'pausing', 'paused', 'cancelling', 'cancelled'],
    pause: ['queued', 'running', 'waiting', 'pausing', 'paused'],
    resume: ['queued', 'running', 'waiting', 'pausing', 'paused'],
    retry: ['cancelled', 'completed', 'failed', 'expired'],
    undo: ['cancelled', 'completed', 'failed', 'expired'],
    reconcile: ['paused', 'cancelled', 'completed', 'failed', 'expired'],
    delete: ['awaiting_confirmation', 'cancelled', 'completed', 'failed', 'expired']
  }
  const states = [
    'snapshotting',
    'awaiting_confirmation',
    'queued',
    'running',
    'waiting',
    'pausing',
    'paused',
    'cancelling',
    'cancelled',
    'completed',
    'failed',
    'expired'
  ] as const
  const { signal } = new AbortController()
  const verbs: Record<string, (caller: Caller, id: string) => Promise<unknown>> = {
    cancel: jobs.cancel,
    pause: jobs.pause,
    resume: jobs.resume,
    retry: (caller, id) => jobs.retry(caller, id, { outcomes: ['failed'], acknowledge_unknown: false }, signal),
    undo: (caller, id) => jobs.undo(caller, id, signal),
    reconcile: (caller, id) => jobs.reconcile(caller, id, signal),
    delete: jobs.delete
  }
  for (const [verb, call] of Object.entries(verbs)) {
    for (const status of states) {
      const { id } = await jobs.create(request(action))
      const phase = status === 'snapshotting' ? 'list' : 'act'
      await client.hset(`tg:{job:${id}}:meta`, { status, phase, total: '3', failed: '1', unknown: '1', succeeded: '1' })
      await client.hset(`tg:{job:${id}}:meta`, { expires_at: String(Date.now() + 60_000) })
      await client.set(`tg:{job:${id}}:status`, 'fus')
      const answer: unknown = await call(alice, id).catch((error: unknown) => error)
      if (legal[verb]?.includes(status)) t.notOk(answer instanceof Error, `${verb} in ${status}: ${answer}`)
      else t.match(answer, conflict(status), `${verb} in ${status}`)
    }
  }
})

test("a refusal states the job's status and the commands that are possible", async t => {
  const idle = async function* () {}
  const action = testAdapter({ undo: { idempotent: true, executeBatch: idle } })
  const { jobs, request } = await startBulk(t, [action])
  const made = await jobs.create(request(action))
  const refused = (message: RegExp, suggestion: string | RegExp) =>
    refusal('illegal_transition', { message, details: { suggestions: [suggestion] } })
  await t.rejects(jobs.pause(alice, made.id), refused(/: it cannot be paused now\.$/, 'Allowed now: jobs_confirm, jobs_cancel.'))
  await jobs.cancel(alice, made.id)
  const ended = (status: string, done: string) => new RegExp(`is ${status}: it has ended and can no longer be ${done}\\.$`)
  await t.rejects(jobs.resume(alice, made.id), refused(ended('cancelled', 'resumed'), /^jobs_retry creates a job for its unfinished items/))
  const { id } = await runToEnd(jobs, request(action))
  await t.rejects(jobs.cancel(alice, id), refused(ended('completed', 'cancelled'), /^jobs_undo creates a job that reverses/))
  const nothing = await jobs.create(request(action, { input: { many: 0 } }))
  await t.rejects(jobs.cancel(alice, nothing.id), refused(ended('completed', 'cancelled'), 'To do it again, create a new job.'))
})

test('a job that is deleted between the check and the command is gone, and is not created again', async t => {
  const { redis } = await startBulk(t, [], { worker: false })
  const id = newJobId()
  for (const verb of ['confirm', 'cancel', 'pause', 'resume'] as const) {
    t.same(await runJobCommand(redis.client(), verb, id, ['ct_x']), ['gone'])
  }
  t.equal(await redis.client().exists(jobKey(id, 'meta')), 0)
})

test('confirm and resume check again whether the key may start such a job', async t => {
  const asked: string[] = []
  let allowed = true
  const authorize = (operation: string, { id }: Caller) => {
    asked.push(`${operation} ${id}`)
    if (!allowed) throw new OperationError('denied_by_policy', 'Not any more')
  }
  const action = slowly([], 20)
  const { jobs, request } = await startBulk(t, [action], { authorize })
  const [lost, kept] = [await jobs.create(request(action)), await jobs.create(request(action, { input: { many: 60 } }))]
  await jobs.confirm(alice, kept.id, kept.confirm_token ?? '')
  t.same(asked, ['shelf_bulk_touch alice'])
  await until(jobs, kept.id, ['running'])
  allowed = false
  await t.rejects(jobs.confirm(alice, lost.id, lost.confirm_token ?? ''), refusal('denied_by_policy'))
  t.equal((await jobs.get(alice, lost.id)).status, 'awaiting_confirmation')
  await jobs.pause(alice, kept.id)
  await until(jobs, kept.id, ['paused'])
  await t.rejects(jobs.resume(alice, kept.id), refusal('denied_by_policy'))
  t.equal((await jobs.cancel(alice, kept.id)).status, 'cancelled', 'stopping is always allowed')
})
