import type { Test } from 'tap'
import { bulkOperation } from '../../src/catalog/bulk-operation.ts'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import type { Job, JobStatus } from '../../src/contract/job.ts'
import { readInput } from '../../src/pipeline/input/read-input.ts'
import { alice, startBulk, until } from './bulk.ts'

/** Jobs of a system's actions, which a test creates, runs and reads. */
export interface JobFixture {
  /** Creates a job of the action and returns it as soon as it awaits confirmation. */
  preview: (adapter: BulkAdapter, input: Record<string, unknown>, ids?: string[]) => Promise<Job>
  /** Confirms it, and waits for its end or another state. */
  run: (job: Job, wanted?: JobStatus[]) => Promise<Job>
  /** The outcome of each item, with its reason if there is one. */
  outcomes: (job: Job) => Promise<Record<string, string>>
  undo: (job: Job) => Promise<Job>
  /** Ends a waiting job. Until then others of the account wait. */
  cancel: (job: Job) => Promise<void>
}

/** Real jobs over a real Redis, whose actions call the system with this client. */
export async function openJobFixture(t: Test, adapters: BulkAdapter[], client: unknown): Promise<JobFixture> {
  const { jobs, request } = await startBulk(t, adapters, { client })
  const { signal } = new AbortController()
  const run: JobFixture['run'] = async (job, wanted = ['completed', 'paused', 'failed']) => {
    await jobs.confirm(alice, job.id, job.confirm_token ?? '')
    return await until(jobs, job.id, wanted)
  }
  return {
    async preview(adapter, input, ids) {
      const own = readInput(bulkOperation(adapter), { ...input, ...(ids && { ids }) })
      const { id } = await jobs.create(request(adapter, { input: own, ...(ids && { ids }) }))
      return await until(jobs, id, ['awaiting_confirmation', 'completed', 'failed'])
    },
    run,
    async outcomes({ id }) {
      const { items } = await jobs.items(alice, id, { limit: 1000 })
      return Object.fromEntries(
        items.map(({ item_id, outcome, error }) => [item_id, [outcome, ...(error ? [error.reason] : [])].join(' ')])
      )
    },
    async undo({ id }) {
      const { job } = await jobs.undo(alice, id, signal)
      return await run(await until(jobs, job.id, ['awaiting_confirmation']))
    },
    async cancel({ id }) {
      await jobs.cancel(alice, id)
      await until(jobs, id, ['cancelled'])
    }
  }
}
