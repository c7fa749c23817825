import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import type { FaultResponse } from '../../sandbox/control/faults.ts'
import { bulkOperation } from '../../src/catalog/bulk-operation.ts'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { ItemOutcome, Job } from '../../src/contract/job.ts'
import type { BulkOptions } from '../../src/contract/jobs.ts'
import type { JobsService } from '../../src/jobs/jobs.ts'
import { createJobStore } from '../../src/jobs/store/job-store.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { readInput } from '../../src/pipeline/input/read-input.ts'
import type { AdapterContract, TestSystem } from '../jobs/adapter-contract.ts'
import { type BulkFixture, requestFor, root, startBulk, until } from './bulk.ts'

/** An interruption between a job's start and its end. */
export const INTERRUPTIONS = ['pause', 'cancel', 'lost response', '500 after execution', 'lost worker'] as const
type Interruption = (typeof INTERRUPTIONS)[number]

/** An interruption between the first write of an item and the second, for actions that send several. */
export const PARTIAL_INTERRUPTIONS = ['second write refused', 'second write waits'] as const
type PartialInterruption = (typeof PARTIAL_INTERRUPTIONS)[number]

/** Ways to select items. */
export const WAYS = ['selected', 'named'] as const
export type Way = (typeof WAYS)[number]

const SLOW_MS = 100
/** Longer than the takeover of a job by another worker. */
const HELD_MS = 3_000

const RESPONSES: Readonly<Record<Interruption, [FaultResponse, number]>> = {
  pause: [{ delay_ms: SLOW_MS }, 50],
  cancel: [{ delay_ms: SLOW_MS }, 50],
  'lost response': [{ cut: true, after: true }, 1],
  '500 after execution': [{ status: 500, body: {}, after: true }, 1],
  'lost worker': [{ delay_ms: HELD_MS, after: true }, 1]
}

/** One jobs service and worker for all actions. Each run is an instance of its system with its own client. */
export interface Interrupter {
  /**
   * Runs a job of the action and interrupts it. Returns the errors in its report; undefined if the items cannot be selected in this way.
   */
  run: (t: Test, contract: AdapterContract, way: Way, what: Interruption) => Promise<string[] | undefined>
  /** The same for named items that are already in the target state: another job changed them before this one was created. */
  runDoneBefore: (t: Test, contract: AdapterContract, what: Interruption) => Promise<string[] | undefined>
  /** The same for items whose first write only was executed. */
  runPartly: (t: Test, contract: AdapterContract, what: PartialInterruption) => Promise<string[]>
}

export async function startInterrupter(t: Test): Promise<Interrupter> {
  const clients = new Map<string, unknown>()
  const adapters: BulkAdapter[] = []
  const bulk = await startBulk(t, adapters, {
    connections: {
      get: async (_tool, instance = '') => ({ client: clients.get(instance), instance, sandbox: false, local: false })
    },
    settings: {
      running_per_key: 1_000,
      turns_at_once: 32,
      turns_per_key: 32,
      turns_per_instance: 32,
      turns_per_key_on_instance: 32,
      finish_ms: 5_000,
      drain_ms: 500,
      lock_ms: 20_000
    }
  })
  const fixture = { ...bulk, jobs: patient(bulk.jobs) }
  const open = async (t: Test, contract: AdapterContract, what?: Interruption): Promise<Run> => {
    const testSystem = await contract.open(t)
    const fault = { armed: true }
    const instance = `run-${clients.size + 1}`
    clients.set(instance, testSystem.client)
    const adapter = {
      ...(testSystem.http || !what ? contract.adapter : withFault(contract.adapter, what, fault)),
      id: `${contract.adapter.id}_${clients.size}`
    }
    adapters.push(adapter)
    return { fixture, testSystem, contract: { ...contract, adapter }, instance, fault }
  }
  return {
    run: async (t, contract, way, what) => await interrupted(await open(t, contract, what), way, what),
    runDoneBefore: async (t, contract, what) => await interruptedDone(await open(t, contract, what), what),
    runPartly: async (t, contract, what) => await interruptedPartly(await open(t, contract), what)
  }
}

