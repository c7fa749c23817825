import { AsyncLocalStorage } from 'node:async_hooks'

// A write whose key was revoked sends nothing more, but what it has sent may finish: it has a second signal for its waits, besides that of its requests.
const stops = new AsyncLocalStorage<AbortSignal>()

/** Runs work, whose waits before a request end when the signal aborts. */
export const withStopSignal = <T>(stop: AbortSignal, work: () => Promise<T>): Promise<T> => stops.run(stop, work)

/** Returns the signal for a wait before a request that has this signal. */
export function signalForWait(signal: AbortSignal): AbortSignal {
  const stop = stops.getStore()
  return stop ? AbortSignal.any([signal, stop]) : signal
}
