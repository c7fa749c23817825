import { Type } from 'typebox'
import { Job } from '../../../contract/job.ts'
import { jobMarkdown } from '../../../contract/job-markdown.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { A_JOB, NO_JOB, rehearsed, underWay } from '../examples.ts'
import { ILLEGAL, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'resume',
  core: true,
  summary: 'Resume a paused job',
  description:
    'Resumes a job that a caller paused, or that paused by itself: after a failed item, if on_failure is pause, or because continuing could have caused harm; reason and error of the job describe the cause. The job continues with the items that have no outcome, and repeats no other item. Use it once the cause is fixed; to start a job that awaits confirmation, use jobs_confirm. A waiting job is tried again immediately. Resuming a running job changes nothing. Returns the job: follow it with jobs_get.',
  permission: 'write',
  http: 'POST /:id/resume',
  idempotent: true,
  input: Type.Object({ id: jobId }),
  output: Job,
  errors: { ...NOT_FOUND, ...ILLEGAL },
  examples: [
    {
      name: 'paused',
      summary: 'Resume a paused job',
      tested_elsewhere: 'Requires a job that is paused at the moment: see test/jobs/control.test.ts',
      input: { id: A_JOB },
      output: { ...underWay, status: 'queued' }
    },
    { name: 'has_ended', summary: 'A job that has ended', given: rehearsed, input: { id: A_JOB }, error: { reason: 'illegal_transition' } },
    { name: 'unknown_job', summary: 'A job that does not exist', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_pause', 'jobs_get'],
  asked_as: {
    en: [
      'continue the paused batch',
      'carry on with the bulk operation',
      'go on with the job',
      'go on with the stopped batch',
      'the pause is over, keep going',
      'carry on with the job',
      'continue where it stopped',
      'the job may carry on now',
      'let the batch continue',
      'unfreeze the job',
      'pick the mass update up again',
      'start the paused job again'
    ],
    de: ['den Auftrag fortsetzen'],
    es: ['reanuda el trabajo'],
    fr: ['reprendre la tâche'],
    ja: ['ジョブを再開'],
    pl: ['wznów zadanie']
  },
  message: ({ id }) => `Resume job ${id}`,
  markdown: jobMarkdown,
  handler: ({ id }, { jobs, caller }) => jobs.resume(caller, id)
})
