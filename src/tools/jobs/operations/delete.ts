import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { A_JOB, NO_JOB, offered, rehearsed } from '../examples.ts'
import { ILLEGAL, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'delete',
  summary: 'Forget a job',
  description:
    'Removes all that is kept of a job: its items, results, preview and counts. What the job did stays done, and what notify_url has yet to be told of it is told. Use it to get rid of a job that has ended or still awaits confirmation before its time of keeping is over; do not use it on a job under way: stop that first with cancel. Afterwards the job is gone: reading it, or deleting it again, answers job_expired, and it is in no list. It cannot be retried or undone any more.',
  permission: 'write',
  http: 'DELETE /:id',
  idempotent: true,
  input: Type.Object({ id: jobId }),
  output: Type.Object({
    id: Type.String({ description: 'Id of the job that is forgotten', 'x-volatile': true }),
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
    { name: 'unknown_job', summary: 'No such job', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_cancel', 'jobs_list'],
  message: ({ id }) => `Forget job ${id}`,
  markdown: ({ id }) => `Job \`${id}\` is forgotten.`,
  async handler({ id }, { client, caller }) {
    await client.delete(caller, id)
    return { id, deleted: true as const }
  }
})
