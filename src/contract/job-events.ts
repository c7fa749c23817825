import { type Static, Type } from 'typebox'
import { EVENT_MEANINGS, EVENTS, JOB_STATUSES, Job } from './job.ts'
import { nullable, stringEnum, type Total } from './schema.ts'

/** A line that the program of a job printed. */
export const JobLine = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'Number of the line in the output, from 1' }),
    stream: stringEnum(['stdout', 'stderr'], { description: 'Stream that the program wrote it to' }),
    text: Type.String({ description: 'The line, without its line break; text that looks like a secret is removed' })
  },
  { $id: 'JobLine', description: 'A line of output' }
)
export type JobLine = Static<typeof JobLine>

export interface LinesPage {
  items: JobLine[]
  next_cursor: string | null
  total: Total
}

const { revision, status, reason, error, waiting_until, progress } = Job.properties

/** State of a job at an event. */
export const JobNews = Type.Object(
  { revision, status, reason, error, waiting_until, progress },
  { $id: 'JobNews', description: 'Data of the events state and progress: state of the job at that time' }
)
export type JobNews = Static<typeof JobNews>

export const JobSnapshot = Type.Object(
  {
    ...JobNews.properties,
    reset: Type.Boolean({ description: 'true: the events after the given ID are no longer kept; continue from here' })
  },
  { $id: 'JobSnapshot', description: 'Data of the event snapshot: current state of the job' }
)

export const JobOutput = Type.Object(
  { lines: Type.Array(JobLine, { description: 'Lines since the last output event' }) },
  { $id: 'JobOutput', description: 'Data of the event output: what the program of the job printed' }
)

export const JobEnd = Type.Object(
  {
    status: nullable(stringEnum(JOB_STATUSES, {}), { description: 'Final status; null if the job is no longer kept' })
  },
  { $id: 'JobEnd', description: 'Data of the event end: no more events follow' }
)

const at = Type.String({ format: 'date-time', description: 'Time', 'x-volatile': true })
const { done, succeeded, skipped, failed, unknown } = progress.properties
const counts = { done, succeeded, skipped, failed, unknown }

export const JobHistory = Type.Object(
  {
    events: Type.Array(Type.Object({ at, status, reason, error, waiting_until, ...counts }), {
      description: 'Changes of the status and its reason, oldest first'
    }),
    samples: Type.Array(Type.Object({ at, ...counts }), {
      description: 'Number of items per outcome over time, oldest first: about one sample a second, fewer in a long-running job'
    })
  },
  { $id: 'JobHistory', description: 'What happened to a job' }
)
export type JobHistory = Static<typeof JobHistory>

/** An event of a followed job. `silence`: nothing happened for a while. */
export type JobEvent =
  | { event: 'snapshot'; id: string; data: Static<typeof JobSnapshot> }
  | { event: 'state' | 'progress'; id: string; data: JobNews }
  | { event: 'output'; id: string; data: Static<typeof JobOutput> }
  | { event: 'end'; data: Static<typeof JobEnd> }
  | { event: 'silence' }

/** The body of a webhook. It contains the job as it was at the event, however late it arrives. */
export const WebhookEvent = Type.Object(
  {
    type: stringEnum(EVENTS, { description: EVENTS.map(event => `${event}: ${EVENT_MEANINGS[event]}`).join('. ') }),
    timestamp: Type.String({ format: 'date-time', description: 'Time of the event' }),
    data: Type.Object(
      {
        sequence: Type.Integer({ minimum: 1, description: 'Number of the event within the job: a lower one is older' }),
        job: Type.Omit(Job, ['confirm_token', 'notifications', 'poll_after_ms', 'warnings'])
      },
      { description: 'The job; its preview has no sample, warnings or metadata: see links.self' }
    )
  },
  { $id: 'JobEvent', description: 'An event of a job' }
)
export type WebhookEvent = Static<typeof WebhookEvent>
