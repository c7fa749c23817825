export interface Limits {
  /** Requests per minute. Default: no limit and no rate-limit headers, as on a self-managed server. */
  requests?: number
}

export function createLimits({ requests }: Limits) {
  let begun = Date.now()
  let used = 0
  return (): { headers: Record<string, string>; refused: boolean } => {
    if (requests === undefined) return { headers: {}, refused: false }
    if (Date.now() - begun >= 60_000) [begun, used] = [Date.now(), 0]
    used++
    const refused = used > requests
    const ends = new Date(begun + 60_000)
    const headers = {
      'ratelimit-limit': String(requests),
      'ratelimit-name': 'throttle_authenticated_api',
      'ratelimit-observed': String(used),
      'ratelimit-remaining': String(Math.max(0, requests - used)),
      'ratelimit-reset': String(Math.ceil(ends.getTime() / 1000))
    }
    const wait = { 'retry-after': String(Math.ceil((ends.getTime() - Date.now()) / 1000)), 'ratelimit-resettime': ends.toUTCString() }
    return { headers: refused ? { ...headers, ...wait } : headers, refused }
  }
}
