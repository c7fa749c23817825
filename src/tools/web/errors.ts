import { type ErrorDetails, OperationError, type Reason } from '../../contract/errors.ts'

/** Additional errors of reading a page. */
export const PAGE_ERRORS = {
  address_refused: 'The URL, or a redirect target, leads to this host, to a private network, or to a port that is not allowed',
  upstream_not_found: 'The site has no such page',
  upstream_gone: 'The site reports that the page was removed',
  cannot_be_honoured: 'The site refuses the page or redirects to an invalid URL, or the page cannot be read as text'
} as const

/** Returns an error of the gateway itself. */
export const pageError = (reason: Reason, message: string, details: ErrorDetails = {}): OperationError =>
  new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details })

const BY_STATUS: Readonly<Record<number, Reason>> = {
  404: 'upstream_not_found',
  410: 'upstream_gone',
  408: 'network_timeout',
  504: 'network_timeout',
  429: 'rate_limit_exceeded'
}

/** Returns the error for a site's response. A refusal is not about credentials, because none are sent. */
export function siteError(url: string, status: number, words: string, retry_after_ms?: number): OperationError {
  const reason = BY_STATUS[status] ?? (status >= 500 ? 'server_error' : 'cannot_be_honoured')
  const host = URL.parse(url)?.host ?? 'The site'
  return new OperationError(reason, `${host} returned ${status}${words === '' ? '' : `: ${words}`}`, {
    source: 'upstream',
    outcome: 'not_executed',
    site: host,
    ...(retry_after_ms !== undefined && { retry_after_ms }),
    upstream: { status, url }
  })
}

/** Marks an error as one of a single site, so that a job continues with other pages. */
export const ofSite = (error: unknown, url: string): unknown =>
  error instanceof OperationError && error.details['site'] === undefined
    ? new OperationError(error.reason, error.message, { ...error.details, site: URL.parse(url)?.host ?? url }, { cause: error })
    : error

export const isOfSite = (error: unknown): error is OperationError => error instanceof OperationError && error.details['site'] !== undefined
