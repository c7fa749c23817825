/** Whether a worker may take it that a job is still its own. */
export interface Hold {
  /** Does a step that is refused where the job is another's. */
  confirm: <T>(step: () => Promise<T>) => Promise<T>
  isSure: () => boolean
}

/**
 * Nobody takes a job over within its lock. A worker that was frozen, or cut off from Redis, for half of it since the job was known to be its own
 * begins nothing that must not be done twice, until another step has told it so again.
 */
export function createHold(lockMs: number): Hold {
  let knownAt = performance.now()
  return {
    async confirm(step) {
      const askedAt = performance.now()
      const answer = await step()
      knownAt = askedAt
      return answer
    },
    isSure: () => performance.now() - knownAt < lockMs / 2
  }
}
