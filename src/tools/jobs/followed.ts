import type { Call } from '../../contract/handed.ts'
import type { Followed, Job } from '../../contract/jobs.ts'

/** A job made from another, with the status that says whether it was made just now. */
export function answered({ job, fresh }: Followed, { respond }: Pick<Call<unknown>, 'respond'>): Job {
  const status = !fresh ? 200 : job.status === 'snapshotting' ? 202 : 201
  respond({ status, location: job.links.self })
  return job
}
