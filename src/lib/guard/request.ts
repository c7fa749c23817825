import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Response } from 'got'
import { OperationError } from '../../contract/errors.ts'
import type { GuardedRequest, GuardedResponse, UrlRules } from '../../contract/runtime.ts'
import { startAttempt } from '../http/attempt-log.ts'
import { toOperationError } from '../http/failures.ts'
import { freeConnection } from '../http/free-connection.ts'
import { loadGot } from '../http/got.ts'
import { limitOverhead, tooManyPieces } from '../http/overhead.ts'
import { checkedLookup, type Resolve } from './lookup.ts'
import { readTarget, type Target } from './target.ts'

/** Separate agents: they reuse no connections, keep none open, and ignore proxies in the environment. */
const AGENTS = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) }

/** Sends a request to a URL that a caller chose. Each redirect is checked like the first URL. */
export async function guardedRequest(request: GuardedRequest, allow: readonly string[], resolve: Resolve): Promise<GuardedResponse> {
  const { timeout_ms, redirects = 0, rules } = request
  const deadline = AbortSignal.timeout(timeout_ms)
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline
  let hop = request
  let from: Target | undefined
  for (let left = redirects; ; left--) {
    const target = from ? redirectTarget(from, hop.url, allow, rules) : readTarget(hop.url, allow, rules)
    const response = await send(hop, target, resolve, signal).catch(thrown => {
      throw deadline.aborted
        ? tookTooLong(target, timeout_ms)
        : toOperationError(thrown, { title: target.url.host, secrets: [] }, { reads: isRead(hop) })
    })
    const next = redirects > 0 ? nextUrl(response) : undefined
    if (next === undefined) return { ...response, redirects: redirects - left }
    if (left === 0) throw tooManyRedirects(target, redirects)
    hop = redirected(hop, target.url, next)
    from = target
  }
}

async function send(
  { method = 'GET', headers = {}, body, max_bytes, rules, cookies }: GuardedRequest,
  target: Target,
  resolve: Resolve,
  signal: AbortSignal
): Promise<Omit<GuardedResponse, 'redirects'>> {
  const ended = startAttempt(method, target.url.href, ANY_PATH)
  const stream = loadGot().default.stream(target.url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(cookies && { cookieJar: cookies, ignoreInvalidCookies: true }),
    agent: AGENTS,
    dnsLookup: checkedLookup(target, rules, resolve),
    followRedirect: false,
    throwHttpErrors: false,
    signal
  })
  const chunks = collector(max_bytes)
  freeConnection(stream)
  limitOverhead(stream, chunks.size, tooManyPieces(target.url.host))
  const { promise, resolve: arrived, reject } = Promise.withResolvers<Response>()
  stream.once('response', arrived).on('error', reject)
  try {
    const { statusCode: status, headers: responseHeaders } = await promise
    const body = await chunks.readFrom(stream)
    ended(status)
    return { url: target.url.href, status, headers: responseHeaders, ...body }
  } catch (error) {
    ended(null)
    throw error
  }
}

/** The caller chose the whole path, so the record shows none of it. */
const ANY_PATH = '*'

/** Collects a body. Stops reading at the limit, so that neither a long nor a compressed body fills the memory. */
function collector(max: number) {
  const chunks: Buffer[] = []
  let size = 0
  return {
    size: () => size,
    async readFrom(stream: AsyncIterable<Buffer>): Promise<Pick<GuardedResponse, 'body' | 'truncated'>> {
      for await (const chunk of stream) {
        chunks.push(chunk)
        size += chunk.length
        if (size > max) break
      }
      return { body: Buffer.concat(chunks).subarray(0, max), truncated: size > max }
    }
  }
}

function nextUrl({ status, headers: { location }, url }: Omit<GuardedResponse, 'redirects'>): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || typeof location !== 'string') return undefined
  return URL.parse(location, url)?.href ?? location
}

/** Headers that contain nothing meant for another host. */
const FOR_ANYBODY = new Set(['accept', 'accept-language', 'user-agent'])

/** Returns the redirected request, without headers that were meant for the first host. */
function redirected({ headers = {}, ...request }: GuardedRequest, from: URL, next: string): GuardedRequest {
  const stays = URL.parse(next)?.origin === from.origin
  const kept = Object.entries(headers).filter(([name]) => stays || FOR_ANYBODY.has(name.toLowerCase()))
  return { ...request, url: next, headers: Object.fromEntries(kept) }
}

/** A forbidden redirect target is an error of the site, not of the caller. */
function redirectTarget({ url: { host } }: Target, next: string, allow: readonly string[], rules: UrlRules): Target {
  try {
    return readTarget(next, allow, rules)
  } catch (error) {
    if (!(error instanceof OperationError) || error.reason !== 'invalid_field_value') throw error
    const [issue] = error.details.issues ?? []
    throw new OperationError('cannot_be_honoured', `${host} redirects to an address that ${issue?.message}.`, {
      source: 'upstream',
      outcome: 'not_executed'
    })
  }
}

const isRead = ({ method }: GuardedRequest): boolean => method !== 'POST'

const tookTooLong = ({ url }: Target, limit: number): OperationError =>
  new OperationError('network_timeout', `${url.host} did not respond within ${limit / 1000} s.`, { source: 'upstream', outcome: 'unknown' })

const tooManyRedirects = ({ url }: Target, max: number): OperationError =>
  new OperationError('server_error', `${url.host} redirected more than ${max} times.`, { source: 'upstream', retryable: false })
