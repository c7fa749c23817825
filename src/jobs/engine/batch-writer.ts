import { count, isMeasuring } from '../../lib/telemetry/telemetry.ts'
import { ITEM_STATUSES, ITEM_UPDATES } from '../model/item-status.ts'
import type { ItemUpdate, Step, TakenItem } from '../store/job-store.ts'
import type { Turn } from './turn-context.ts'

/** Writes the results of a turn and takes further items, one step at a time. Further results are collected while a step is on its way. */
export function createBatchWriter(turn: Turn, inProgress: { count: () => number; indexes: () => number[] }) {
  const { epoch, jobStore } = turn
  const handedOver = new Set<number>()
  const elapsed = stopwatch()
  let updates: ItemUpdate[] = []
  let waiting: (() => void)[] = []

  async function write(want: number): Promise<Step> {
    const step = { inProgress: inProgress.count(), want, ranMs: elapsed(), updates }
    const waiters = waiting
    updates = []
    waiting = []
    try {
      const result = await jobStore.advance(epoch, step)
      for (const { index, byte } of step.updates) if (byte !== ITEM_UPDATES.image) handedOver.delete(index)
      if (result.kind !== 'fenced') for (const done of waiters) done()
      if (result.kind === 'ok') countOutcomes(step.updates)
      return result
    } catch (error) {
      updates = [...step.updates, ...updates] // perhaps never written; writing it twice does no harm
      waiting = [...waiters, ...waiting]
      throw error
    }
  }

  return {
    add: (update: ItemUpdate): void => {
      updates.push(update)
    },
    /** Resolves once the update is written; never if another worker has the job. */
    addAndWait: (update: ItemUpdate): Promise<void> => {
      updates.push(update)
      return new Promise(resolve => {
        waiting.push(resolve)
      })
    },
    isEmpty: () => updates.length === 0,
    handOver: (taken: TakenItem[]): void => {
      for (const { index } of taken) handedOver.add(index)
    },

    /** Writes the updates so far and takes further items. */
    async step(want: number): Promise<Step> {
      const step = await write(want)
      if (step.kind !== 'lost') return step
      const settled = updates.flatMap(({ index, byte }) => (byte === ITEM_UPDATES.image ? [] : [index]))
      return (await resync(turn, [...inProgress.indexes(), ...settled], handedOver)) ? await write(want) : { kind: 'fenced' }
    }
  }
}

function countOutcomes(updates: readonly ItemUpdate[]): void {
  if (!isMeasuring()) return
  for (const { byte } of updates) {
    const outcome = Object.values(ITEM_STATUSES).find(status => status.byte === byte)?.outcome
    if (outcome) count('items', 1, { 'toolgate.job.item.outcome': outcome })
  }
}

/** After a lost response: reports what is in progress. Returns false if another worker has the job. */
async function resync({ jobStore, epoch, meta }: Turn, own: number[], handedOver: Set<number>): Promise<boolean> {
  const missing = [...handedOver].filter(index => !own.includes(index))
  const count = await jobStore.resync(epoch, own, missing)
  if (count !== undefined && count !== own.length) {
    throw new Error(`Job ${meta.id} has ${count} items in progress in the store, and ${own.length} in its worker`)
  }
  return count !== undefined
}

/** Returns the milliseconds since the last call. */
function stopwatch(): () => number {
  let since = performance.now()
  return () => {
    const before = since
    since = performance.now()
    return since - before
  }
}