/** Methods of requests that change something. */
export const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Retries calls whose wait for Redis timed out on a busy machine. */
export function patient(jobs: JobsService): JobsService {
  const again =
    <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      for (let tries = 1; ; tries++) {
        try {
          return await ask(...given)
        } catch (error) {
          if (tries === 10 || !(error instanceof OperationError && error.reason === 'redis_unavailable')) throw error
        }
      }
    }
  const { create, confirm, cancel, pause, resume, undo, reconcile, items } = jobs
  return {
    ...jobs,
    create: again(create),
    confirm: again(confirm),
    cancel: again(cancel),
    pause: again(pause),
    resume: again(resume),
    undo: again(undo),
    reconcile: again(reconcile),
    items: again(items)
  }
}

interface Run {
  fixture: BulkFixture
  testSystem: TestSystem
  contract: AdapterContract
  instance: string
  /** Whether a system without HTTP can also fail in this way. */
  fault: { armed: boolean }
}

async function interrupted(run: Run, way: Way, what: Interruption): Promise<string[] | undefined> {
  const { fixture, testSystem, contract } = run
  const { jobs } = fixture
  const before = await testSystem.state()
  const offered = await offer(run, way)
  if (!offered) return undefined
  await testSystem.requestLog.clear()
  await failWrites(testSystem, ...RESPONSES[what])
  await jobs.confirm(root, offered.id, offered.confirm_token ?? '')
  await interrupt(run, offered.id, what)
  const end = await until(jobs, offered.id, ['completed', 'cancelled', 'failed'], root, 60_000)
  const problems = await judge(run, end, what)
  if (problems.length > 0 || !contract.adapter.undo || end.progress.succeeded === 0) return problems
  return await undone(run, end, before)
}

/** Like `interrupted`, but the items are changed before the job is created, and its reads are interrupted as well. */
async function interruptedDone(run: Run, what: Interruption): Promise<string[] | undefined> {
  const { fixture, testSystem } = run
  run.fault.armed = false
  const offered = await offer(run, 'done before')
  run.fault.armed = true
  if (!offered) return undefined
  await testSystem.requestLog.clear()
  const [response, times] = RESPONSES[what]
  await testSystem.http?.failNext({ method: 'GET', path: '' }, response, what === 'lost worker' ? MANY : times)
  await failWrites(testSystem, response, times)
  await fixture.jobs.confirm(root, offered.id, offered.confirm_token ?? '')
  await interrupt(run, offered.id, what, firstRequest)
  const end = await until(fixture.jobs, offered.id, ['completed', 'cancelled', 'failed'], root, 60_000)
  return await judgeDone(run, end, what)
}

/** More requests than a run sends before it is interrupted. */
const MANY = 20

/** Items that were changed before the job: they may be succeeded only if the action changed them again. */
async function judgeDone(run: Run, end: Job, what: Interruption): Promise<string[]> {
  const { items } = await run.fixture.jobs.items(root, end.id, { limit: 100 })
  const done = await writesIn(run)
  const untouched: ReadonlySet<string | null> = new Set(['skipped', 'failed', ...(what === 'cancel' ? ['not_attempted'] : [])])
  return items.flatMap(({ item_id, outcome, error }) => {
    const times = done.get(item_id) ?? 0
    const isTrue = times > 0 ? outcome === 'succeeded' : untouched.has(outcome)
    return isTrue ? [] : [`${item_id} was done ${times} times by this job and is reported as ${outcome} (${error?.message ?? ''})`]
  })
}

/** The second write of each item is refused, or rate-limited until the job is cancelled. */
async function interruptedPartly(run: Run, what: PartialInterruption): Promise<string[]> {
  const { fixture, testSystem, contract } = run
  const { second_write } = contract
  if (!second_write || !testSystem.http) return ['The contract states no second write']
  const offered = await offer(run, 'selected')
  await testSystem.requestLog.clear()
  const { reports, ...match } = second_write
  const answer =
    what === 'second write refused'
      ? { status: 403, body: { message: '403 Forbidden' } }
      : { status: 429, body: {}, headers: { 'retry-after': '60' } }
  await testSystem.http.failNext(match, answer, 100)
  const id = offered?.id ?? ''
  await fixture.jobs.confirm(root, id, offered?.confirm_token ?? '')
  if (what === 'second write waits') {
    await until(fixture.jobs, id, ['waiting'], root, 60_000)
    await fixture.jobs.cancel(root, id)
  }
  const end = await until(fixture.jobs, id, ['completed', 'cancelled', 'failed', 'paused'], root, 60_000)
  const done = await writesIn(run)
  const { items } = await fixture.jobs.items(root, id, { limit: 100 })
  return [
    ...(done.size > 0 ? [] : ['No item was changed']),
    ...(end.status === (what === 'second write waits' ? 'cancelled' : 'completed') ? [] : [`The job is ${end.status}`]),
    ...items.flatMap(({ item_id, outcome, error }) => {
      const isTrue = done.has(item_id) ? outcome === 'unknown' && reports.test(error?.message ?? '') : outcome === 'not_attempted'
      return isTrue
        ? []
        : [`${item_id} was ${done.has(item_id) ? 'done in part' : 'not done'} and is reported as ${outcome} (${error?.message ?? ''})`]
    })
  ]
}

