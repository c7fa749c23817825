import type { Job, Pipeline, State } from './model.ts'

/** What a job is at this moment: nothing but the time moves it on. */
export function jobStatus(job: Job, at = Date.now()): string {
  if (job.canceled) return 'canceled'
  if (job.manual) return 'manual'
  if (at < job.starts) return 'pending'
  return at < job.starts + job.takes_ms ? 'running' : job.fate
}

/** What of a pipeline follows from its jobs; those that wait for somebody do not hold it up. */
export function pipelineStatus({ jobs }: Pipeline): string {
  const all = jobs.filter(({ retried, manual }) => !retried && !manual).map(job => jobStatus(job))
  for (const status of ['running', 'pending', 'failed', 'canceled']) if (all.includes(status)) return status
  return 'success'
}

export function cancel(job: Job): void {
  if (['pending', 'running', 'manual'].includes(jobStatus(job))) job.canceled = true
}

/** Runs and pipelines are numbered on from those that are there to begin with. */
export const nextRunId = ({ nextId }: State): number => 100_000 + nextId()

/** A new run of a job, which succeeds. */
export function again(pipeline: Pipeline, job: Job, id: number, takes_ms: number): Job {
  const run: Job = { ...job, id, manual: false, canceled: false, fate: 'success', starts: Date.now(), takes_ms }
  job.retried = true
  pipeline.jobs.push(run)
  return run
}
