import { Type } from 'typebox'
import { JobHistory } from '../../../contract/job-events.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { A_JOB, NO_JOB, rehearsed } from '../examples.ts'
import { jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

const none = { done: 0, succeeded: 0, skipped: 0, failed: 0, unknown: 0 }
const first = { at: '2026-11-21T22:00:00.000Z', ...none }
const last = { at: '2026-11-21T22:00:00.045Z', ...none }

export default defineOperation(jobs, {
  name: 'get_history',
  summary: 'Get the history of a job',
  description:
    'Returns every status change of a job since it was created, each with its time and reason, and samples of the progress over time. Use it to find out when and why a job waited or paused, or to plot its progress. To follow a job, use jobs_get with wait, or jobs_stream_events; for the outcome of each item, use jobs_list_items. The history is kept as long as the job.',
  permission: 'read',
  http: 'GET /:id/history',
  input: Type.Object({ id: jobId }),
  output: JobHistory,
  errors: NOT_FOUND,
  examples: [
    {
      name: 'dry_run',
      summary: 'A dry run: it listed its item, then ended',
      given: rehearsed,
      input: { id: A_JOB },
      output: {
        events: [
          { ...first, status: 'snapshotting', reason: null, error: null, waiting_until: null },
          { ...last, status: 'completed', reason: null, error: null, waiting_until: null }
        ],
        samples: [first, last]
      }
    },
    { name: 'unknown_job', summary: 'A job that does not exist', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_get', 'jobs_stream_events'],
  asked_as: {
    en: [
      'what happened to the batch over time',
      'who paused the bulk operation',
      'when did the batch start and stop',
      'event log of a background job',
      'when did the job start and stop',
      'what happened to the batch',
      'when was the job paused and by whom',
      'who started and stopped the job',
      'what has been done with the job so far',
      'timeline of the batch',
      'who confirmed the bulk job',
      'every state the job was in'
    ]
  },
  message: ({ id }) => `Get the history of job ${id}`,
  handler: ({ id }, { jobs, caller }) => jobs.history(caller, id)
})
