import { type Static, Type } from 'typebox'
import { type CircuitSettings, CIRCUIT_DEFAULTS as DEFAULT } from '../lib/circuit/settings.ts'

const whole = (minimum: number, maximum: number, description: string) => Type.Optional(Type.Integer({ minimum, maximum, description }))

/** The section `circuit_breaker` of the config file. Read at startup. */
export const CircuitBreakerConfig = Type.Object(
  {
    failure_percent: whole(
      0,
      100,
      `percentage of failed requests (5xx or no response) to an instance at which no more are sent, 0 to 100; 0: never; default ${DEFAULT.failure_percent}`
    ),
    min_requests: whole(
      1,
      100_000,
      `minimum number of requests before the percentage applies, 1 to 100000; default ${DEFAULT.min_requests}`
    ),
    window_seconds: whole(1, 3_600, `seconds in which requests are counted, 1 to 3600; default ${DEFAULT.window_ms / 1000}`),
    open_seconds: whole(
      1,
      3_600,
      `seconds until one request checks whether the instance has recovered, 1 to 3600; default ${DEFAULT.open_ms / 1000}`
    )
  },
  { additionalProperties: false, description: 'when calls to an instance that keeps failing are refused, such as failure_percent' }
)

/** Returns the settings of circuit breakers. Settings that are not in the config file have their default. */
export function circuitSettings(given: Static<typeof CircuitBreakerConfig> = {}): CircuitSettings {
  const { failure_percent = DEFAULT.failure_percent, min_requests = DEFAULT.min_requests } = given
  const { window_seconds = DEFAULT.window_ms / 1000, open_seconds = DEFAULT.open_ms / 1000 } = given
  return { failure_percent, min_requests, window_ms: window_seconds * 1000, open_ms: open_seconds * 1000 }
}
