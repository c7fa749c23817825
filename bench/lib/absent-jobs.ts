import { OperationError } from '../../src/contract/errors.ts'
import type { Jobs } from '../../src/contract/jobs.ts'

const absent = async (): Promise<never> => {
  throw new OperationError('redis_unavailable', 'No jobs in this measurement.')
}

/** Jobs for benchmarks that create none. */
export const absentJobs: Jobs = {
  create: absent,
  get: absent,
  list: absent,
  confirm: absent,
  pause: absent,
  resume: absent,
  cancel: absent,
  retry: absent,
  undo: absent,
  reconcile: absent,
  delete: absent,
  items: absent,
  results: absent,
  output: absent,
  events: absent,
  history: absent
}
