import { Type } from 'typebox'
import { Job } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { jobMarkdown } from '../../../contract/render-job.ts'
import { A_JOB, NO_JOB, rehearsed, underWay } from '../examples.ts'
import { ILLEGAL, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'pause',
  core: true,
  summary: 'Stop a job until it is resumed',
  description:
    'Stops a job between its items. Those under way are finished first, so a running job is pausing for a moment. Use it to look at what was done before the rest is, or to let a system rest; do not use it to drop a job for good (cancel). A job whose items are still being listed, or that awaits confirmation, does nothing yet and cannot be paused: cancel it, or leave it. Pausing twice is as good as once. Answers the job; go on with resume.',
  permission: 'write',
  http: 'POST /:id/pause',
  idempotent: true,
  input: Type.Object({ id: jobId }),
  output: Job,
  errors: { ...NOT_FOUND, ...ILLEGAL },
  examples: [
    {
      name: 'running',
      summary: 'A running job is paused: what is under way is finished first',
      tested_elsewhere: 'It takes a job that is running at that very moment: see test/bulk/control.test.ts',
      input: { id: A_JOB },
      output: { ...underWay, status: 'pausing', reason: 'asked' }
    },
    { name: 'has_ended', summary: 'A job that has ended', given: rehearsed, input: { id: A_JOB }, error: { reason: 'illegal_transition' } },
    { name: 'unknown_job', summary: 'No such job', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_resume', 'jobs_cancel'],
  message: ({ id }) => `Stop job ${id} until it is resumed`,
  markdown: jobMarkdown,
  handler: ({ id }, { client, caller }) => client.pause(caller, id)
})
