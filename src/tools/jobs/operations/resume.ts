import { Type } from 'typebox'
import { Job } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { jobMarkdown } from '../../../contract/render-job.ts'
import { A_JOB, NO_JOB, rehearsed, underWay } from '../examples.ts'
import { ILLEGAL, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'resume',
  core: true,
  summary: 'Let a paused job go on',
  description:
    'Lets a job go on that was paused, by somebody or by itself: after an item failed, where on_failure is pause, or because going on could have done harm; its reason and error say which. It goes on with the items that have no outcome; none is done again. Use it once the cause is dealt with, not to start a job that awaits confirmation (confirm). A job that waits is tried again at once. Resuming a job that runs changes nothing. Answers the job: follow it with get.',
  permission: 'write',
  http: 'POST /:id/resume',
  idempotent: true,
  input: Type.Object({ id: jobId }),
  output: Job,
  errors: { ...NOT_FOUND, ...ILLEGAL },
  examples: [
    {
      name: 'paused',
      summary: 'A paused job goes on',
      tested_elsewhere: 'It takes a job that is paused at that very moment: see test/bulk/control.test.ts',
      input: { id: A_JOB },
      output: { ...underWay, status: 'queued' }
    },
    { name: 'has_ended', summary: 'A job that has ended', given: rehearsed, input: { id: A_JOB }, error: { reason: 'illegal_transition' } },
    { name: 'unknown_job', summary: 'No such job', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_pause', 'jobs_get'],
  message: ({ id }) => `Let job ${id} go on`,
  markdown: jobMarkdown,
  handler: ({ id }, { client, caller }) => client.resume(caller, id)
})
