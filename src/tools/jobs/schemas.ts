import { Type } from 'typebox'

/** Not the pattern of an id: an id of another form is a job that does not exist. */
export const jobId = Type.String({ minLength: 1, maxLength: 64, description: 'Id of the job, as the operation that made it answered it' })

export const NOT_FOUND = {
  job_not_found: 'No job of that id exists, or another key made it',
  job_expired: 'The job ended so long ago that it is no longer kept'
}

export const ILLEGAL = { illegal_transition: 'The job is in a state that does not allow it; details.current says in which' }

/** How making a job from another can fail. */
export const FOLLOW_UP = {
  ...ILLEGAL,
  nothing_to_do: 'The job has no such items: it was a dry run, ended before they were listed, or none ended so',
  follow_up_exists: 'Another job made from this one has some of these items; details.job_id says which'
}
