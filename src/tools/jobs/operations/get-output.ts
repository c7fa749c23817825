import { Type } from 'typebox'
import { JobLine } from '../../../contract/job-output.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf } from '../../../contract/schema.ts'
import { A_JOB, NO_JOB, rehearsed } from '../examples.ts'
import { jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'get_output',
  summary: 'Read what the program of a job printed',
  description:
    'Answers the lines that the program of a job has printed so far, on stdout and stderr, in the order in which they came. Use it for jobs of kind process, such as gcloud_start makes; jobs of other kinds have no output: use list_items for what became of their items. To follow a job while it runs, send the number of the last line you have as after; or use stream_events, which tells each line as it comes. At most 10 MB are kept, for as long as the items of a job: 7 days after its end.',
  permission: 'read',
  http: 'GET /:id/output',
  list: true,
  input: Type.Object({
    id: jobId,
    after: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      default: 0,
      description: 'Number of the last line you have. Default 0: from the first line on'
    })
  }),
  output: listOf(JobLine, {}),
  errors: NOT_FOUND,
  examples: [
    {
      name: 'no_program',
      summary: 'A job that is no program has printed nothing',
      given: rehearsed,
      input: { id: A_JOB },
      output: { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } }
    },
    { name: 'unknown_job', summary: 'No such job', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_get', 'jobs_stream_events'],
  message: ({ id }) => `Read the output of job ${id}`,
  markdown: ({ items, next_cursor }) =>
    items.length === 0
      ? 'Nothing was printed.'
      : `\`\`\`\n${items.map(({ text }) => text.replaceAll('```', "'''")).join('\n')}\n\`\`\`${next_cursor === null ? '' : `\n\nMore: cursor \`${next_cursor}\``}`,
  handler: ({ id, after, limit, cursor }, { client, caller }) =>
    client.output(caller, id, { after, limit, ...(cursor !== undefined && { cursor }) })
})
