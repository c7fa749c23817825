import { setTimeout as pause } from 'node:timers/promises'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { median } from '../lib/measure.ts'
import { idleAction } from './actions.ts'
import { type Engine, ended, startEngine } from './engine.ts'
import { perItem } from './per-item.ts'

let executedAt = 0
const ACTIONS = {
  batches: idleAction({ name: 'batches', idempotent: true, max_batch: 1_000, concurrency: 1 }),
  one: idleAction({ name: 'one', idempotent: false, max_batch: 1, concurrency: 1 }),
  twenty: idleAction({ name: 'twenty', idempotent: false, max_batch: 1, concurrency: 20 }),
  slow: slowAction()
}

/** The engine compared with one BullMQ job per item, alternating, on the same Redis with the same fsync; and how soon progress is visible. */
export async function benchBulk(rounds: number): Promise<string> {
  const engine = await startEngine(Object.values(ACTIONS))
  try {
    const lines = [
      await ratio(engine, rounds, {
        name: 'idempotent, 1,000 a call, one call at a time',
        action: ACTIONS.batches,
        ours: 200_000,
        theirs: 4_000,
        concurrency: 1
      }),
      await ratio(engine, rounds, {
        name: 'the same against one BullMQ job an item, 20 at a time',
        action: ACTIONS.batches,
        ours: 200_000,
        theirs: 10_000,
        concurrency: 20
      }),
      await ratio(engine, rounds, { name: 'not idempotent, 1 at a time', action: ACTIONS.one, ours: 5_000, theirs: 5_000, concurrency: 1 }),
      await ratio(engine, rounds, {
        name: 'not idempotent, 20 at a time',
        action: ACTIONS.twenty,
        ours: 10_000,
        theirs: 10_000,
        concurrency: 20
      }),
      `POST to preview of 1,000 items: ${(await previewMs(engine)).toFixed(0)} ms`,
      `a finished item is visible in the progress after ${(await visibleMs(engine)).toFixed(0)} ms`
    ]
    return `bulk: ${lines.join('; ')}`
  } finally {
    await engine.close()
  }
}

interface Race {
  name: string
  action: BulkAdapter
  ours: number
  theirs: number
  concurrency: number
}

async function ratio(engine: Engine, rounds: number, { name, action, ours, theirs, concurrency }: Race): Promise<string> {
  const rates = { ours: [] as number[], theirs: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const [ourMs, theirMs] = [await wholeJob(engine, action, ours), await perItem(engine, theirs, concurrency)]
    if (round < 0) continue // the first round warms both up
    rates.ours.push((ours * 1_000) / ourMs)
    rates.theirs.push((theirs * 1_000) / theirMs)
  }
  const [our, their] = [median(rates.ours), median(rates.theirs)]
  return `${name}: ${(our / their).toFixed(1)} × one BullMQ job per item (${our.toFixed(0)} items/s compared with ${their.toFixed(0)})`
}

/** Milliseconds from the POST to the end: listing, preview, confirmation and all items. */
async function wholeJob(engine: Engine, action: BulkAdapter, many: number): Promise<number> {
  const started = performance.now()
  let job = await engine.create(action, many)
  while (job.status === 'snapshotting') job = await engine.get(job.id, 25)
  await engine.confirm(job)
  await ended(engine, job.id)
  return performance.now() - started
}

async function previewMs(engine: Engine): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 20; round++) {
    const started = performance.now()
    const job = await engine.create(ACTIONS.batches, 1_000)
    if (!job.preview) throw new Error(`No preview yet: ${job.status}`)
    times.push(performance.now() - started)
  }
  return median(times)
}

/** Fifty items, one every 50 ms: milliseconds from each execution to the first read that counts it. */
async function visibleMs(engine: Engine): Promise<number> {
  const job = await engine.create(ACTIONS.slow, 50)
  await engine.confirm(job)
  const lags: number[] = []
  let seen = 0
  while (seen < 50) {
    const { progress } = await engine.get(job.id)
    if (progress.done > seen) {
      seen = progress.done
      lags.push(performance.now() - executedAt)
    }
    await pause(2)
  }
  return median(lags)
}

function slowAction(): BulkAdapter {
  const action = idleAction({ name: 'slow', idempotent: false, max_batch: 1, concurrency: 1 }, () => {
    executedAt = performance.now()
  })
  const { executeBatch } = action
  return {
    ...action,
    async *executeBatch(items, input, call) {
      yield* executeBatch(items, input, call)
      await pause(50)
    }
  }
}
