import type { FastifyRequest } from 'fastify'
import { OperationError } from '../../contract/errors.ts'
import { hostnameOf, isLoopback } from '../../lib/loopback.ts'

/**
 * Refuses requests without a key that come neither from a program on this machine nor from a page of this gateway.
 * - Requests through a proxy may come from anywhere.
 * - The name of any web page may resolve to this machine (DNS rebinding); Host is then that name.
 * - Any web page can send requests here, and learn what exists from how they end; browsers mark them with Origin and Sec-Fetch-Site.
 */
export function foreignRequest(request: FastifyRequest, publicUrl: string | undefined): OperationError | undefined {
  const { headers, routeOptions } = request
  const proxied = Object.keys(headers).find(isProxyHeader)
  if (proxied !== undefined) return refusal(`The request came through a proxy (header ${proxied})`, 'Call the gateway without a proxy.')
  if (routeOptions.config.anyName === true) return undefined
  const { host = '', origin, 'sec-fetch-site': site } = headers
  if (namesSeveralHosts(request))
    return refusal('The request names several hosts', 'Send one Host header, and a path as the target of the request.')
  const own = ownUrl(host)
  if (own === undefined) return refusal(`Host "${shown(host)}" is not a name of this machine`, 'Call it as localhost, 127.0.0.1 or [::1].')
  if (origin !== undefined && origin !== own.origin && origin !== originOf(publicUrl))
    return refusal(`Origin "${shown(origin)}" is another site`, OWN_PAGES)
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation(request))
    return refusal(`A page of another site sent the request (Sec-Fetch-Site: ${shown(String(site))})`, OWN_PAGES)
  return undefined
}

const OWN_PAGES = 'Call it from a program, or from a page of the gateway itself.'

/** Node uses the first Host header and ignores others. In a request with an absolute URL, the host of that URL counts (RFC 9112, section 3.2). */
function namesSeveralHosts({ raw, headers, originalUrl }: FastifyRequest): boolean {
  const isTwice = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1
  return isTwice || (!originalUrl.startsWith('/') && URL.parse(originalUrl)?.host !== headers.host)
}

/** Node returns header names in lower case. */
const isProxyHeader = (name: string): boolean =>
  name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded-')

/** Returns the gateway's URL from the Host header; undefined if that is not a name of this machine. */
function ownUrl(host: string): URL | undefined {
  const url = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host) ? URL.parse(`http://${host}`) : null
  return url !== null && isLoopback(hostnameOf(url)) ? url : undefined
}

const originOf = (url: string | undefined): string | undefined => (url === undefined ? undefined : new URL(url).origin)

/** A link on any site may open a page without data. */
function isNavigation({ method, headers, routeOptions }: FastifyRequest): boolean {
  return (
    routeOptions.config.page === true &&
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  )
}

const shown = (value: string): string => value.slice(0, 200)

const refusal = (what: string, remedy: string): OperationError =>
  new OperationError('host_refused', `${what}. Without keys, this gateway serves only programs on this machine and its own pages.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [remedy, 'Or create a key: a request with a key may use any host name and any proxy. Run npx toolgate keys new.']
  })
