import { type Static, Type } from 'typebox'
import { Job } from './jobs.ts'
import { EVENT_MEANINGS, EVENTS } from './notifications.ts'
import { words } from './schema.ts'

/** The body of a webhook. What it says of the job is what was true at the event, however late it comes. */
export const JobEvent = Type.Object(
  {
    type: words(EVENTS, { description: EVENTS.map(event => `${event}: ${EVENT_MEANINGS[event]}`).join('. ') }),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened' }),
    data: Type.Object(
      {
        sequence: Type.Integer({ minimum: 1, description: 'Counts the events of this job: a lower one is older news' }),
        job: Type.Omit(Job, ['confirm_token', 'notifications', 'poll_after_ms', 'warnings'])
      },
      { description: 'The job; its preview comes without sample, warnings and metadata, which links.self has' }
    )
  },
  { $id: 'JobEvent', description: 'Something that happened to a job' }
)
export type JobEvent = Static<typeof JobEvent>
