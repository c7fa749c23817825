import { Type } from 'typebox'
import { Job } from '../../../contract/job.ts'
import { jobMarkdown } from '../../../contract/job-markdown.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { A_JOB, A_PARENT, followUp, NO_JOB, offered, rehearsed } from '../examples.ts'
import { respondWithJob } from '../respond-with-job.ts'
import { FOLLOW_UP, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'undo',
  core: true,
  summary: 'Undo a job',
  description:
    'Creates a new job that reverses every item that succeeded, if the operation can be undone: see preview.undoable of the job. Use it after a mistake; if the job still runs, cancel it first. It does not touch items that another user has changed since, and counts them as failed. The new job shows a preview and awaits confirmation like any other. Undoing twice returns the same job. An undo cannot be undone; run the operation again instead. Returns the new job.',
  permission: 'write',
  http: 'POST /:id/undo',
  idempotent: true,
  input: Type.Object({ id: jobId }),
  output: Job,
  success: [201, 202, 200],
  errors: { ...NOT_FOUND, ...FOLLOW_UP, not_undoable: 'The operation is irreversible or has no inverse' },
  examples: [
    {
      name: 'taken_back',
      summary: 'Undo the items that succeeded, once the preview is confirmed',
      tested_elsewhere: 'Requires a job that has changed something: see test/jobs/undo.test.ts',
      input: { id: A_PARENT },
      output: { ...followUp, follow_up: 'undo', message: `Undo: ${followUp.message}` }
    },
    { name: 'nothing_done', summary: 'A dry run did nothing', given: rehearsed, input: { id: A_JOB }, error: { reason: 'nothing_to_do' } },
    {
      name: 'still_offered',
      summary: 'A job that has not ended',
      given: { ...offered, as: { id: 'id' } },
      input: { id: A_JOB },
      error: { reason: 'illegal_transition' }
    },
    { name: 'unknown_job', summary: 'A job that does not exist', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_confirm', 'jobs_cancel'],
  asked_as: {
    en: [
      'revert the bulk change',
      'take back what the job did',
      'roll back a mass edit',
      'I want everything as it was before the batch',
      'the mass change was a mistake, reverse it',
      'put everything back the way it was',
      'reverse what the bulk job did',
      'take back the bulk move',
      'the batch was wrong, put it all back',
      'take the mass update back',
      'reverse the bulk run',
      'we want all items back as they were before the job'
    ],
    de: ['den Auftrag rückgängig machen'],
    es: ['deshaz el trabajo'],
    fr: ['annuler ce que la tâche a fait'],
    ja: ['ジョブを元に戻す'],
    pl: ['cofnij zadanie']
  },
  message: ({ id }) => `Create a job that undoes job ${id}`,
  markdown: jobMarkdown,
  handler: async ({ id }, call) => respondWithJob(await call.jobs.undo(call.caller, id, call.signal), call)
})
