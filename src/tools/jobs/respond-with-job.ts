import type { Call } from '../../contract/call.ts'
import type { Job } from '../../contract/job.ts'
import type { FollowUpJob } from '../../contract/jobs.ts'

/** Returns a follow-up job. Sets the status of the response: 201 or 202 if this request created the job, else 200. */
export function respondWithJob({ job, fresh }: FollowUpJob, { respond }: Pick<Call<unknown>, 'respond'>): Job {
  const status = !fresh ? 200 : job.status === 'snapshotting' ? 202 : 201
  respond({ status, location: job.links.self })
  return job
}
