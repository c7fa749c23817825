import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Response } from 'got'
import { OperationError } from '../../contract/errors.ts'
import type { GuardedAnswer, GuardedRequest, UrlRules } from '../../contract/guard.ts'
import { toOperationError } from '../http/failures.ts'
import { loadGot } from '../http/got.ts'
import { judgedLookup, type Resolve } from './lookup.ts'
import { readTarget, type Target } from './target.ts'

/** Agents of our own: no connection that others opened is used, none is kept, and no proxy of the environment stands between. */
const AGENTS = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) }

/** Makes one request to a URL that a caller chose; each redirect is judged like the first. */
export async function guardedRequest(request: GuardedRequest, allow: readonly string[], resolve: Resolve): Promise<GuardedAnswer> {
  const { timeout_ms, redirects = 0, rules } = request
  const deadline = AbortSignal.timeout(timeout_ms)
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline
  let hop = request
  let from: Target | undefined
  for (let left = redirects; ; left--) {
    const target = from ? redirectTarget(from, hop.url, allow, rules) : readTarget(hop.url, allow, rules)
    const answer = await send(hop, target, resolve, signal).catch(thrown => {
      throw deadline.aborted
        ? tookTooLong(target, timeout_ms)
        : toOperationError(thrown, { title: target.url.host, secrets: [] }, isRead(hop))
    })
    const next = redirects > 0 ? nextUrl(answer) : undefined
    if (next === undefined) return answer
    if (left === 0) throw tooManyRedirects(target, redirects)
    hop = redirected(hop, target.url, next)
    from = target
  }
}

async function send(
  { method = 'GET', headers = {}, body, max_bytes, rules }: GuardedRequest,
  target: Target,
  resolve: Resolve,
  signal: AbortSignal
): Promise<GuardedAnswer> {
  const stream = loadGot().default.stream(target.url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    agent: AGENTS,
    dnsLookup: judgedLookup(target, rules, resolve),
    followRedirect: false,
    throwHttpErrors: false,
    signal
  })
  const { promise, resolve: arrived, reject } = Promise.withResolvers<Response>()
  stream.once('response', arrived).on('error', reject)
  const { statusCode: status, headers: answered } = await promise
  return { url: target.url.href, status, headers: answered, ...(await readUpTo(stream, max_bytes)) }
}

/** Stops reading at the limit, so that neither a long body nor one that unpacks without end fills the memory. */
async function readUpTo(stream: AsyncIterable<Buffer>, max: number): Promise<Pick<GuardedAnswer, 'body' | 'truncated'>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size > max) break
  }
  return { body: Buffer.concat(chunks).subarray(0, max), truncated: size > max }
}

function nextUrl({ status, headers: { location }, url }: GuardedAnswer): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || typeof location !== 'string') return undefined
  return URL.parse(location, url)?.href ?? location
}

/** These tell a host nothing that was meant for another. */
const FOR_ANYBODY = new Set(['accept', 'accept-language', 'user-agent'])

/** The further request, without what was meant for the first host only. */
function redirected({ headers = {}, ...request }: GuardedRequest, from: URL, next: string): GuardedRequest {
  const stays = URL.parse(next)?.origin === from.origin
  const kept = Object.entries(headers).filter(([name]) => stays || FOR_ANYBODY.has(name.toLowerCase()))
  return { ...request, url: next, headers: Object.fromEntries(kept) }
}

/** What is wrong with the address is the doing of the site that leads there, and not of the caller. */
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
  new OperationError('network_timeout', `${url.host} did not answer within ${limit / 1000} s.`, { source: 'upstream', outcome: 'unknown' })

const tooManyRedirects = ({ url }: Target, most: number): OperationError =>
  new OperationError('server_error', `${url.host} redirects on after ${most} redirects.`, { source: 'upstream', retryable: false })
