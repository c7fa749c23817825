import { Type } from 'typebox'
import { Job } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { jobMarkdown } from '../../../contract/render-job.ts'
import { A_JOB, A_PARENT, followUp, NO_JOB, offered, rehearsed } from '../examples.ts'
import { answered } from '../followed.ts'
import { FOLLOW_UP, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'undo',
  core: true,
  summary: 'Take back what a job did',
  description:
    'Makes a new job that does the inverse to every item that succeeded, where the action knows one: preview.undoable of the job says so. Use it after a mistake; to stop a job that still runs use cancel first. What somebody else changed since is left alone and counted as failed. The new job shows a preview and awaits confirmation like any other. Undoing twice is as good as once: the same job is answered. An undo cannot be undone; do the action again instead. Answers the new job.',
  permission: 'write',
  http: 'POST /:id/undo',
  idempotent: true,
  input: Type.Object({ id: jobId }),
  output: Job,
  success: [201, 202, 200],
  errors: { ...NOT_FOUND, ...FOLLOW_UP, not_undoable: 'The action is irreversible, or knows no inverse' },
  examples: [
    {
      name: 'taken_back',
      summary: 'What succeeded is taken back, once the preview is confirmed',
      tested_elsewhere: 'It takes a job that has done something: see test/bulk/undo.test.ts',
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
    { name: 'unknown_job', summary: 'No such job', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_confirm', 'jobs_cancel'],
  message: ({ id }) => `Make a job that takes back what job ${id} did`,
  markdown: jobMarkdown,
  handler: async ({ id }, call) => answered(await call.client.undo(call.caller, id, call.signal), call)
})
