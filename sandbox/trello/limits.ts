/** Rate limits of credentials per window. */
export interface Limits {
  token: number
  key: number
  interval_ms: number
  /** After this many refusals of one key in a window, all its requests are refused for the rest of the window. */
  refusals: number
}

/** The limits that Trello publishes. */
export const PUBLISHED: Limits = { token: 100, key: 300, interval_ms: 10_000, refusals: 200 }

interface Window {
  ends: number
  used: number
  refused: number
}

/** The rate limit headers of a response, and the refusal if a limit is exceeded. */
export interface Admission {
  headers: Record<string, string>
  refusal?: { error: string; message: string }
}

const MAX_WINDOWS = 1000

/** Counts requests per key and per token. */
export function createLimits(limits: Limits, now: () => number = Date.now) {
  const windows = new Map<string, Window>()
  const windowOf = (name: string): Window => {
    const known = windows.get(name)
    if (known && known.ends > now()) return known
    if (windows.size >= MAX_WINDOWS) windows.clear()
    const fresh = { ends: now() + limits.interval_ms, used: 0, refused: 0 }
    windows.set(name, fresh)
    return fresh
  }
  return {
    admit(key: string, token: string): Admission {
      const [ofKey, ofToken] = [windowOf(`key ${key}`), windowOf(`token ${token}`)]
      const error = exceededLimit(limits, ofKey, ofToken)
      if (error === undefined) {
        ofKey.used += 1
        ofToken.used += 1
        return { headers: headersOf(limits, ofKey, ofToken) }
      }
      ofKey.refused += 1
      return { headers: headersOf(limits, ofKey, ofToken), refusal: { error, message: 'Rate limit exceeded' } }
    }
  }
}

function exceededLimit(limits: Limits, ofKey: Window, ofToken: Window): string | undefined {
  if (ofKey.used >= limits.key || ofKey.refused > limits.refusals) return 'API_KEY_LIMIT_EXCEEDED'
  return ofToken.used >= limits.token ? 'API_TOKEN_LIMIT_EXCEEDED' : undefined
}

function headersOf({ token, key, interval_ms }: Limits, ofKey: Window, ofToken: Window): Record<string, string> {
  return {
    'x-rate-limit-api-token-interval-ms': String(interval_ms),
    'x-rate-limit-api-token-max': String(token),
    'x-rate-limit-api-token-remaining': String(token - ofToken.used),
    'x-rate-limit-api-key-interval-ms': String(interval_ms),
    'x-rate-limit-api-key-max': String(key),
    'x-rate-limit-api-key-remaining': String(key - ofKey.used)
  }
}
