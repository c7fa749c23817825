import { Type } from 'typebox'
import { Job } from '../../../contract/job.ts'
import { jobMarkdown } from '../../../contract/job-markdown.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { A_JOB, A_PARENT, followUp, NO_JOB, offered, underWay } from '../examples.ts'
import { respondWithJob } from '../respond-with-job.ts'
import { FOLLOW_UP, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'reconcile',
  core: true,
  summary: 'Reconcile the unknown items of a job',
  description:
    'Checks every unknown item of a job that has ended or is paused, if the operation can check (the job then has a `reconcile` link), and corrects the outcomes in that job: an unknown item becomes succeeded or not_attempted, or stays unknown if its outcome cannot be found. Nothing is executed. A job checks its unknown items itself before it pauses or ends, so use this only if items stayed unknown, for example because the system was unreachable, and before jobs_retry, so that nothing is done twice. An item counts as not done only two minutes after it became unknown; until then its call may still be in progress, and the check waits. If the job is paused, items that turn out not to have been done are attempted when it is resumed. The check is a separate job that starts immediately; its items succeed if their outcome was found. Calling it again while the check runs returns the same job. Returns the new job: poll it with jobs_get, then read the original job again.',
  permission: 'write',
  http: 'POST /:id/reconcile',
  idempotent: true,
  input: Type.Object({ id: jobId }),
  output: Job,
  success: [201, 202, 200],
  errors: { ...NOT_FOUND, ...FOLLOW_UP, not_reconcilable: 'The operation of the job cannot check the outcome of its items' },
  examples: [
    {
      name: 'looked_up',
      summary: 'Check the unknown items',
      tested_elsewhere: 'Requires a job with unknown items: see test/jobs/reconcile.test.ts',
      input: { id: A_PARENT },
      output: {
        ...followUp,
        follow_up: 'reconcile',
        status: 'queued',
        confirm_token: null,
        expires_at: null,
        links: underWay.links,
        message: `Check the unknown items: ${followUp.message}`
      }
    },
    {
      name: 'cannot_look',
      summary: 'An operation that cannot check',
      given: {
        operation: 'web_bulk_read_each',
        input: { urls: ['https://docs.example/gateways/retries'], dry_run: true },
        as: { id: 'id' }
      },
      input: { id: A_JOB },
      error: { reason: 'not_reconcilable' }
    },
    {
      name: 'still_offered',
      summary: 'A job that has neither ended nor is paused',
      given: { ...offered, as: { id: 'id' } },
      input: { id: A_JOB },
      error: { reason: 'illegal_transition' }
    },
    { name: 'unknown_job', summary: 'A job that does not exist', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_retry', 'jobs_list_items'],
  asked_as: {
    en: [
      'find out what happened to the unclear items',
      'check items whose response was lost',
      'sort out the unknown outcomes',
      "we don't know if some items were done, check",
      'clear up what really happened in the batch',
      'some items may or may not have been changed, find out',
      'find out if the unclear items went through',
      "it's unclear whether some of them were done, check it",
      'for some items no one knows if they were done',
      'verify the items without a known result',
      'did the uncertain items go through'
    ]
  },
  message: ({ id }) => `Check the unknown items of job ${id}`,
  markdown: jobMarkdown,
  handler: async ({ id }, call) => respondWithJob(await call.jobs.reconcile(call.caller, id, call.signal), call)
})
