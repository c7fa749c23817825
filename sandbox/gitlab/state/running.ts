import type { Job, Pipeline, State } from './model.ts'

/** Returns the current status of a job: it depends only on time. */
export function jobStatus(job: Job, at = Date.now()): string {
  if (job.canceled) return 'canceled'
  if (job.manual) return 'manual'
  if (at < job.starts) return 'pending'
  return at < job.starts + job.takes_ms ? 'running' : job.fate
}

/** Returns the status of a pipeline, from its jobs; manual jobs do not block it. */
export function pipelineStatus({ jobs }: Pipeline): string {
  const all = jobs.filter(({ retried, manual }) => !retried && !manual).map(job => jobStatus(job))
  for (const status of ['running', 'pending', 'failed', 'canceled']) if (all.includes(status)) return status
  return 'success'
}

export function cancel(job: Job): void {
  if (['pending', 'running', 'manual'].includes(jobStatus(job))) job.canceled = true
}

/** IDs of new jobs and pipelines continue after those of the seed data. */
export const nextRunId = ({ nextId }: State): number => 100_000 + nextId()

/** Creates a new run of a job, which succeeds. */
export function retryJob(pipeline: Pipeline, job: Job, id: number, takes_ms: number): Job {
  const run: Job = { ...job, id, manual: false, canceled: false, fate: 'success', starts: Date.now(), takes_ms }
  job.retried = true
  pipeline.jobs.push(run)
  return run
}
