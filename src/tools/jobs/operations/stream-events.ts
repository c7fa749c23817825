import { Type } from 'typebox'
import { JobEnd, JobNews, JobOutput, JobSnapshot } from '../../../contract/job-events.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { stream } from '../../../contract/stream.ts'
import { EVENTS, sseOf } from '../events.ts'
import { A_JOB, NO_JOB, rehearsed } from '../examples.ts'
import { jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'stream_events',
  summary: 'Follow a job as server-sent events',
  description:
    'Sends what happens to a job as it happens: first snapshot, where it stands; then state at every change of status and progress at most four times a second, and output where the program of the job prints lines; at last end, and closes. Use it from a program or a page that shows a job; to wait for a job in a conversation use get with wait instead. Every event but end has an id: after a break, send the last one as Last-Event-ID, and nothing is lost or told twice. Where the events since then are no longer kept (about the last 1,000 are), a snapshot with reset true comes first.',
  permission: 'read',
  http: 'GET /:id/events',
  timeout_ms: 60_000,
  input: Type.Object({
    id: jobId,
    last_event_id: Type.Optional(
      Type.String({
        maxLength: 64,
        'x-header': 'Last-Event-ID',
        description: 'Id of the last event you have; the header Last-Event-ID says the same, and is heeded first. Absent: from now on'
      })
    )
  }),
  output: stream([EVENTS], {
    endless: true,
    parts: { snapshot: JobSnapshot, state: JobNews, progress: JobNews, output: JobOutput, end: JobEnd }
  }),
  errors: NOT_FOUND,
  examples: [
    {
      name: 'link',
      summary: 'Where the events are, for a caller who cannot be sent any',
      given: rehearsed,
      input: { id: A_JOB },
      output: {
        url: `/v1/jobs/${A_JOB}/events`,
        media_type: EVENTS,
        filename: null,
        length: null,
        content: null,
        encoding: null,
        complete: false
      }
    },
    { name: 'unknown_job', summary: 'No such job', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_get'],
  message: ({ id }) => `Follow job ${id}`,
  async handler({ id, last_event_id }, { client, caller, signal }) {
    const events = await client.events(caller, id, { signal, ...(last_event_id !== undefined && { after: last_event_id }) })
    return { body: sseOf(events), media_type: EVENTS }
  }
})
