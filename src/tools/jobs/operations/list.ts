import { Type } from 'typebox'
import { JOB_KINDS } from '../../../contract/job-parts.ts'
import { JOB_STATUSES, Job } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { jobsMarkdown } from '../../../contract/render-job.ts'
import { listOf, words } from '../../../contract/schema.ts'
import { jobs } from '../tool.ts'

const time = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: `${description}. ISO 8601` }))

export default defineOperation(jobs, {
  name: 'list',
  core: true,
  summary: 'List jobs, the newest first',
  description:
    'Answers the jobs that this key made, or all jobs for a key with the scope *, the newest first. Use it to find a job whose id you do not have, or all that wait for something. Where next_cursor is given the list goes on, though a page may be short or empty: a rare filter looks through 2,000 jobs a page. To follow one job use get. Jobs are kept for 30 days after their end.',
  permission: 'read',
  http: 'GET /',
  list: true,
  input: Type.Object({
    status: Type.Optional(
      Type.Array(words(JOB_STATUSES, { description: 'A state' }), {
        minItems: 1,
        maxItems: JOB_STATUSES.length,
        description: 'Only jobs in one of these states. Absent: in any'
      })
    ),
    operation: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Only jobs that this operation made, such as filesystem_bulk_replace_in_files. Absent: of any'
      })
    ),
    system: Type.Optional(Type.String({ maxLength: 64, description: 'Only jobs of this system, such as filesystem. Absent: of any' })),
    kind: Type.Optional(words(JOB_KINDS, { description: 'Only jobs of this kind. Absent: of any' })),
    parent_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only jobs that were made from this one, by retry, undo or reconcile. Absent: all' })
    ),
    created_after: time('Only jobs made at this time or later. Absent: however old'),
    created_before: time('Only jobs made before this time. Absent: however new')
  }),
  output: listOf(Job, {}),
  errors: {},
  examples: [
    {
      name: 'none_of_this_operation',
      summary: 'No jobs fit',
      input: { operation: 'filesystem_bulk_unheard_of' },
      output: { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } }
    },
    { name: 'bad_cursor', summary: 'A cursor that no page answered', input: { cursor: 'second' }, error: { reason: 'invalid_field_value' } }
  ],
  see_also: ['jobs_get'],
  message: ({ status, operation }) => `List jobs${status ? ` that are ${status.join(' or ')}` : ''}${operation ? ` of ${operation}` : ''}`,
  markdown: jobsMarkdown,
  handler: (filter, { client, caller }) => client.list(caller, filter)
})
