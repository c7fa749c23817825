import type { Turn } from './context.ts'
import { heeded } from './grace.ts'
import { startLimit } from './limit.ts'

/** Lets an adapter do something of the listing, for as long as a listing call may take. */
export type Within = <T>(work: (call: ReturnType<Turn['call']>) => Promise<T>) => Promise<T>

export function withinTime({ call, signal, settings }: Turn): Within {
  const { list_timeout_ms, abort_grace_ms } = settings
  return async work => {
    const limit = startLimit(signal, list_timeout_ms)
    try {
      return await heeded(limit.signal, abort_grace_ms, 'its list of items', () => work(call(limit.signal)))
    } finally {
      limit.stop()
    }
  }
}