/** Sets the response of the next writes, this many for each method. */
async function failWrites({ http }: TestSystem, response: FaultResponse, times: number): Promise<void> {
  for (const method of WRITES) await http?.failNext({ method, path: http.writes }, response, times)
}

/** A preview of the job; undefined if the action takes no ids. */
export async function offer(
  run: Omit<Run, 'fault'>,
  way: Way | 'done before',
  options: Partial<BulkOptions> = {}
): Promise<Job | undefined> {
  const { fixture, contract, instance } = run
  const { adapter, good, named: input = good } = contract
  const make = async (raw: object): Promise<Job> => {
    const { ids, ...input } = readInput(bulkOperation(adapter), { ...raw })
    const own = Object.fromEntries(Object.entries(input).filter(([name]) => name in adapter.input.properties))
    const request = requestFor(adapter, {
      input: own,
      instance,
      caller: root,
      options: { dry_run: false, max_items: 1_000, on_failure: 'continue', ...options },
      ...(Array.isArray(ids) && { ids: ids.map(String) })
    })
    const { id } = await fixture.jobs.create(request)
    const job = await until(fixture.jobs, id, ['awaiting_confirmation', 'completed', 'failed'], root)
    // A storm that kills workers faster than a loaded machine lists a page looks like a listing that ends its worker.
    return job.error?.reason === 'worker_crashed' ? await make(raw) : job
  }
  const selected = await make(good)
  if (way === 'selected') return selected
  const items = (await fixture.jobs.items(root, selected.id, { limit: 1_000 })).items
  const named = inputWithIds(
    adapter,
    input,
    items.map(({ item_id }) => item_id)
  )
  if (!named) return undefined
  if (way === 'named') await fixture.jobs.cancel(root, selected.id)
  else {
    await fixture.jobs.confirm(root, selected.id, selected.confirm_token ?? '')
    await until(fixture.jobs, selected.id, ['completed', 'failed', 'paused'], root)
  }
  return await make(named)
}

/** The input with ids instead of its selection: inputs that cannot be combined with ids are omitted. */
function inputWithIds(adapter: BulkAdapter, good: object, ids: string[]): object | undefined {
  let input: Record<string, unknown> = { ...good, ids }
  for (;;) {
    try {
      readInput(bulkOperation(adapter), input)
      return input
    } catch (error) {
      const [{ path = 'ids', message = '' } = {}] = error instanceof OperationError ? (error.details.issues ?? []) : []
      const other = path === 'ids' ? (/cannot be combined with (\w+)/.exec(message)?.[1] ?? '') : path
      if (!(other in input)) return undefined
      input = Object.fromEntries(Object.entries(input).filter(([name]) => name !== other))
    }
  }
}

async function interrupt(run: Run, id: string, what: Interruption, begun = firstWrite): Promise<void> {
  const { fixture } = run
  if (what === 'lost response' || what === '500 after execution') return
  await begun(run)
  if (what === 'cancel') await fixture.jobs.cancel(root, id).catch(ignoreIfEnded)
  if (what === 'pause') {
    await fixture.jobs.pause(root, id).catch(ignoreIfEnded)
    await until(fixture.jobs, id, ['paused', 'completed'], root)
    await fixture.jobs.resume(root, id).catch(ignoreIfEnded)
  }
  if (what === 'lost worker') {
    // As another worker does: results that the first one gets from now on are not recorded.
    const client = fixture.redis.client()
    const turn = Number(await client.hget(jobKey(id, 'meta'), 'turn'))
    await createJobStore(client, id).claimTurn(turn)
  }
}

