import { type ErrorDetails, OperationError, type Reason } from '../../contract/errors.ts'

/** What reading a page adds to the common reasons. */
export const PAGE_ERRORS = {
  address_refused:
    'The URL, or one that it redirects to, leads to this machine, to a private network, or to a port that is not for the web',
  upstream_not_found: 'The site has no such page',
  upstream_gone: 'The site says that the page was removed',
  cannot_be_honoured:
    'The site refuses to hand the page out or redirects to no address of the web, or the page is nothing that can be read as text'
} as const

/** What the gateway itself finds wrong. */
export const refused = (reason: Reason, message: string, details: ErrorDetails = {}): OperationError =>
  new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details })

const BY_STATUS: Readonly<Record<number, Reason>> = {
  404: 'upstream_not_found',
  410: 'upstream_gone',
  408: 'network_timeout',
  504: 'network_timeout',
  429: 'rate_limit_exceeded'
}

/** What a site answered in place of the page. That it refuses us is no matter of a credential: there is none. */
export function siteFailure(url: string, status: number, words: string, retry_after_ms?: number): OperationError {
  const reason = BY_STATUS[status] ?? (status >= 500 ? 'server_error' : 'cannot_be_honoured')
  const host = URL.parse(url)?.host ?? 'The site'
  return new OperationError(reason, `${host} answered ${status}${words === '' ? '' : `: ${words}`}`, {
    source: 'upstream',
    outcome: 'not_executed',
    site: host,
    ...(retry_after_ms !== undefined && { retry_after_ms }),
    upstream: { status, url }
  })
}

/** A failure of the one site, and of nobody else: a job goes on with the other pages. */
export const ofSite = (error: unknown, url: string): unknown =>
  error instanceof OperationError && error.details['site'] === undefined
    ? new OperationError(error.reason, error.message, { ...error.details, site: URL.parse(url)?.host ?? url }, { cause: error })
    : error

export const isOfSite = (error: unknown): error is OperationError => error instanceof OperationError && error.details['site'] !== undefined
