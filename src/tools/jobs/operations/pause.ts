import { Type } from 'typebox'
import { Job } from '../../../contract/job.ts'
import { jobMarkdown } from '../../../contract/job-markdown.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { A_JOB, NO_JOB, rehearsed, underWay } from '../examples.ts'
import { ILLEGAL, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'pause',
  core: true,
  summary: 'Pause a job until it is resumed',
  description:
    'Pauses a job between items. Items in progress are finished first, so a running job has the status pausing for a moment. Use it to check what was done before continuing, or to reduce the load on a system; to stop a job permanently, use jobs_cancel. A job whose items are still being listed, or that awaits confirmation, has not changed anything yet and cannot be paused: let it wait, or cancel it. Pausing twice has no further effect. Returns the job; continue it with jobs_resume.',
  permission: 'write',
  http: 'POST /:id/pause',
  idempotent: true,
  input: Type.Object({ id: jobId }),
  output: Job,
  errors: { ...NOT_FOUND, ...ILLEGAL },
  examples: [
    {
      name: 'running',
      summary: 'Pause a running job: items in progress are finished first',
      tested_elsewhere: 'Requires a job that is running at the moment: see test/jobs/control.test.ts',
      input: { id: A_JOB },
      output: { ...underWay, status: 'pausing', reason: 'asked' }
    },
    { name: 'has_ended', summary: 'A job that has ended', given: rehearsed, input: { id: A_JOB }, error: { reason: 'illegal_transition' } },
    { name: 'unknown_job', summary: 'A job that does not exist', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_resume', 'jobs_cancel'],
  asked_as: {
    en: [
      'hold the bulk operation for now',
      'suspend the running batch',
      'take a break with the mass change',
      'stop the batch for a moment',
      'interrupt the bulk run, we continue tomorrow',
      'hold the job for the moment',
      'wait with the rest of the batch',
      'hold the mass update',
      "stop the job for now, we'll go on later",
      'freeze the batch',
      'let the job rest for a while',
      'give the bulk run a break'
    ],
    de: ['den Auftrag anhalten'],
    es: ['pausa el trabajo'],
    fr: ['mettre la tâche en pause'],
    ja: ['ジョブを一時停止'],
    pl: ['wstrzymaj zadanie']
  },
  message: ({ id }) => `Pause job ${id}`,
  markdown: jobMarkdown,
  handler: ({ id }, { jobs, caller }) => jobs.pause(caller, id)
})
