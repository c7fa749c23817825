import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { A_JOB, NO_JOB, offered, rehearsed } from '../examples.ts'
import { ILLEGAL, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'delete',
  summary: 'Delete a job',
  description:
    'Deletes everything that is stored about a job: its items, results, preview and counts. What the job did stays done, and pending notifications to notify_url are still sent. Use it to remove a job before its retention period is over, once it has ended or while it awaits confirmation. Do not use it on a job in progress: stop it first with jobs_cancel. Afterwards, reading or deleting the job returns job_expired, and no list contains it. It can no longer be retried or undone.',
  permission: 'write',
  http: 'DELETE /:id',
  idempotent: true,
  input: Type.Object({ id: jobId }),
  output: Type.Object({
    id: Type.String({ description: 'ID of the deleted job', 'x-volatile': true }),
    deleted: Type.Literal(true, { description: 'Always true' })
  }),
  errors: { ...NOT_FOUND, ...ILLEGAL },
  examples: [
    {
      name: 'dropped',
      summary: 'A job that awaited confirmation',
      given: { ...offered, as: { id: 'id' } },
      input: { id: A_JOB },
      output: { id: A_JOB, deleted: true }
    },
    { name: 'ended', summary: 'A job that has ended', given: rehearsed, input: { id: A_JOB }, output: { id: A_JOB, deleted: true } },
    { name: 'unknown_job', summary: 'A job that does not exist', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_cancel', 'jobs_list'],
  asked_as: {
    en: [
      'remove a finished job from the list',
      'clean up old bulk jobs',
      'erase the record of a batch',
      'forget an old batch',
      'take a finished job out of my list',
      'clean up the record of a finished job',
      'that finished job can go',
      "I don't want to see the old job any more",
      "throw the job's data away",
      'the job is finished, drop its record',
      'remove old batches',
      'clear the job list'
    ]
  },
  message: ({ id }) => `Delete job ${id}`,
  markdown: ({ id }) => `Job \`${id}\` was deleted.`,
  async handler({ id }, { jobs, caller }) {
    await jobs.delete(caller, id)
    return { id, deleted: true as const }
  }
})