function ignoreIfEnded(error: unknown): void {
  if (!(error instanceof OperationError && error.reason === 'illegal_transition')) throw error
}

async function firstWrite({ testSystem, contract }: Run): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(10)) {
    const requests = await testSystem.requestLog.requests()
    if (requests.some(request => contract.classify(request).kind === 'write')) return
  }
  throw new Error(`${contract.adapter.id} wrote nothing`)
}

async function firstRequest({ testSystem }: Run): Promise<void> {
  // A system without HTTP delays its first result.
  for (const deadline = Date.now() + 120_000; testSystem.http && Date.now() < deadline; await sleep(10))
    if ((await testSystem.requestLog.requests()).length > 0) break
  await sleep(SLOW_MS)
}

/** Returns the number of executions of each item, by the request log of the system. */
export async function writesIn({ testSystem, contract }: Pick<Run, 'testSystem' | 'contract'>): Promise<Map<string, number>> {
  const done = new Map<string, number>()
  for (const request of await testSystem.requestLog.requests()) {
    const requestKind = contract.classify(request)
    if (requestKind.kind === 'write' && request.done) for (const id of requestKind.ids) done.set(id, (done.get(id) ?? 0) + 1)
  }
  return done
}

/** Compares the report of the job about each item with what the system did. */
async function judge({ fixture, testSystem, contract }: Run, end: Job, what: Interruption): Promise<string[]> {
  const { items } = await fixture.jobs.items(root, end.id, { limit: 100 })
  const done = await writesIn({ testSystem, contract })
  const problems = items.flatMap(({ item_id, outcome, error }) => {
    const times = done.get(item_id) ?? 0
    const wanted: ItemOutcome = times > 0 ? 'succeeded' : 'not_attempted'
    return [
      ...(outcome === wanted ? [] : [`${item_id} was done ${times} times and is reported as ${outcome} (${error?.message ?? ''})`]),
      ...(times > 1 && !contract.adapter.idempotent ? [`${item_id} was done ${times} times`] : [])
    ]
  })
  const wantedEnd = what === 'cancel' ? ['cancelled', 'completed'] : ['completed']
  const all = what === 'cancel' || end.progress.succeeded === items.length
  return [
    ...(wantedEnd.includes(end.status) ? [] : [`The job ended ${end.status}: ${JSON.stringify(end.error)}`]),
    ...problems,
    ...(all ? [] : [`${end.progress.succeeded} of ${items.length} items succeeded`])
  ]
}

async function undone({ fixture, testSystem }: Run, end: Job, before: unknown): Promise<string[]> {
  await testSystem.requestLog.clear() // faults that did not occur
  const { job } = await fixture.jobs.undo(root, end.id, new AbortController().signal)
  const { id, confirm_token } = await until(fixture.jobs, job.id, ['awaiting_confirmation', 'failed'], root)
  await fixture.jobs.confirm(root, id, confirm_token ?? '')
  const undo = await until(fixture.jobs, id, ['completed', 'failed', 'paused'], root)
  const after = await testSystem.state()
  return [
    ...(undo.progress.succeeded === end.progress.succeeded
      ? []
      : [`Undo: ${JSON.stringify(undo.progress)} ${JSON.stringify(undo.errors)}`]),
    ...(JSON.stringify(after) === JSON.stringify(before) ? [] : ['Undo did not bring back what was before'])
  ]
}

/** For a system without HTTP: the action itself loses the results of its first call, or is slow. */
function withFault(adapter: BulkAdapter, what: Interruption, fault: { armed: boolean }): BulkAdapter {
  let isFirst = true
  return {
    ...adapter,
    async *executeBatch(items, action, call) {
      const mine = isFirst && fault.armed
      if (mine) isFirst = false
      for await (const result of adapter.executeBatch(items, action, call)) {
        if (what === 'pause' || what === 'cancel') await sleep(SLOW_MS)
        else if (mine && what === 'lost worker') await sleep(HELD_MS)
        else if (mine) throw faultOf(what)
        yield result
      }
    }
  }
}

const faultOf = (what: Interruption): OperationError =>
  what === 'lost response'
    ? new OperationError('connection_failed', 'The connection broke', { outcome: 'unknown' })
    : new OperationError('server_error', 'It answered 500', { source: 'upstream', outcome: 'unknown' })
