import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import type { ItemOutcome, Job, JobItem } from '../../src/contract/job.ts'
import type { JobsService } from '../../src/jobs/jobs.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { alice, startBulk, testAdapter, until } from './bulk.ts'
import { countedActions } from './bulk-actions.ts'
import { confirm, countingServer, doneTwice, setUp, startProcess } from './bulk-crash.ts'
import { waitUntil } from './wait-until.ts'

export interface Storm {
  items: number
  /** kill -9 of the worker, at random moments. */
  kills?: number
  /** SIGSTOP beyond its lock, another worker takes over, SIGCONT. */
  freezes?: number
  /** kill -9 of Redis, which restarts with its append-only file. */
  redisKills?: number
}

/** Maximum number of items of the action `once` that one takeover leaves unknown. */
export const CALLS_AT_ONCE = 4
const PATIENCE_MS = 120_000
/** Longer than the lock and the stall check of QUICK. */
const FROZEN_MS = 3_000

/**
 * Runs a job of a non-idempotent action during failures: nothing is executed twice, nothing is reported as executed that was not, and no
 * more items are unknown than were running. Returns the finished job.
 */
export async function storm(t: Test, { items, kills = 0, freezes = 0, redisKills = 0 }: Storm): Promise<Job> {
  const fixture = await setUp(t, 'once', items)
  const { jobs, id, counts, base, redis } = fixture
  let worker = await startProcess(t, redis.url, base)
  const thawed: ChildProcess[] = []
  const disasters: Record<string, () => Promise<void>> = {
    async kill() {
      worker.kill('SIGKILL')
      await once(worker, 'exit')
      worker = await startProcess(t, redis.url, base)
    },
    async freeze() {
      const frozen: ChildProcess = worker
      frozen.kill('SIGSTOP')
      worker = await startProcess(t, redis.url, base)
      await sleep(FROZEN_MS)
      frozen.kill('SIGCONT')
      thawed.push(frozen) // it notices that another worker has the job, and may take it back when that one has ended
    },
    async redis() {
      await redis.kill9()
      await sleep(200)
      await redis.restart()
    }
  }
  const names = shuffled([...times(kills, 'kill'), ...times(freezes, 'freeze'), ...times(redisKills, 'redis')])
  await confirm(fixture)
  for (const [at, name] of names.entries()) {
    // Spread over the whole job, at a random moment.
    await until(jobs, id, job => job.progress.done >= (items * (at + Math.random() / 2)) / (names.length + 1), alice, PATIENCE_MS)
    await disasters[name]?.()
  }
  const end = await until(jobs, id, ['completed'], alice, PATIENCE_MS)
  for (const process of [worker, ...thawed]) process.kill('SIGKILL')

  const { succeeded, unknown, failed, skipped } = end.progress
  t.same(doneTwice(counts), [], 'nothing is executed twice')
  t.equal(succeeded + unknown, items, 'every item is accounted for')
  t.equal(failed + skipped, 0)
  // When Redis is killed, the record that the next item was started can be lost with it, for each running call.
  const most = CALLS_AT_ONCE * (kills + freezes + 2 * redisKills)
  t.ok(unknown <= most, `no more is unknown than was running: ${unknown} of at most ${most}`)
  for await (const { item_id } of every(jobs, id, 'succeeded')) if (counts.get(item_id) !== 1) t.fail(`${item_id} is reported as executed`)
  for await (const item of every(jobs, id, 'unknown')) t.match(item, { success: null, error: { code: 'UNKNOWN_ERROR' } })
  const executed = counts.size - succeeded
  t.comment(`${items} items, ${names.length} disasters (${names.join(' ')}): ${unknown} unknown, of which ${executed} had been done`)
  return end
}

async function* every(jobs: JobsService, id: string, outcome: ItemOutcome): AsyncGenerator<JobItem> {
  let cursor: string | undefined
  do {
    const page = await jobs.items(alice, id, { limit: 1_000, outcome, ...(cursor !== undefined && { cursor }) })
    yield* page.items
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/**
 * Lists a job of a non-idempotent action during failures: no page is lost, none is added twice. Returns the job with its preview, its
 * fixture, and a worker that continues.
 */
export async function listingStorm(t: Test, { items, kills = 0, freezes = 0, redisKills = 0 }: Storm) {
  const { base, counts } = await countingServer(t)
  const actions = countedActions(base)
  const fixture = await startBulk(t, actions, { worker: false, settings: { preview_wait_ms: 1 } })
  const { jobs, request, redis } = fixture
  const [action = testAdapter()] = actions
  const { id } = await jobs.create(request(action, { input: { many: items } }))
  const client = redis.client()
  const pages = async (): Promise<number> => Number(await client.hget(jobKey(id, 'meta'), 'page'))
  let worker = await startProcess(t, redis.url, base)
  const disasters: Record<string, () => Promise<void>> = {
    redis: () => redis.restart(),
    async kill() {
      worker.kill('SIGKILL')
      await once(worker, 'exit')
      worker = await startProcess(t, redis.url, base)
    },
    async freeze() {
      const frozen: ChildProcess = worker
      frozen.kill('SIGSTOP')
      const before = await pages()
      worker = await startProcess(t, redis.url, base)
      await waitUntil(async () => (await pages()) !== before, 'another page is stored')
      frozen.kill('SIGCONT') // while another lists: it still has a page to write
      await sleep(100)
      frozen.kill('SIGKILL') // otherwise it would keep listing while the next failure hits the other
    }
  }
  const names = shuffled([...times(kills, 'kill'), ...times(freezes, 'freeze'), ...times(redisKills, 'redis')])
  const all = items / action.page_size
  for (const [at, name] of names.entries()) {
    const share = (all * (at + Math.random() / 2)) / (names.length + 1)
    await waitUntil(async () => (await pages()) >= share, `${Math.round(share)} pages are stored`)
    t.ok((await pages()) < all, `${name} while it lists`)
    await disasters[name]?.()
  }
  const { preview } = await until(jobs, id, ['awaiting_confirmation'], alice, PATIENCE_MS)
  t.same(preview?.total, { value: items, relation: 'eq' })
  const ids = await client.lrange(jobKey(id, 'ids'), 0, -1)
  t.same(
    ids,
    Array.from({ length: items }, (_, at) => `item-${at}`)
  )
  return { ...fixture, id, counts, worker }
}

function shuffled<T>(values: T[]): T[] {
  return values
    .map(value => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
}

const times = (many: number, name: string): string[] => Array.from({ length: many }, () => name)
