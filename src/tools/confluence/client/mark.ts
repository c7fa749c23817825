import { randomUUID } from 'node:crypto'
import type { Shared } from '../../../contract/lent.ts'
import { inTime } from '../../../lib/in-time.ts'

/** Tells the processes of an instance that one of them has written. */
export interface Mark {
  /** Another text after each write, of whichever process; undefined while nobody can tell. */
  read: () => Promise<string | undefined>
  /** After a write. Where Redis is slower than our patience it is told of later: until then another process may answer what it kept of before. */
  change: () => Promise<void>
}

const NAME = 'written'
/** Longer than anything is kept in a cache. */
const AGE_MS = 3_600_000
/** Longer it is not waited for: what it saves is a request that takes about so long. */
const PATIENCE_MS = 250
/** A write that could not be told of is told of later. */
const PAUSE_MS = 1000

export function createMark(shared: Shared): Mark {
  let isOwed = false
  async function renew(): Promise<string> {
    const mark = randomUUID()
    await shared.set(NAME, mark, AGE_MS)
    return mark
  }
  async function change(): Promise<void> {
    isOwed = false
    try {
      await renew()
    } catch (error) {
      isOwed = true
      setTimeout(pay, PAUSE_MS).unref()
      throw error
    }
  }
  function pay(): void {
    if (isOwed) change().catch(() => undefined)
  }
  return {
    async read() {
      try {
        if (isOwed) await inTime(change(), PATIENCE_MS)
        // A Redis that has lost the mark must not be taken for one that never had it.
        return (await inTime(shared.get(NAME), PATIENCE_MS)) ?? (await inTime(renew(), PATIENCE_MS))
      } catch {
        return undefined
      }
    },
    change: () => inTime(change(), PATIENCE_MS).catch(() => undefined)
  }
}
