import { type Static, Type } from 'typebox'
import { JobLine } from './job-output.ts'
import { JOB_STATUSES, Job } from './jobs.ts'
import { nullable, words } from './schema.ts'

const { revision, status, reason, error, waiting_until, progress } = Job.properties

/** What an event tells of a job: where it stands then. */
export const JobNews = Type.Object(
  { revision, status, reason, error, waiting_until, progress },
  { $id: 'JobNews', description: 'Data of the events state and progress: where the job stands then' }
)
export type JobNews = Static<typeof JobNews>

export const JobSnapshot = Type.Object(
  {
    ...JobNews.properties,
    reset: Type.Boolean({ description: 'true: the events after the id that was given are no longer kept; go on from here' })
  },
  { $id: 'JobSnapshot', description: 'Data of the event snapshot: where the job stands now' }
)

export const JobOutput = Type.Object(
  { lines: Type.Array(JobLine, { description: 'The lines that came since the last such event' }) },
  { $id: 'JobOutput', description: 'Data of the event output: what the program of the job printed' }
)

export const JobEnd = Type.Object(
  {
    status: nullable(words(JOB_STATUSES, {}), { description: 'How it ended; null where the job is no longer kept' })
  },
  { $id: 'JobEnd', description: 'Data of the event end: nothing more will come' }
)

/** `silence`: nothing happened for a while. */
export type JobEvent =
  | { event: 'snapshot'; id: string; data: Static<typeof JobSnapshot> }
  | { event: 'state' | 'progress'; id: string; data: JobNews }
  | { event: 'output'; id: string; data: Static<typeof JobOutput> }
  | { event: 'end'; data: Static<typeof JobEnd> }
  | { event: 'silence' }
