import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import type { FaultResponse } from '../../sandbox/control/faults.ts'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { Job } from '../../src/contract/job.ts'
import type { JobSettings } from '../../src/jobs/settings.ts'
import type { AdapterContract, TestSystem } from '../jobs/adapter-contract.ts'
import { temporaryFolder } from './app.ts'
import { type BulkFixture, root, startBulk, until } from './bulk.ts'
import { offer, patient, WAYS, type Way, WRITES, writesIn } from './interruptions.ts'

export interface OutcomeStorm {
  contracts: readonly AdapterContract[]
  /** Jobs per action, half of them over named items. */
  rounds: number
  /** Jobs running at once. */
  at_once: number
}

/**
 * Outcomes of the items of one action. `knowable`: unknown, although a later check could determine it. `twice`: executed twice although
 * the action is not idempotent.
 */
const NONE = { jobs: 0, items: 0, succeeded: 0, failed: 0, not_attempted: 0, unknown: 0, knowable: 0, lost: 0, twice: 0, false_reports: 0 }
export type Figures = typeof NONE

/** Faults that occur while a job runs, with their probabilities. All other requests succeed. */
const FAULTS: readonly (readonly [number, FaultResponse])[] = [
  [0.06, { status: 429, body: {}, headers: { 'retry-after': '1' } }],
  [0.06, { status: 500, body: {} }],
  [0.1, { status: 500, body: {}, after: true }],
  [0.06, { cut: true }],
  [0.1, { cut: true, after: true }],
  [0.3, { delay_ms: 60 }]
]
/** Requests of each method that can fail. */
const WEATHER = 40

const SETTINGS: Partial<JobSettings> = {
  running_per_key: 1_000,
  turns_at_once: 32,
  turns_per_key: 32,
  turns_per_instance: 32,
  turns_per_key_on_instance: 32,
  lock_ms: 3_000,
  stalled_ms: 1_000,
  drain_ms: 500,
  finish_ms: 3_000,
  // Longer than every delay of a fault.
  settle_ms: 1_500
}

/** Items besides those of the contract, and the size of a call. */
const MORE_ITEMS = { in_batches: 90, one_by_one: 20 }
const CHUNK = 10

const PATIENCE_MS = 180_000

/**
 * Runs jobs of every action during failures: requests fail before and after they are executed, jobs are paused, resumed and cancelled,
 * and workers are killed. Compares the report of each job about each item with the request log of its server. Returns the figures by
 * action, and the errors.
 */
export async function outcomeStorm(t: Test, { contracts, rounds, at_once }: OutcomeStorm) {
  const clients = new Map<string, unknown>()
  const connections: Parameters<typeof startBulk>[2] = {
    worker: false,
    connections: { get: async (_tool, instance = '') => ({ client: clients.get(instance), instance, sandbox: false, local: false }) },
    settings: SETTINGS
  }
  const bulk = await startBulk(
    t,
    contracts.map(({ adapter }) => adapter),
    connections
  )
  const fixture = { ...bulk, jobs: patient(bulk.jobs) }
  const redis = fixture.redis.client()
  const figures = new Map<string, Figures>()
  const problems: string[] = []
  const runs = Array.from({ length: rounds }, (_, round) =>
    contracts.map(contract => ({ contract, way: STORM_WAYS[round % STORM_WAYS.length] ?? 'selected' }))
  ).flat()
  const next = runs.values()
  const calm = new AbortController()
  const killing = killWorkers(t, fixture, calm.signal)

  const worker = async (): Promise<void> => {
    for (const { contract, way } of next) {
      const testSystem = await contract.open(t)
      const instance = `storm-${clients.size + 1}`
      clients.set(instance, testSystem.client)
      await redis.hset('storm:instances', instance, JSON.stringify(testSystem.settings ?? {}))
      const { id } = contract.adapter
      const found = await weathered({ fixture, testSystem, contract, instance }, way).catch(error => ({
        figures: NONE,
        problems: [String(error)]
      }))
      if (!found) continue
      figures.set(id, sum(figures.get(id) ?? NONE, found.figures))
      problems.push(...found.problems.map(problem => `${id} (${way}): ${problem}`))
    }
  }
  await Promise.all(Array.from({ length: at_once }, worker))
  calm.abort()
  return { figures, problems, kills: await killing }
}

/** Keeps two workers running and kills one after the other at random moments. Returns the number of kills. */
async function killWorkers(t: Test, { redis }: BulkFixture, calm: AbortSignal): Promise<number> {
  const program = path.join(import.meta.dirname, 'storm-worker.ts')
  const folder = await temporaryFolder(t)
  const begin = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [program, redis.url, folder, JSON.stringify(SETTINGS)], { stdio: ['ignore', 'pipe', 'inherit'] })
    t.teardown(() => child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    return child
  }
  const workers = [await begin(), await begin()]
  let kills = 0
  while (!calm.aborted) {
    await sleep(500 + Math.random() * 3_000, undefined, { signal: calm }).catch(() => undefined)
    const victim = calm.aborted ? undefined : workers.shift()
    if (!victim) break
    victim.kill('SIGKILL')
    kills += 1
    workers.push(await begin())
  }
  for (const one of workers) one.kill('SIGKILL')
  return kills
}

interface Run {
  fixture: BulkFixture
  testSystem: TestSystem
  contract: AdapterContract
  instance: string
}

/** Ways to select items. Those of the last one are already in the target state, or deleted. */
const STORM_WAYS = [...WAYS, 'done before'] as const
type StormWay = Way | 'done before'

/** Share of items that another user changes between the preview and its confirmation. */
const CHANGED_SHARE = 0.3

