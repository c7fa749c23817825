import type { Job, JobStatus } from './jobs.ts'

/** Which jobs of a list: those that fit all that is given. */
export interface JobFilter {
  /** Any of these. */
  status?: readonly JobStatus[]
  operation?: string
  /** Name of the system that the operation belongs to. */
  system?: string
  kind?: Job['kind']
  parent_id?: string
  /** ISO 8601: made then or later. */
  created_after?: string
  /** ISO 8601: made earlier. */
  created_before?: string
  limit: number
  cursor?: string
}
