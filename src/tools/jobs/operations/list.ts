import { Type } from 'typebox'
import { COUNTED_OUTCOMES, JOB_KINDS, JOB_STATUSES, Job } from '../../../contract/job.ts'
import { jobsMarkdown } from '../../../contract/job-markdown.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../contract/schema.ts'
import { jobs } from '../tool.ts'

const time = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: `${description}. ISO 8601` }))

export default defineOperation(jobs, {
  name: 'list',
  core: true,
  summary: 'List jobs, newest first',
  description:
    'Returns the jobs that this key created, or all jobs for a key with the scope * and no constraints, newest first. Use it to find a job whose ID you do not have, or all jobs that wait for something. Continue while next_cursor is present, even after a short or empty page: with a filter that few jobs match, each page checks 2,000 jobs. To follow one job, use jobs_get. Jobs are kept for 30 days after their end.',
  permission: 'read',
  http: 'GET /',
  list: true,
  input: Type.Object({
    status: Type.Optional(
      Type.Array(stringEnum(JOB_STATUSES, { description: 'A status' }), {
        minItems: 1,
        maxItems: JOB_STATUSES.length,
        description: 'Only jobs with one of these statuses. Default: all'
      })
    ),
    operation: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Only jobs that this operation created, such as filesystem_bulk_replace_in_files. Default: all'
      })
    ),
    system: Type.Optional(Type.String({ maxLength: 64, description: 'Only jobs of this system, such as filesystem. Default: all' })),
    kind: Type.Optional(stringEnum(JOB_KINDS, { description: 'Only jobs of this kind. Default: all' })),
    outcome: Type.Optional(
      Type.Array(stringEnum(COUNTED_OUTCOMES, {}), {
        minItems: 1,
        maxItems: COUNTED_OUTCOMES.length,
        description:
          'Only jobs with an item that has one of these outcomes, such as failed. A completed job may have failed items. Default: all'
      })
    ),
    query: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Only jobs whose ID, operation or message contains all these words, ignoring case. Default: all'
      })
    ),
    parent_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only jobs created from this job by retry, undo or reconcile. Default: all' })
    ),
    created_after: time('Only jobs created at or after this time. Default: no lower bound'),
    created_before: time('Only jobs created before this time. Default: no upper bound')
  }),
  output: listOf(Job, {}),
  errors: {},
  examples: [
    {
      name: 'none_of_this_operation',
      summary: 'No matching jobs',
      input: { operation: 'filesystem_bulk_unheard_of' },
      output: { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } }
    },
    { name: 'bad_cursor', summary: 'An invalid cursor', input: { cursor: 'second' }, error: { reason: 'invalid_field_value' } }
  ],
  see_also: ['jobs_get'],
  asked_as: {
    en: [
      'which bulk jobs are running',
      'my background tasks',
      'what batches did I start today',
      'recent jobs',
      'what is going on in the background',
      'did I start any jobs',
      'show past bulk runs',
      'what batch tasks are running',
      'did someone start a bulk change',
      'my jobs of today',
      "what's running in the background",
      'do I have jobs that are still running',
      'which batches did I start'
    ],
    de: ['welche Aufträge laufen gerade'],
    es: ['qué trabajos están en curso'],
    fr: ['quelles tâches sont en cours'],
    ja: ['実行中のジョブ一覧'],
    pl: ['jakie zadania są uruchomione']
  },
  message: ({ status, operation }) => `List jobs${status ? ` that are ${status.join(' or ')}` : ''}${operation ? ` of ${operation}` : ''}`,
  markdown: jobsMarkdown,
  handler: (filter, { jobs, caller }) => jobs.list(caller, filter)
})
