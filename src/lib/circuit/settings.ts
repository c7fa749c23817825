/** When a circuit opens, and for how long. */
export interface CircuitSettings {
  /** Percentage of failed requests in the window from which it opens; 0: never. */
  failure_percent: number
  /** Number of requests in the window from which the percentage counts. */
  min_requests: number
  window_ms: number
  /** Time until one request is sent to check whether the upstream has recovered. */
  open_ms: number
}

export const CIRCUIT_DEFAULTS: CircuitSettings = { failure_percent: 50, min_requests: 20, window_ms: 30_000, open_ms: 15_000 }
