/** Whether a worker can be sure that a job is still its own. */
export interface Lease {
  /** Runs a step that is refused if another worker has claimed the job. */
  confirm: <T>(step: () => Promise<T>) => Promise<T>
  isSure: () => boolean
}

/**
 * No worker takes a job over within its lock. A worker that was frozen, or cut off from Redis, for half of the lock since its last confirmed step
 * starts nothing that must not be done twice until another step succeeds.
 */
export function createLease(lockMs: number): Lease {
  let confirmedAt = performance.now()
  return {
    async confirm(step) {
      const startedAt = performance.now()
      const result = await step()
      confirmedAt = startedAt
      return result
    },
    isSure: () => performance.now() - confirmedAt < lockMs / 2
  }
}
