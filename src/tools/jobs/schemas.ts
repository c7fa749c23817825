import { Type } from 'typebox'

/** A plain string: an ID of another form is reported as a job that does not exist. */
export const jobId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'ID of the job, as returned by the operation that created it'
})

export const NOT_FOUND = {
  job_not_found: 'The job does not exist, or another key created it',
  job_expired: 'The job was deleted, or ended too long ago'
}

export const ILLEGAL = { illegal_transition: 'The state of the job does not allow this; details.current contains the state' }

/** Errors of creating a follow-up job. */
export const FOLLOW_UP = {
  ...ILLEGAL,
  nothing_to_do: 'The job has no items for this: it was a dry run, ended before its items were listed, or no item has the needed outcome',
  follow_up_exists: 'Another follow-up job has some of these items; details.job_id is its ID'
}
