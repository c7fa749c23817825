import { Type } from 'typebox'
import { ITEM_OUTCOMES, JobItem } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { jobItemsMarkdown } from '../../../contract/render-job.ts'
import { listOf, words } from '../../../contract/schema.ts'
import { A_JOB, NO_JOB, rehearsed } from '../examples.ts'
import { jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'list_items',
  core: true,
  summary: 'Tell what became of each item of a job',
  description:
    'Answers the items of a job in its order, each with its outcome and, where it failed, why. Use it with outcome failed or unknown to see what needs a second look; do not use it to follow a job: get answers its counts, and the failures put together. While a job runs, items without an outcome are pending. Items are kept for 7 days after the end of their job.',
  permission: 'read',
  http: 'GET /:id/items',
  list: true,
  input: Type.Object({
    id: jobId,
    outcome: Type.Optional(words(ITEM_OUTCOMES, { description: 'Only items that ended so. Absent: all, those without an outcome too' }))
  }),
  output: listOf(JobItem, {}),
  errors: NOT_FOUND,
  examples: [
    {
      name: 'dry_run',
      summary: 'The one item of a dry run',
      given: rehearsed,
      input: { id: A_JOB },
      output: {
        items: [
          {
            index: 0,
            item_id: 'notes/2026-12/note-30.txt',
            display_name: 'notes/2026-12/note-30.txt',
            outcome: 'not_attempted',
            success: false,
            error: null
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'no_failures',
      summary: 'None of its items failed',
      given: rehearsed,
      input: { id: A_JOB, outcome: 'failed' },
      output: { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } }
    },
    { name: 'unknown_job', summary: 'No such job', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_get'],
  message: ({ id, outcome }) => `List the ${outcome ? `${outcome} ` : ''}items of job ${id}`,
  markdown: jobItemsMarkdown,
  handler: ({ id, ...filter }, { client, caller }) => client.items(caller, id, filter)
})
