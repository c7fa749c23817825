import { Type } from 'typebox'
import { EVENTS, lastEventId, linkToEvents, sseOf } from '../../../contract/event-stream.ts'
import { JobEnd, JobNews, JobOutput, JobSnapshot } from '../../../contract/job-events.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { stream } from '../../../contract/stream.ts'
import { A_JOB, NO_JOB, rehearsed } from '../examples.ts'
import { jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'stream_events',
  summary: 'Watch a job as server-sent events',
  description:
    'Sends the events of a job as they happen: first snapshot, the current state; then state at every change of status, progress at most four times a second, and output when the program of the job prints lines; finally end, after which the stream closes. Use it in a program or a page that shows a job; to wait for a job in a conversation, use jobs_get with wait. Every event except end has an ID: after a disconnect, send the last ID as Last-Event-ID, and no event is lost or repeated. If the events since then are no longer kept (about the last 1,000 are), a snapshot with reset true comes first.',
  permission: 'read',
  http: 'GET /:id/events',
  timeout_ms: 60_000,
  input: Type.Object({
    id: jobId,
    last_event_id: lastEventId
  }),
  output: stream([EVENTS], {
    endless: true,
    parts: { snapshot: JobSnapshot, state: JobNews, progress: JobNews, output: JobOutput, end: JobEnd }
  }),
  errors: NOT_FOUND,
  examples: [
    {
      name: 'link',
      summary: 'The URL of the events, for a client that cannot receive them',
      given: rehearsed,
      input: { id: A_JOB },
      output: linkToEvents(`/v1/jobs/${A_JOB}/events`)
    },
    { name: 'unknown_job', summary: 'A job that does not exist', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_get'],
  asked_as: {
    en: [
      'follow the bulk job live',
      'get updates as the batch runs',
      'live progress of a background job',
      'watch the batch as it runs',
      'tell me as soon as something happens in the job',
      'keep me posted while the job runs',
      "watch the job until it's done",
      'notify me of each step of the job',
      'show the progress of the job live',
      'let me follow the batch',
      "I want to see the job's progress in real time"
    ]
  },
  message: ({ id }) => `Watch job ${id}`,
  async handler({ id, last_event_id }, { jobs, caller, signal }) {
    const events = await jobs.events(caller, id, { signal, ...(last_event_id !== undefined && { after: last_event_id }) })
    return { body: sseOf(events), media_type: EVENTS }
  }
})
