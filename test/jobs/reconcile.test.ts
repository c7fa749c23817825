import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { test } from 'tap'
import { OperationError } from '../../src/contract/errors.ts'
import type { Job } from '../../src/contract/job.ts'
import type { BulkRequest } from '../../src/contract/jobs.ts'
import type { JobsService } from '../../src/jobs/jobs.ts'
import type { JobSettings } from '../../src/jobs/settings.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { runJobCommand } from '../../src/jobs/store/lua/commands.ts'
import { alice, refusal, runToEnd, startBulk, testAdapter, until } from '../helpers/bulk.ts'
import { startProcess } from '../helpers/bulk-crash.ts'
import { paintAdapter, startFakeServer } from '../helpers/fake-server.ts'

const { signal } = new AbortController()
const reconciled = async (jobs: JobsService, id: string): Promise<Job> => {
  const { job } = await jobs.reconcile(alice, id, signal)
  return await until(jobs, job.id, ['completed', 'failed', 'paused'])
}

/**
 * A job of twelve items: four responses were lost after, three before the execution. The job cannot check them, because reads are refused
 * until it has ended.
 */
async function setUp(
  t: Parameters<typeof startBulk>[0],
  parts: Parameters<typeof paintAdapter>[1] = {},
  settings: Partial<JobSettings> = {}
) {
  const server = await startFakeServer(t)
  const { reconcile } = parts
  const readable: typeof parts = reconcile
    ? {
        reconcile: async function* (...given) {
          if (server.unreadable) throw new OperationError('upstream_refused', 'The server shows nothing', { source: 'upstream' })
          yield* reconcile(...given)
        }
      }
    : {}
  const action = paintAdapter(server.base, { ...parts, ...readable })
  const bulk = await startBulk(t, [action], { settings })
  const runParent = async (request: BulkRequest): Promise<Job> => {
    server.unreadable = true
    const end = await runToEnd(bulk.jobs, request)
    server.unreadable = false
    return end
  }
  for (const n of [0, 3, 6, 9]) server.faults.set(`item-${n}`, 'lost_after')
  for (const n of [1, 4, 7]) server.faults.set(`item-${n}`, 'lost_before')
  return { ...bulk, server, action, runParent }
}

test('looked_up: unknown items are reconciled, and nothing is executed', async t => {
  const { jobs, request, server, action, redis, runParent } = await setUp(t)
  const parent = await runParent(request(action, { input: { many: 12 } }))
  t.match(parent, { status: 'completed', progress: { succeeded: 5, unknown: 7 }, errors: [{ reason: 'answer_lost', count: 7 }] })
  t.match(parent.links.reconcile, /\/reconcile$/)
  const writes = server.writes.length
  const look = await reconciled(jobs, parent.id)
  t.match(look, { follow_up: 'reconcile', parent_id: parent.id, status: 'completed', progress: { succeeded: 7, unknown: 0 } })
  t.equal(server.writes.length, writes, 'not one write')
  t.equal(server.reads.length, 7, 'one read for each unknown item')
  const after = await jobs.get(alice, parent.id)
  t.match(after, { status: 'completed', progress: { succeeded: 9, unknown: 0, not_attempted: 3, failed: 0, done: 9 } })
  t.same(after.errors, [])
  t.equal(after.links.reconcile, undefined)
  const items = await jobs.items(alice, parent.id, { outcome: 'not_attempted', limit: 100 })
  t.same(
    items.items.map(({ item_id, error }) => ({ item_id, error })),
    [1, 4, 7].map(n => ({ item_id: `item-${n}`, error: null }))
  )
  const client = redis.client()
  for (const part of ['meta', 'status', 'results', 'errors'] as const) {
    const left = await client.ttl(jobKey(parent.id, part))
    t.ok(left === -2 || left > 0, `${part} still expires: ${left}`)
  }
  const found = await jobs.items(alice, look.id, { limit: 100 })
  t.same(found.items[0]?.data, { found: 'succeeded' })

  server.faults.clear()
  const { job } = await jobs.retry(alice, parent.id, { outcomes: ['not_attempted'], acknowledge_unknown: false }, signal)
  await jobs.confirm(alice, job.id, job.confirm_token ?? '')
  await until(jobs, job.id, ['completed'])
  t.equal(server.writes.length, 12)
  t.equal(new Set(server.writes).size, 12, 'in the end, each was executed once')
})

