import type { LookupFunction } from 'node:net'
import type { BeforeRedirectHook, PlainResponse } from 'got'
import { OperationError } from '../../contract/errors.ts'
import type { Guard } from '../../contract/runtime.ts'
import { hostnameOf, isLoopback } from '../loopback.ts'

const MAX_REDIRECTS = 5

/** Allowed targets of redirected reads. The upstream's own host is always allowed. */
export interface RedirectRules {
  /** Display name of the system. */
  title: string
  base: URL
  /** Other allowed hosts, such as file storages; `*.example.com` is any host below it. */
  hosts: readonly string[]
  /** Checks the addresses of other hosts; without it, none is allowed. */
  guard: Guard | undefined
  /** Names of headers that are sent to the upstream's own origin only. */
  privateHeaders: readonly string[]
}

/** Returns the hook of got that follows or refuses a redirect. Writes are redirected only within their origin, and only if they stay writes. */
export function redirectHook(rules: RedirectRules): BeforeRedirectHook {
  const { title, base } = rules
  return (redirected, response) => {
    const target = new URL(String(redirected.url))
    const isOtherOrigin = target.origin !== base.origin
    const reads = redirected.context['reads'] === true
    if (response.redirectUrls.length > MAX_REDIRECTS) return refuse(response, tooManyRedirects(title, reads))
    if (!reads && (isOtherOrigin || redirected.method === 'GET')) return refuse(response, redirectedWrite(title))
    try {
      redirected.dnsLookup = admitRedirect(target, rules)
    } catch (error) {
      return refuse(response, error instanceof Error ? error : new Error(String(error)))
    }
    if (isOtherOrigin) for (const name of rules.privateHeaders) delete redirected.headers[name.toLowerCase()]
  }
}

/** Returns a further hook of got, which refuses those redirects within the upstream's own host that `admits` does not allow. */
export function ownHostHook(title: string, base: URL, admits: (target: URL) => boolean): BeforeRedirectHook {
  return (redirected, response) => {
    const target = new URL(String(redirected.url))
    if (isSameHost(target, base) && !admits(target)) refuse(response, notAdmitted(title, target))
  }
}

const notAdmitted = (title: string, { origin, pathname }: URL): OperationError =>
  new OperationError(
    'cannot_be_honoured',
    `${title} redirected to ${(origin + pathname).slice(0, 500)}, which the gateway does not read for this call: it would send its credential.`,
    { source: 'upstream', outcome: 'not_executed' }
  )

/** Not thrown: got would first read the whole body of the response, however long. */
function refuse(response: PlainResponse, error: Error): void {
  response.request.destroy(error)
  response.destroy()
}

const MOVED = ['Check the URL of the instance: it may have moved, or require https.']

const tooManyRedirects = (title: string, reads: boolean): OperationError =>
  new OperationError('server_error', `${title} redirected more than ${MAX_REDIRECTS} times.`, {
    source: 'upstream',
    outcome: reads ? 'not_executed' : 'unknown',
    suggestions: MOVED
  })

/** A GET that replaces a write reveals nothing about it, and another host would get neither body nor credential. */
const redirectedWrite = (title: string): OperationError =>
  new OperationError('server_error', `${title} redirected a write; whether it was applied is unknown.`, {
    source: 'upstream',
    outcome: 'unknown',
    suggestions: MOVED
  })

/** Returns how to look up the address of a redirect's target; undefined: as usual. Throws server_error if the redirect must not be followed. */
function admitRedirect(url: URL, { title, base, hosts, guard }: RedirectRules): LookupFunction | undefined {
  if (isSameHost(url, base)) return undefined
  const refusal = (what: string): OperationError => notFollowed(title, url.host, what)
  try {
    const checked = guard?.checkLiteral(url.href, { field: 'redirect' })
    if (checked === undefined || !(checked.allowlisted || hosts.some(host => matchesHost(url.hostname, host))))
      throw refusal('another host')
    return (host, options, done) =>
      checked.lookup(host, options, (error, ...found) =>
        done(error instanceof OperationError ? refusal('a private address') : error, ...found)
      )
  } catch (error) {
    throw error instanceof OperationError && error.reason !== 'server_error' ? refusal('a private address') : error
  }
}

/** The same server: the port counts, because a host runs other services, too. Loopback has several names; http may redirect to https. */
const isSameHost = (url: URL, base: URL): boolean =>
  (url.hostname === base.hostname || (isLoopback(hostnameOf(url)) && isLoopback(hostnameOf(base)))) &&
  (url.port === base.port || (base.protocol === 'http:' && url.protocol === 'https:' && base.port === '' && url.port === ''))

const matchesHost = (hostname: string, host: string): boolean =>
  host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host

const notFollowed = (title: string, host: string, what: string): OperationError =>
  new OperationError('server_error', `${title} redirected to ${host.slice(0, 200)}, which is ${what}. The redirect was not followed.`, {
    source: 'upstream',
    outcome: 'not_executed',
    suggestions: [
      'Ask the operator to check the URL of the instance: it may have moved.',
      'If the host is trusted, such as a file storage, the operator can add its host:port to TOOLGATE_ALLOW_PRIVATE.'
    ]
  })
