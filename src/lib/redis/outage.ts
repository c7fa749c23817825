import type { Log } from '../../contract/runtime.ts'

/** Time without requests to Redis after a failure. */
const PAUSE_MS = 1_000

/** Whether Redis failed recently. */
interface Outage {
  isOn: () => boolean
  /** A request failed. */
  begin: (err: unknown) => void
  /** A request succeeded. */
  end: () => void
}

/** Tracks outages of Redis for work that continues without it, and logs each once. */
export function watchOutage(log: Log, message: string, facts: object = {}): Outage {
  let until = 0
  let isLogged = false
  return {
    isOn: () => performance.now() < until,
    begin(err) {
      until = performance.now() + PAUSE_MS
      if (!isLogged) log.warn({ ...facts, err }, message)
      isLogged = true
    },
    end() {
      isLogged = false
    }
  }
}
