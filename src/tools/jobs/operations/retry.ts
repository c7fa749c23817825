import { Type } from 'typebox'
import { Job, RETRY_OUTCOMES } from '../../../contract/job.ts'
import { jobMarkdown } from '../../../contract/job-markdown.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { A_JOB, A_PARENT, followUp, NO_JOB, rehearsed } from '../examples.ts'
import { respondWithJob } from '../respond-with-job.ts'
import { FOLLOW_UP, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'retry',
  core: true,
  summary: "Retry a job's unfinished items",
  description:
    'Creates a new job with exactly the items of an ended job that have one of the given outcomes (failed by default), as they were listed; the search is not repeated. Use it once the cause of the failures is fixed; to continue a paused job, use jobs_resume. The new job shows a preview and awaits confirmation like any other. Unknown items may already be done: use jobs_reconcile first if the job has a reconcile link, or set acknowledge_unknown. An item is never in two retries: a second call returns the same job. If the new job leaves items unfinished, retry the new job. Returns the new job.',
  permission: 'write',
  http: 'POST /:id/retry',
  idempotent: true,
  input: Type.Object({
    id: jobId,
    outcomes: Type.Array(stringEnum(RETRY_OUTCOMES, {}), {
      minItems: 1,
      maxItems: 3,
      default: ['failed'],
      description: 'Outcomes of the items to retry: failed, not_attempted (the job ended first), unknown (started, with an unknown outcome)'
    }),
    acknowledge_unknown: Type.Boolean({ default: false, description: 'true: retry unknown items, though each may already be done' })
  }),
  output: Job,
  success: [201, 202, 200],
  errors: {
    ...NOT_FOUND,
    ...FOLLOW_UP,
    acknowledgement_required: 'Unknown items are selected without acknowledge_unknown; details.unknown contains their number'
  },
  examples: [
    {
      name: 'failed_items',
      summary: 'Retry the failed items in a new job',
      tested_elsewhere: 'Requires a job with failures: see test/jobs/follow-up.test.ts',
      input: { id: A_PARENT, outcomes: ['failed'] },
      output: { ...followUp, follow_up: 'retry', message: `Again: ${followUp.message}` }
    },
    {
      name: 'was_a_dry_run',
      summary: 'A dry run has no failed items',
      given: rehearsed,
      input: { id: A_JOB },
      error: { reason: 'nothing_to_do' }
    },
    { name: 'unknown_job', summary: 'A job that does not exist', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_reconcile', 'jobs_confirm', 'jobs_list_items'],
  asked_as: {
    en: [
      'try the failed items again',
      'rerun what went wrong in the bulk job',
      'redo the rest of a batch',
      'run the batch again for those that failed',
      'second attempt for the errors',
      'try the failed ones again',
      'give the failed items another go',
      "try the items again that didn't work",
      'some mails failed in the job, try those again',
      'repeat the job for the failed ones',
      'have another go at the errors of the batch',
      'the rest of the batch should be tried again'
    ],
    de: ['die fehlgeschlagenen Elemente erneut versuchen'],
    es: ['reintenta los elementos fallidos'],
    fr: ['réessayer les éléments en échec'],
    ja: ['失敗した項目を再試行'],
    pl: ['ponów nieudane elementy']
  },
  message: ({ id, outcomes }) => `Create a job that retries the items of job ${id} that are ${outcomes.join(', ')}`,
  markdown: jobMarkdown,
  handler: async ({ id, ...wish }, call) => respondWithJob(await call.jobs.retry(call.caller, id, wish, call.signal), call)
})