/** Runs one job from its preview to its end; undefined if its items cannot be selected in this way. */
async function weathered(run: Run, way: StormWay): Promise<{ figures: Figures; problems: string[] } | undefined> {
  const { fixture, testSystem, contract } = run
  const { jobs } = fixture
  await testSystem.grow?.(contract.adapter.max_batch > 1 ? MORE_ITEMS.in_batches : MORE_ITEMS.one_by_one)
  const chunk = Math.min(contract.adapter.max_batch, CHUNK)
  const offered = await offer(run, way, { on_failure: 'ignore', chunk })
  if (!offered) return undefined
  const touched = new Set<string>()
  const listed = (await jobs.items(root, offered.id, { limit: 1_000 })).items.map(({ item_id }) => item_id)
  if (way === 'done before') for (const id of listed) touched.add(id)
  else if (testSystem.fail.changed && Math.random() < CHANGED_SHARE)
    for (const id of listed.slice(1, 3)) {
      await testSystem.fail.changed(id)
      touched.add(id)
    }
  await testSystem.requestLog.clear()
  await letItRage(testSystem)
  await jobs.confirm(root, offered.id, offered.confirm_token ?? '')
  await steer(fixture, offered.id)
  const end = await until(jobs, offered.id, ({ finished_at, status }) => finished_at !== null || status === 'paused', root, PATIENCE_MS)
  await testSystem.http?.release()
  return await judge(run, end, touched)
}

async function letItRage({ http }: TestSystem): Promise<void> {
  if (!http) return
  for (const method of [...WRITES, 'GET'])
    for (let n = 0; n < WEATHER; n++) {
      // A check takes several reads: if most of them failed, no job could determine what it did.
      const answer = method === 'GET' && Math.random() < 0.6 ? {} : anyFault()
      await http.failNext({ method, path: method === 'GET' ? '' : http.writes }, method === 'GET' ? { ...answer, after: false } : answer)
    }
}

function anyFault(): FaultResponse {
  let chance = Math.random()
  for (const [part, answer] of FAULTS) {
    if (chance < part) return answer
    chance -= part
  }
  return {}
}

/** Pauses and resumes the job, or cancels it, at a random moment; or does neither. */
async function steer({ jobs }: BulkFixture, id: string): Promise<void> {
  const chance = Math.random()
  const tolerant = (error: unknown): void => {
    if (!(error instanceof OperationError && error.reason === 'illegal_transition')) throw error
  }
  if (chance > 0.7) return
  await sleep(Math.random() * 400)
  if (chance < 0.25) return void (await jobs.cancel(root, id).catch(tolerant))
  await jobs.pause(root, id).catch(tolerant)
  await sleep(Math.random() * 600)
  if (chance < 0.35) return void (await jobs.cancel(root, id).catch(tolerant))
  await until(jobs, id, ({ status }) => status !== 'pausing', root, PATIENCE_MS)
  await jobs.resume(root, id).catch(tolerant)
}

/** Reports that contradict what the system did. */
const FALSE: Readonly<Record<'done' | 'not_done' | 'not_done_touched', ReadonlySet<string | null>>> = {
  done: new Set(['skipped', 'failed', 'not_attempted', null]),
  not_done: new Set(['succeeded', 'skipped', null]),
  not_done_touched: new Set(['succeeded', null])
}

async function judge(run: Run, end: Job, touched: ReadonlySet<string>): Promise<{ figures: Figures; problems: string[] }> {
  const { fixture, contract } = run
  const { adapter } = contract
  const done = await writesIn(run)
  const { items } = await fixture.jobs.items(root, end.id, { limit: 1_000 })
  const problems: string[] = []
  const counts = { ...NONE, jobs: 1, items: items.length }
  for (const { item_id, outcome, error } of items) {
    const times = done.get(item_id) ?? 0
    if (outcome === null) counts.lost += 1
    else if (outcome !== 'skipped') counts[outcome] += 1
    if (times > 1 && !adapter.idempotent) counts.twice += 1
    const found = times > 0 ? 'done' : touched.has(item_id) ? 'not_done_touched' : 'not_done'
    if (!FALSE[found].has(outcome) && (times < 2 || adapter.idempotent)) continue
    counts.false_reports += 1
    problems.push(
      `${item_id} was done ${times} times, and is ${outcome} in a job that is ${end.status}: ${JSON.stringify(error)} ${JSON.stringify(end.warnings)}`
    )
  }
  const known = counts.unknown > 0 ? await foundLater(run, end, adapter) : []
  counts.knowable = known.length
  if (known.length > 0)
    problems.push(
      `${known.join(', ')} are unknown, and a later check finds them out: ${JSON.stringify([end.status, end.warnings, end.errors])}`
    )
  return { figures: counts, problems }
}

/** Unknown items that a check can determine after the failures. */
async function foundLater({ fixture }: Run, end: Job, { reconcile }: BulkAdapter): Promise<string[]> {
  if (!reconcile) return []
  const before = (await fixture.jobs.items(root, end.id, { limit: 1_000, outcome: 'unknown' })).items.map(({ item_id }) => item_id)
  const { job } = await fixture.jobs.reconcile(root, end.id, new AbortController().signal)
  await until(fixture.jobs, job.id, ['completed', 'failed', 'cancelled'], root, PATIENCE_MS)
  const after = (await fixture.jobs.items(root, end.id, { limit: 1_000, outcome: 'unknown' })).items.map(({ item_id }) => item_id)
  return before.filter(id => !after.includes(id))
}

function sum(a: Figures, b: Figures): Figures {
  const added = { ...a }
  for (const name of Object.keys(NONE)) if (isFigure(name)) added[name] += b[name]
  return added
}

const isFigure = (name: string): name is keyof Figures => name in NONE
