import { OperationError } from '../contract/errors.ts'

/** What is remembered, from turn to turn, of a place where calls fail each time. */
export interface Suspicion {
  /** Lowest item of the call that failed last. */
  at: number
  /** How often in a row it failed there. */
  strikes: number
  /** Items given up since one was done: each makes it likelier that the system is down, and the next is tried twice as often. */
  culprits: number
  /** Items below this one go one by one. */
  until: number
}

export const NO_SUSPICION: Suspicion = { at: -1, strikes: 0, culprits: 0, until: 0 }

const MOST_DOUBLINGS = 8

/**
 * One item that makes its call fail, each time, would hold up an idempotent job for ever. So after as many attempts at the same place as the
 * job makes, the items of that call go one by one, and the one that fails as often is given up. Where a job retries nothing, all items of
 * the call are.
 */
export function createSuspects(remembered: Suspicion, retries: number) {
  const most = retries + 1
  let before = remembered
  let now = remembered
  let struck = false

  function strike(indexes: number[], tries: number): boolean {
    if (retries === 0) return true
    const at = Math.min(...indexes)
    if (struck && at > now.at) return false // calls that fail side by side count once, at the lowest place
    struck = true
    const strikes = (at === before.at ? before.strikes : 0) + tries
    now = { ...now, at, strikes }
    const isOne = indexes.length === 1
    if (strikes < most * 2 ** (isOne ? Math.min(now.culprits, MOST_DOUBLINGS) : 0)) return false
    now = isOne
      ? { ...NO_SUSPICION, culprits: now.culprits + 1, until: now.until }
      : { ...now, strikes: 0, until: Math.max(...indexes) + 1 }
    if (isOne) {
      before = now
      struck = false
    }
    return isOne
  }

  return {
    remember: (): Suspicion => now,
    oneByOne: () => now.until > 0,
    /** An item was done: the system is up. */
    clear: () => {
      if (now.culprits > 0) now = { ...now, culprits: 0 }
    },
    /** An item is begun; past the suspects, calls are as large as ever. */
    begin: (index: number) => {
      if (now.until > 0 && index >= now.until) now = { ...now, until: 0 }
    },
    /** A call failed, as often as it was tried, with these left; true where what is left is to be given up. */
    accuse: (error: unknown, indexes: number[], tries: number): boolean =>
      mayBeTheItem(error) && indexes.length > 0 && strike(indexes, tries)
  }
}

/** Failures that one item can cause. A refused credential or connection is no item's doing. */
const mayBeTheItem = (error: unknown): boolean =>
  error instanceof OperationError && (error.code === 'UPSTREAM_SERVER_ERROR' || error.code === 'TIMEOUT_ERROR')
