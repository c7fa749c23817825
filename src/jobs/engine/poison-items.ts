import { OperationError } from '../../contract/errors.ts'
import { NO_POISON_SEARCH, type PoisonSearch } from '../model/job-record.ts'

const MAX_DOUBLINGS = 8

/**
 * Isolates items that make their call fail every time: one such item would block an idempotent job forever. After as many attempts at the same
 * position as the job retries, the items of that call are executed one by one, and an item that fails as often is given up. If the job retries
 * nothing, all items of the call are given up.
 */
export function createPoisonItems(initial: PoisonSearch, retries: number) {
  const maxAttempts = retries + 1
  let before = initial
  let now = initial
  let hasFailed = false

  function countFailure(indexes: number[], attempts: number): boolean {
    if (retries === 0) return true
    const at = Math.min(...indexes)
    if (hasFailed && at > now.at) return false // concurrent calls that fail count once, at the lowest position
    hasFailed = true
    const strikes = (at === before.at ? before.strikes : 0) + attempts
    now = { ...now, at, strikes }
    const isAlone = indexes.length === 1
    if (strikes < maxAttempts * 2 ** (isAlone ? Math.min(now.culprits, MAX_DOUBLINGS) : 0)) return false
    now = isAlone
      ? { ...NO_POISON_SEARCH, culprits: now.culprits + 1, until: now.until }
      : { ...now, strikes: 0, until: Math.max(...indexes) + 1 }
    if (isAlone) {
      before = now
      hasFailed = false
    }
    return isAlone
  }

  return {
    state: (): PoisonSearch => now,
    oneByOne: () => now.until > 0,
    /** An item was done, so the system works. */
    clear: () => {
      if (now.culprits > 0) now = { ...now, culprits: 0 }
    },
    /** An item is started. Beyond the suspected items, calls have their usual size again. */
    start: (index: number) => {
      if (now.until > 0 && index >= now.until) now = { ...now, until: 0 }
    },
    /** A call failed after this many attempts, with these items left. Returns whether they are to be given up. */
    shouldGiveUp: (error: unknown, indexes: number[], attempts: number): boolean =>
      canBeCausedByItem(error) && indexes.length > 0 && countFailure(indexes, attempts)
  }
}

/** No item can cause a refused credential or connection. */
const canBeCausedByItem = (error: unknown): boolean =>
  error instanceof OperationError && (error.code === 'UPSTREAM_SERVER_ERROR' || error.code === 'TIMEOUT_ERROR')
