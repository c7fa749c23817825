import { Type } from 'typebox'
import { Job } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { jobMarkdown } from '../../../contract/render-job.ts'
import { A_JOB, A_PARENT, followUp, NO_JOB, offered, underWay } from '../examples.ts'
import { answered } from '../followed.ts'
import { FOLLOW_UP, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'reconcile',
  core: true,
  summary: 'Find out what became of the unknown items of a job',
  description:
    'Looks at every unknown item of a job that has ended or is paused, where the action knows how (the job then has a link reconcile), and corrects that job: an unknown item becomes succeeded or not attempted, or stays unknown where nobody can say. Nothing is ever executed. Use it before retry, so that nothing is done twice. Where calls of the job may still be under way, within some two minutes after an item became unknown, the look waits for them first. Items found not done go on with a paused job once it is resumed. The look is a job of its own that starts at once; its items succeed where the look could tell. While one is under way it is answered again. Answers that job: follow it with get, then read the first one.',
  permission: 'write',
  http: 'POST /:id/reconcile',
  idempotent: true,
  input: Type.Object({ id: jobId }),
  output: Job,
  success: [201, 202, 200],
  errors: { ...NOT_FOUND, ...FOLLOW_UP, not_reconcilable: 'The action cannot look what became of its items' },
  examples: [
    {
      name: 'looked_up',
      summary: 'A look at the unknown items has begun',
      tested_elsewhere: 'It takes a job with unknown items: see test/bulk/reconcile.test.ts',
      input: { id: A_PARENT },
      output: {
        ...followUp,
        follow_up: 'reconcile',
        status: 'queued',
        confirm_token: null,
        expires_at: null,
        links: underWay.links,
        message: `Find out what became of unknown items: ${followUp.message}`
      }
    },
    {
      name: 'cannot_look',
      summary: 'An action that cannot look',
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
    { name: 'unknown_job', summary: 'No such job', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_retry', 'jobs_list_items'],
  message: ({ id }) => `Look what became of the unknown items of job ${id}`,
  markdown: jobMarkdown,
  handler: async ({ id }, call) => answered(await call.client.reconcile(call.caller, id, call.signal), call)
})
