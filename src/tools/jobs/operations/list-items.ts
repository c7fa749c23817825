import { Type } from 'typebox'
import { ITEM_OUTCOMES, JobItem } from '../../../contract/job.ts'
import { jobItemsMarkdown } from '../../../contract/job-markdown.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../contract/schema.ts'
import { A_JOB, NO_JOB, rehearsed } from '../examples.ts'
import { jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'list_items',
  core: true,
  summary: 'List the items of a job with their outcomes',
  description:
    'Returns the items of a job in order, each with its outcome and, if it failed, why. Use it with outcome failed or unknown to see what needs attention. To follow a job, use jobs_get, which returns the counts and the grouped failures. While a job runs, items without an outcome are pending. Items are kept for 7 days after the end of their job.',
  permission: 'read',
  http: 'GET /:id/items',
  list: true,
  input: Type.Object({
    id: jobId,
    outcome: Type.Optional(
      stringEnum(ITEM_OUTCOMES, { description: 'Only items with this outcome. Default: all, including items without an outcome' })
    ),
    offset: Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      default: 0,
      description: 'Number of matching items to skip, for a page in the middle of a large job. Ignored if cursor is set'
    })
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
      summary: 'No item has failed',
      given: rehearsed,
      input: { id: A_JOB, outcome: 'failed' },
      output: { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } }
    },
    { name: 'unknown_job', summary: 'A job that does not exist', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_get'],
  asked_as: {
    en: [
      'which items of the job failed',
      'what happened to each email in the bulk run',
      'show the errors of the batch',
      'which mails could not be changed by the job',
      'what failed in the batch and why',
      'entries that were skipped',
      'which items of the batch went wrong',
      'what is in the batch',
      'items that were skipped',
      'which mails could the job not process',
      'what failed in the batch',
      'which items are still open in the job'
    ]
  },
  message: ({ id, outcome }) => `List the ${outcome ? `${outcome} ` : ''}items of job ${id}`,
  markdown: jobItemsMarkdown,
  handler: ({ id, ...filter }, { jobs, caller }) => jobs.items(caller, id, filter)
})
