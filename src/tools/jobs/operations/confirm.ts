import { Type } from 'typebox'
import { Job } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { jobMarkdown } from '../../../contract/render-job.ts'
import { A_JOB, A_TOKEN, NO_JOB, offered, rehearsal, rehearsed, underWay } from '../examples.ts'
import { ILLEGAL, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'confirm',
  core: true,
  summary: 'Start a job that awaits confirmation',
  description:
    'Starts the job whose preview you have seen; the confirm_token says which preview that was, so that nothing else can be started by mistake. Use it only after whoever decides has agreed to the preview: what the job does may not be undone. To drop the job instead use cancel. Confirming twice is as good as once. Answers the job, queued: follow it with get.',
  permission: 'write',
  http: 'POST /:id/confirm',
  idempotent: true,
  input: Type.Object({
    id: jobId,
    confirm_token: Type.String({
      minLength: 1,
      maxLength: 128,
      'x-secret': true,
      description: 'confirm_token of the job, as its preview was answered'
    })
  }),
  output: Job,
  errors: {
    ...NOT_FOUND,
    ...ILLEGAL,
    plan_changed: 'The token is not that of the present preview, or the preview was not confirmed in time'
  },
  examples: [
    {
      name: 'agreed',
      summary: 'A job over one file is started',
      given: offered,
      input: { id: A_JOB, confirm_token: A_TOKEN },
      output: {
        ...rehearsal,
        status: 'queued',
        dry_run: false,
        finished_at: null,
        expires_at: null,
        poll_after_ms: 500,
        links: underWay.links
      }
    },
    {
      name: 'another_preview',
      summary: 'The token is not that of this preview',
      given: { ...offered, as: { id: 'id' } },
      input: { id: A_JOB, confirm_token: A_TOKEN },
      error: { reason: 'plan_changed' }
    },
    {
      name: 'has_ended',
      summary: 'A job that has ended cannot be started',
      given: rehearsed,
      input: { id: A_JOB, confirm_token: A_TOKEN },
      error: { reason: 'illegal_transition' }
    },
    { name: 'unknown_job', summary: 'No such job', input: { id: NO_JOB, confirm_token: A_TOKEN }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_get', 'jobs_cancel'],
  message: ({ id }) => `Start job ${id}`,
  markdown: jobMarkdown,
  handler: ({ id, confirm_token }, { client, caller }) => client.confirm(caller, id, confirm_token)
})
