import { Type } from 'typebox'
import { Job } from '../../../contract/job.ts'
import { jobMarkdown } from '../../../contract/job-markdown.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { A_JOB, NO_JOB, offered, rehearsal, rehearsed } from '../examples.ts'
import { ILLEGAL, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'cancel',
  core: true,
  summary: 'Cancel a job',
  description:
    'Stops a job permanently, in any state before its end. What was done stays done: see the counts. Calls in progress get 10 seconds to finish; after that, they are aborted if the operation can be repeated safely. The items of aborted calls are unknown, and are checked before the job ends if the operation can check them. Items that were not started are not_attempted. A running job therefore has the status cancelling for a moment, or for up to two minutes if the call of an item may still be in progress; follow it with jobs_get. Use it to drop a job whose preview was rejected, or that must not continue. To stop a job temporarily, use jobs_pause. Cancelling twice has no further effect. Returns the job.',
  permission: 'write',
  http: 'POST /:id/cancel',
  idempotent: true,
  input: Type.Object({ id: jobId }),
  output: Job,
  errors: { ...NOT_FOUND, ...ILLEGAL },
  examples: [
    {
      name: 'declined',
      summary: 'A job that was not confirmed: nothing was done',
      given: { ...offered, as: { id: 'id' } },
      input: { id: A_JOB },
      output: { ...rehearsal, status: 'cancelled', dry_run: false }
    },
    { name: 'has_ended', summary: 'A job that has ended', given: rehearsed, input: { id: A_JOB }, error: { reason: 'illegal_transition' } },
    { name: 'unknown_job', summary: 'A job that does not exist', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_get', 'jobs_pause'],
  asked_as: {
    en: [
      'stop the bulk operation',
      'abort the background job',
      "don't go on with the mass change",
      'call off the running batch',
      'stop the mass update',
      'that batch must not continue',
      'abort what you started in the background',
      'abort the batch',
      "don't do the rest of the bulk job",
      'the bulk run was a mistake, stop it',
      'abort the whole batch',
      'end the background job'
    ],
    de: ['den laufenden Auftrag abbrechen'],
    es: ['cancela el trabajo en curso'],
    fr: ['annuler la tâche en cours'],
    ja: ['実行中のジョブを中止'],
    pl: ['przerwij trwające zadanie zbiorcze']
  },
  message: ({ id }) => `Cancel job ${id}`,
  markdown: jobMarkdown,
  handler: ({ id }, { jobs, caller }) => jobs.cancel(caller, id)
})
