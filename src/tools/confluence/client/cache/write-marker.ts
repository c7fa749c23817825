import { randomUUID } from 'node:crypto'
import type { SharedStore } from '../../../../contract/runtime.ts'
import { withTimeout } from '../../../../lib/timeout.ts'

/** A marker that informs all processes of an instance of writes. */
export interface WriteMarker {
  /** Returns a text that changes after each write of any process; undefined while it cannot be read. */
  read: () => Promise<string | undefined>
  /** Changes the marker after a write. If Redis is slow, the change is repeated later; until then, other processes may return cached values. */
  change: () => Promise<void>
}

const NAME = 'written'
/** Longer than the lifetime of any cached value. */
const AGE_MS = 3_600_000
/** Maximum wait for Redis: the request that the cache saves takes about as long. */
const PATIENCE_MS = 250
/** Pause before a failed change is repeated. */
const PAUSE_MS = 1000

export function createWriteMarker(shared: SharedStore): WriteMarker {
  let isPending = false
  async function renew(): Promise<string> {
    const mark = randomUUID()
    await shared.set(NAME, mark, AGE_MS)
    return mark
  }
  async function change(): Promise<void> {
    isPending = false
    try {
      await renew()
    } catch (error) {
      isPending = true
      setTimeout(retry, PAUSE_MS).unref()
      throw error
    }
  }
  function retry(): void {
    if (isPending) change().catch(() => undefined)
  }
  return {
    async read() {
      try {
        if (isPending) await withTimeout(change(), PATIENCE_MS)
        // A marker that Redis lost must not be confused with one that was never set.
        return (await withTimeout(shared.get(NAME), PATIENCE_MS)) ?? (await withTimeout(renew(), PATIENCE_MS))
      } catch {
        return undefined
      }
    },
    change: () => withTimeout(change(), PATIENCE_MS).catch(() => undefined)
  }
}
