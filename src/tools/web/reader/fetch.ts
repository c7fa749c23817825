import type { CookieJar, GuardedResponse } from '../../../contract/runtime.ts'
import { createGuard } from '../../../lib/guard/guard.ts'
import { retryAfterMs } from '../../../lib/http/rate-limit.ts'
import type { WebCall } from '../client/web.ts'
import { ofSite, pageError, siteError } from '../errors.ts'
import { isChallenge } from './walls.ts'

const LARGEST_BYTES = 10 * 1024 * 1024
/** Of one reading, by HTTP and by pages together. */
const MAX_REDIRECTS = 10
const ACCEPT = 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.8,application/json;q=0.8,*/*;q=0.5'
/** Reserved host names (RFC 2606). */
const EXAMPLE_HOST = /\.example$/

export const RULES = { field: 'url' } as const

/** Fetches the pages of one reading: the first one, and those that it redirects to. */
type Fetcher = (url: string) => Promise<GuardedResponse>

/** Returns a fetcher that keeps cookies and counts redirects. */
export async function createFetcher(call: WebCall): Promise<Fetcher> {
  const { CookieJar } = await import('tough-cookie') // its list of public suffixes is large
  const cookies = new CookieJar()
  let [left, isFirst] = [MAX_REDIRECTS, true]
  return async url => {
    if (!isFirst && left-- === 0) throw ofSite(endless(url), url)
    isFirst = false
    const response = await fetchPage(url, { redirects: left, cookies }, call)
    left -= response.redirects
    return response
  }
}

const endless = (url: string) =>
  pageError('server_error', `${URL.parse(url)?.host ?? 'The site'} redirected more than ${MAX_REDIRECTS} times.`, {
    source: 'upstream',
    retryable: false
  })

/** Fetches a page from the public web, following redirects. Throws if the site does not return it. */
async function fetchPage(
  url: string,
  chain: { redirects: number; cookies: CookieJar },
  { client, signal }: WebCall
): Promise<GuardedResponse> {
  const { settings } = client
  const place = sandboxUrlFor(url, settings.pages_url)
  const request = {
    ...chain,
    url: place ?? url,
    rules: RULES,
    headers: { accept: ACCEPT, 'accept-language': 'en;q=0.8,*;q=0.5', 'user-agent': settings.user_agent },
    timeout_ms: settings.timeout * 1000,
    max_bytes: LARGEST_BYTES,
    signal
  }
  const guard = place === undefined ? client.guard : createGuard({ allow: [new URL(place).host] })
  const response = await guard.request(request).catch(error => {
    throw ofSite(error, url)
  })
  const from = place === undefined ? response.url : url
  const { status, headers } = response
  if (status < 200 || status >= 300)
    throw siteError(from, status, isChallenge(headers) ? CHALLENGED : '', retryAfterMs(headers, Date.now()))
  const encoding = String(headers['content-encoding'] ?? '').trim()
  if (!NOT_PACKED.test(encoding)) throw ofSite(packed(encoding), from)
  return { ...response, url: from }
}

const CHALLENGED = 'it asks programs to prove that a person is reading the page. Use reader: jina, or another source'

const NOT_PACKED = /^(identity)?$/i

const packed = (encoding: string) =>
  pageError('cannot_be_honoured', `The page uses the content encoding ${encoding.slice(0, 50)}, which is not supported.`, {
    source: 'upstream',
    suggestions: ['Use reader: jina.']
  })

/** Returns the URL of a sandbox page; undefined if the page is on the real web. */
export function sandboxUrlFor(url: string, pages_url: string | undefined): string | undefined {
  const target = pages_url === undefined ? null : URL.parse(url)
  if (!target || !EXAMPLE_HOST.test(target.hostname) || !/^https?:$/.test(target.protocol)) return undefined
  return `${pages_url}/${target.hostname}${target.pathname}${target.search}`
}
