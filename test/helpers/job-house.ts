import type { Test } from 'tap'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { bulkOperation } from '../../src/contract/bulk-operation.ts'
import type { Job, JobStatus } from '../../src/contract/jobs.ts'
import { readInput } from '../../src/contract/read.ts'
import { alice, startBulk, until } from './bulk.ts'

/** Jobs of a system's actions, as a test makes, runs and reads them. */
export interface JobHouse {
  /** Makes a job of the action, and answers it as it awaits confirmation. */
  preview: (adapter: BulkAdapter, input: Record<string, unknown>, ids?: string[]) => Promise<Job>
  /** Confirms it, and waits for its end, or for another state. */
  run: (job: Job, wanted?: JobStatus[]) => Promise<Job>
  /** What became of each item, and the reason where there is one. */
  outcomes: (job: Job) => Promise<Record<string, string>>
  undo: (job: Job) => Promise<Job>
  /** Looks what became of the items whose answer was lost, and waits for that. */
  reconcile: (job: Job) => Promise<Job>
  /** Ends a job that waits: until then it keeps others of the account waiting. */
  cancel: (job: Job) => Promise<void>
}

/** Real jobs over a real Redis, whose actions speak to the system by this client. */
export async function openJobHouse(t: Test, adapters: BulkAdapter[], client: unknown): Promise<JobHouse> {
  const { jobs, request } = await startBulk(t, adapters, { client })
  const { signal } = new AbortController()
  const run: JobHouse['run'] = async (job, wanted = ['completed', 'paused', 'failed']) => {
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
    async reconcile({ id }) {
      const { job } = await jobs.reconcile(alice, id, signal)
      return await until(jobs, job.id, ['completed', 'failed', 'waiting'])
    },
    async cancel({ id }) {
      await jobs.cancel(alice, id)
      await until(jobs, id, ['cancelled'])
    }
  }
}
