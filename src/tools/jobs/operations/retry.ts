import { Type } from 'typebox'
import { Job, RETRY_OUTCOMES } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { jobMarkdown } from '../../../contract/render-job.ts'
import { words } from '../../../contract/schema.ts'
import { A_JOB, A_PARENT, followUp, NO_JOB, rehearsed } from '../examples.ts'
import { answered } from '../followed.ts'
import { FOLLOW_UP, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'retry',
  core: true,
  summary: 'Try the items again that a job did not do',
  description:
    'Makes a new job of exactly those items of a job that has ended which failed, were not attempted or are unknown, as they were listed then: nothing is searched for again. Use it once the cause of the failures is dealt with; to go on with a paused job use resume. The new job shows a preview and awaits confirmation like any other. Items that are unknown may be done already: use reconcile first where the job has a link to it, or say acknowledge_unknown. No item is ever in two such jobs: asking the same again answers the same job; what that one does not do is tried again from it. Answers the new job.',
  permission: 'write',
  http: 'POST /:id/retry',
  idempotent: true,
  input: Type.Object({
    id: jobId,
    outcomes: Type.Array(words(RETRY_OUTCOMES, {}), {
      minItems: 1,
      maxItems: 3,
      default: ['failed'],
      description: 'Which items: failed, not_attempted (the job ended before), unknown (begun, and nobody knows what became of it)'
    }),
    acknowledge_unknown: Type.Boolean({ default: false, description: 'true: do unknown items again, though each may be done already' })
  }),
  output: Job,
  success: [201, 202, 200],
  errors: {
    ...NOT_FOUND,
    ...FOLLOW_UP,
    acknowledgement_required: 'Unknown items are asked for without acknowledge_unknown; details.unknown says how many there are'
  },
  examples: [
    {
      name: 'failed_items',
      summary: 'The items that failed, in a job of their own',
      tested_elsewhere: 'It takes a job with failures: see test/bulk/follow-up.test.ts',
      input: { id: A_PARENT, outcomes: ['failed'] },
      output: { ...followUp, follow_up: 'retry', message: `Again: ${followUp.message}` }
    },
    {
      name: 'was_a_dry_run',
      summary: 'A dry run did nothing that failed',
      given: rehearsed,
      input: { id: A_JOB },
      error: { reason: 'nothing_to_do' }
    },
    { name: 'unknown_job', summary: 'No such job', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_reconcile', 'jobs_confirm', 'jobs_list_items'],
  message: ({ id, outcomes }) => `Make a job of the items of job ${id} that are ${outcomes.join(', ')}`,
  markdown: jobMarkdown,
  handler: async ({ id, ...wish }, call) => answered(await call.client.retry(call.caller, id, wish, call.signal), call)
})
