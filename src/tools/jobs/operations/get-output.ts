import { Type } from 'typebox'
import { JobLine } from '../../../contract/job-events.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf } from '../../../contract/schema.ts'
import { A_JOB, NO_JOB, rehearsed } from '../examples.ts'
import { jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'get_output',
  summary: "Get the output of a job's program",
  description:
    'Returns the lines that the program of a job has printed so far, on stdout and stderr, in order. Use it for jobs of kind process, such as those that gcloud_start creates; other jobs have no output: use jobs_list_items for the outcomes of their items. To follow a job while it runs, pass the number of the last line you have as after; or use jobs_stream_events, which sends each line as it is printed. Up to 10 MB is kept, for 7 days after the end of the job.',
  permission: 'read',
  http: 'GET /:id/output',
  list: true,
  input: Type.Object({
    id: jobId,
    after: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      default: 0,
      description: 'Number of the last line you have. Default 0: from the first line'
    })
  }),
  output: listOf(JobLine, {}),
  errors: NOT_FOUND,
  examples: [
    {
      name: 'no_program',
      summary: 'A job without a program has no output',
      given: rehearsed,
      input: { id: A_JOB },
      output: { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } }
    },
    { name: 'unknown_job', summary: 'A job that does not exist', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_get', 'jobs_stream_events'],
  asked_as: {
    en: [
      'what has the background command printed so far',
      'console output of a long gcloud job',
      'stdout of the started program',
      'what does the program in the background print',
      'show the terminal output of the job',
      'the whole output of the run',
      'the end of the cut output',
      'what did the command in the background write',
      'what has the long command printed',
      'read the terminal of the background job',
      'log of the gcloud job in the background'
    ]
  },
  message: ({ id }) => `Get the output of job ${id}`,
  markdown: ({ items, next_cursor }) =>
    items.length === 0
      ? 'Nothing was printed.'
      : `\`\`\`\n${items.map(({ text }) => text.replaceAll('```', "'''")).join('\n')}\n\`\`\`${next_cursor === null ? '' : `\n\nMore: cursor \`${next_cursor}\``}`,
  handler: ({ id, after, limit, cursor }, { jobs, caller }) =>
    jobs.output(caller, id, { after, limit, ...(cursor !== undefined && { cursor }) })
})