test('an unverifiable item stays unknown, and can be reconciled again', async t => {
  let known = false
  const { jobs, request, action, server, runParent } = await setUp(t, {
    reconcile: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: id === 'item-0' || known ? 'succeeded' : 'unknown' }
    }
  })
  const parent = await runParent(request(action, { input: { many: 12 } }))
  const first = await reconciled(jobs, parent.id)
  t.match(first, { progress: { succeeded: 1, unknown: 6 } })
  t.match(await jobs.get(alice, parent.id), { progress: { succeeded: 6, unknown: 6 }, errors: [{ reason: 'answer_lost', count: 6 }] })
  t.notOk((await jobs.get(alice, parent.id)).errors[0]?.sample_item_ids.includes('item-0'))
  known = true
  const second = await reconciled(jobs, parent.id)
  t.not(second.id, first.id)
  t.match(await jobs.get(alice, parent.id), { progress: { succeeded: 12, unknown: 0 }, errors: [] })
  await t.rejects(jobs.reconcile(alice, parent.id, signal), refusal('nothing_to_do', { status: 409 }))
  t.equal(new Set(server.writes).size, server.writes.length)
})

test('a late check corrects nothing once its items were given to another job or are unknown again', async t => {
  const { promise: hang, resolve: letGo } = Promise.withResolvers<void>()
  const heard: string[] = []
  let looks = 0
  let isBlind = true
  let sent = 0
  const action = testAdapter({
    name: 'send',
    idempotent: false,
    max_batch: 1,
    executeBatch: async function* ([item]) {
      sent += 1
      yield { item_id: item?.id ?? '', outcome: 'unknown' }
    },
    reconcile: async function* (items) {
      if (isBlind) throw new OperationError('upstream_refused', 'The shelf shows nothing', { source: 'upstream' })
      for (const { id } of items) {
        looks += 1
        if (looks === 1) await hang
        heard.push(id)
        yield { item_id: id, outcome: 'not_attempted' }
      }
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { abort_grace_ms: 50 } })
  const parent = await runToEnd(jobs, request(action, { input: { many: 1 } }))
  isBlind = false
  const { job: look } = await jobs.reconcile(alice, parent.id, signal)
  await until(jobs, look.id, () => looks === 1)
  await jobs.cancel(alice, look.id)
  await until(jobs, look.id, ['cancelled'])
  const { job } = await jobs.retry(alice, parent.id, { outcomes: ['unknown'], acknowledge_unknown: true }, signal)
  isBlind = true
  await jobs.confirm(alice, job.id, job.confirm_token ?? '')
  await until(jobs, job.id, ['completed'])
  isBlind = false
  letGo()
  while (heard.length === 0) await setImmediate()
  const { job: second } = await jobs.reconcile(alice, job.id, signal) // when the late one has long ended
  await until(jobs, second.id, ['completed'])
  t.match(await jobs.get(alice, parent.id), { progress: { unknown: 1, not_attempted: 0 } })
  t.match(await jobs.get(alice, job.id), { progress: { unknown: 0, not_attempted: 1 } })
  t.equal(sent, 2)

  const client = redis.client()
  const resolve = (mark: string) => runJobCommand(client, 'resolveItem', parent.id, [look.id, 0, mark, 'p', ''])
  const row = JSON.parse((await client.hget(jobKey(parent.id, 'results'), '0')) ?? '')
  t.same(await resolve(row.mark), ['late'], 'it is no longer allowed to correct')
  await client.hset(jobKey(parent.id, 'meta'), 'claims', JSON.stringify({ c: look.id }))
  t.same(await resolve('0'), ['late'], 'another attempt')
  t.same(await resolve(row.mark), ['ok'])
  t.same(await resolve(row.mark), ['settled'], 'reported twice')
})

test('a paused job continues with the items that were found not executed', async t => {
  const { jobs, request, server, action, runParent } = await setUp(t)
  for (const id of server.faults.keys()) if (id !== 'item-1') server.faults.delete(id)
  server.faults.set('item-5', 'refused')
  const options = { dry_run: false, max_items: 50, on_failure: 'pause' } as const
  const paused = await runParent(request(action, { input: { many: 12 }, options }))
  t.match(paused, { status: 'paused', progress: { unknown: 1, failed: 1 } })
  await reconciled(jobs, paused.id)
  const after = await jobs.get(alice, paused.id)
  t.match(after, { status: 'paused', progress: { unknown: 0, not_attempted: 0, pending: paused.progress.pending + 1 } })
  server.faults.clear()
  await jobs.resume(alice, paused.id)
  t.match(await until(jobs, paused.id, ['completed']), { progress: { succeeded: 11, failed: 1 } })
  t.equal(server.writes.length, 11)
  t.equal(new Set(server.writes).size, 11)
})

test('a finding of not executed takes effect only after every call whose response was lost has ended, and no command can shorten that', async t => {
  const { jobs, request, action, runParent } = await setUp(t, {}, { settle_ms: 2_500 })
  const parent = await runParent(request(action, { input: { many: 12 } }))
  const { job } = await jobs.reconcile(alice, parent.id, signal)
  const held = await until(jobs, job.id, ['waiting'])
  t.match(held, { reason: 'network', error: { reason: 'calls_under_way', message: /may still be in progress/ } })
  t.ok(held.progress.succeeded > 0, 'executed items are known at once')
  const wait = Date.parse(held.waiting_until ?? '') - Date.now()
  t.ok(wait > 0 && wait < 4_000, `it continues in ${wait} ms`)
  const { progress: soFar } = await jobs.get(alice, parent.id)
  t.match(soFar, { succeeded: 5 + held.progress.succeeded, not_attempted: 0, unknown: 7 - held.progress.succeeded })
  await jobs.resume(alice, job.id)
  const again = await until(jobs, job.id, ({ revision, status }) => revision > held.revision + 1 && status === 'waiting')
  t.ok(again.progress.done < 7)
  t.match(await until(jobs, job.id, ['completed']), { progress: { succeeded: 7 } })
  t.match(await jobs.get(alice, parent.id), { progress: { succeeded: 9, not_attempted: 3, unknown: 0 } })
})

test('an action without reconcile reports that', async t => {
  const action = testAdapter({
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'unknown' }
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const { id } = await runToEnd(jobs, request(action))
  await t.rejects(
    jobs.reconcile(alice, id, signal),
    refusal('not_reconcilable', { status: 409, details: { suggestions: [/jobs_list_items/] } })
  )
})

test('only one check runs at a time, and the items it may correct cannot be retried or undone', async t => {
  let go = (): void => {}
  const held = new Promise<void>(resolve => {
    go = resolve
  })
  const { jobs, request, action, runParent } = await setUp(t, {
    reconcile: async function* (items) {
      await held
      for (const { id } of items) yield { item_id: id, outcome: 'succeeded' }
    }
  })
  const parent = await runParent(request(action, { input: { many: 12 } }))
  const { job } = await jobs.reconcile(alice, parent.id, signal)
  t.match(await jobs.reconcile(alice, parent.id, signal), { fresh: false, job: { id: job.id } })
  const busy = refusal('follow_up_exists', { details: { job_id: job.id } })
  await t.rejects(jobs.retry(alice, parent.id, { outcomes: ['unknown'], acknowledge_unknown: true }, signal), busy)
  await t.rejects(jobs.undo(alice, parent.id, signal), busy)
  go()
  await until(jobs, job.id, ['completed'])
  t.equal((await jobs.undo(alice, parent.id, signal)).job.preview?.total.value, 12)
})

/** Two gateways in separate processes. Both get the same requests at once, several times each. */
async function twoProcesses(t: Parameters<typeof startBulk>[0], redisUrl: string) {
  const program = path.join(import.meta.dirname, '../helpers/follow-up-process.ts')
  const processes = Array.from({ length: 2 }, () => spawn(process.execPath, [program, redisUrl], { stdio: ['pipe', 'pipe', 'inherit'] }))
  const lines = processes.map(({ stdout }) => createInterface({ input: stdout })[Symbol.asyncIterator]())
  t.teardown(() => processes.map(process => process.kill('SIGKILL')))
  await Promise.all(lines.map(line => line.next()))
  return async (verb: string, id: string): Promise<{ ids: Set<string>; fresh: number }> => {
    for (const { stdin } of processes) stdin.write(`${verb} ${id}\n`)
    const answers = (await Promise.all(lines.map(line => line.next()))).map(({ value }) => JSON.parse(value ?? ''))
    return { ids: new Set(answers.flatMap(({ ids }) => ids)), fresh: answers.reduce((sum, { fresh }) => sum + fresh, 0) }
  }
}

test('two processes that get the same requests many times at once create one job: a reconciliation, a retry, an undo', async t => {
  const { jobs, request, action, redis, runParent } = await setUp(t)
  const [parent, askBoth] = await Promise.all([runParent(request(action, { input: { many: 12 } })), twoProcesses(t, redis.url)])
  const made: string[] = []
  for (const verb of ['reconcile', 'retry', 'undo']) {
    const { ids, fresh } = await askBoth(verb, parent.id)
    t.equal(ids.size, 1, verb)
    t.equal(fresh, 1, `${verb}: one of ten created it`)
    made.push(...ids)
    t.same((await jobs.get(alice, parent.id)).child_ids, made)
    if (verb === 'reconcile') await until(jobs, made[0] ?? '', ['completed'])
  }
  t.equal((await jobs.list(alice, { limit: 20 })).items.length, 4)
})

test('once unknown items are executed again, they can no longer be reconciled', async t => {
  const { jobs, request, action, runParent } = await setUp(t)
  const parent = await runParent(request(action, { input: { many: 12 } }))
  const { job } = await jobs.retry(alice, parent.id, { outcomes: ['unknown'], acknowledge_unknown: true }, signal)
  await t.rejects(jobs.reconcile(alice, parent.id, signal), refusal('follow_up_exists', { details: { job_id: job.id } }))
})

test('a check whose worker is killed loses and repeats nothing', async t => {
  const many = 200
  const server = await startFakeServer(t)
  const action = paintAdapter(server.base)
  const { jobs, request, redis, startWorker } = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  for (let n = 0; n < many; n++) server.faults.set(`item-${n}`, n % 2 ? 'lost_after' : 'lost_before')
  const worker = startWorker()
  const options = { dry_run: false, max_items: many, on_failure: 'ignore' } as const
  server.unreadable = true
  const made = await jobs.create(request(action, { input: { many }, options }))
  const offered = await until(jobs, made.id, ['awaiting_confirmation'])
  await jobs.confirm(alice, made.id, offered.confirm_token ?? '')
  await until(jobs, made.id, ['completed'])
  await worker.close()
  server.unreadable = false
  const writes = server.writes.length
  const first = await startProcess(t, redis.url, server.base)
  const { job } = await jobs.reconcile(alice, made.id, signal)
  await until(jobs, job.id, look => look.progress.done > 20)
  first.kill('SIGKILL')
  await once(first, 'exit')
  await startProcess(t, redis.url, server.base)
  t.match(await until(jobs, job.id, ['completed']), { progress: { succeeded: many, unknown: 0 } })
  t.match(await jobs.get(alice, made.id), { progress: { succeeded: many / 2, not_attempted: many / 2, unknown: 0 }, errors: [] })
  t.equal(server.writes.length, writes, 'not one write')
})
