import { Type } from 'typebox'
import { Job } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { jobMarkdown } from '../../../contract/render-job.ts'
import { A_JOB, NO_JOB, offered, rehearsal, rehearsed } from '../examples.ts'
import { ILLEGAL, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'cancel',
  core: true,
  summary: 'Stop a job for good',
  description:
    'Stops a job, in any state before its end. What was done stays done: the counts say how much that is. Items under way are finished first, or broken off where the action may be done again without harm: one that was broken off is unknown, which retry and reconcile can settle, and one that was not begun is not attempted. So a running job is cancelling for a moment; follow it with get. Use it to drop a job whose preview was not agreed to, or that must not go on. To stop only for a while use pause. Cancelling twice is as good as once. Answers the job.',
  permission: 'write',
  http: 'POST /:id/cancel',
  idempotent: true,
  input: Type.Object({ id: jobId }),
  output: Job,
  errors: { ...NOT_FOUND, ...ILLEGAL },
  examples: [
    {
      name: 'declined',
      summary: 'A job that was not agreed to: nothing was done',
      given: { ...offered, as: { id: 'id' } },
      input: { id: A_JOB },
      output: { ...rehearsal, status: 'cancelled', dry_run: false }
    },
    { name: 'has_ended', summary: 'A job that has ended', given: rehearsed, input: { id: A_JOB }, error: { reason: 'illegal_transition' } },
    { name: 'unknown_job', summary: 'No such job', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_get', 'jobs_pause'],
  message: ({ id }) => `Stop job ${id} for good`,
  markdown: jobMarkdown,
  handler: ({ id }, { client, caller }) => client.cancel(caller, id)
})
