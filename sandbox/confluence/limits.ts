export interface Limits {
  /** Requests per minute. */
  requests: number
}

/** Counts requests per minute, with the headers of the deployment. */
export function createLimits(mode: 'cloud' | 'datacenter', { requests }: Limits) {
  let begun = Date.now()
  let used = 0
  return function admit(): { headers: Record<string, string>; refused: boolean } {
    if (Date.now() - begun >= 60_000) {
      begun = Date.now()
      used = 0
    }
    used++
    const refused = used > requests
    const seconds = Math.ceil((begun + 60_000 - Date.now()) / 1000)
    const counted = { 'x-ratelimit-limit': String(requests), 'x-ratelimit-remaining': String(Math.max(0, requests - used)) }
    if (mode === 'cloud') {
      const reset = `${new Date(begun + 60_000).toISOString().slice(0, 16)}Z`
      return { headers: { ...counted, 'x-ratelimit-reset': reset, ...(refused && { 'retry-after': String(seconds) }) }, refused }
    }
    const rest = { 'x-ratelimit-interval-seconds': '60', 'x-ratelimit-fillrate': String(requests) }
    // Data Center sends 0 with every response while requests remain.
    return { headers: { ...counted, ...rest, 'retry-after': refused ? String(seconds) : '0' }, refused }
  }
}
