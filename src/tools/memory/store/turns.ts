import { createFairPool } from '../../../lib/fair-pool.ts'
import { failure } from '../graph/failures.ts'
import type { Ask, Asked } from './perform.ts'

/** How much is under way at once, and of one graph. */
export type Places = Readonly<Record<Asked['kind'], { most: number; each: number }>>

/** More are refused: whoever asks would wait longer than for an answer that is of use. */
const MOST_WAITING = 1000
const MOST_WAITING_EACH = 500

const NEVER = new AbortController().signal

/** Lets each graph have its turn: no key takes all of a database, and writes keep no read out. What nobody waits for any more is not begun. */
export function inTurns(ask: Ask, places: Places): Ask {
  const waiting = { most: MOST_WAITING, each: MOST_WAITING_EACH, refuse: crowded }
  const pools = { read: createFairPool({ ...places.read, waiting }), write: createFairPool({ ...places.write, waiting }) }
  return (asked, signal = NEVER) => pools[asked.kind].run(asked.namespace, signal, () => ask(asked, signal))
}

const crowded = () =>
  failure('busy', 'As many calls of the memory graph as may are waiting already. Nothing was done; try again.', { retry_after_ms: 1000 })
