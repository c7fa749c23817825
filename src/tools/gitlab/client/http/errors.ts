import type { ErrorDetails, Issue, OperationError, Reason } from '../../../../contract/errors.ts'
import { type Classification, type Classify, unexpectedResponse } from '../../../../lib/http/failures.ts'
import { plainText } from '../../../../lib/http/plain-text.ts'
import { untilResetMs } from '../../../../lib/http/rate-limit.ts'
import type { Subject } from '../../../../lib/http/request.ts'
import { isRow, type Row } from '../../../../lib/row.ts'
import type { Site } from '../site.ts'

export const TITLE = 'GitLab'

/** GitLab's application rate limits do not report when they reset; they count per minute. */
const APPLICATION_LIMIT_MS = 60_000
const MAX_TEXT = 2000
const MAX_ISSUES = 50

/** Returns what an error response of GitLab means, and what to do about it. */
export const classifyFor =
  (site: Site): Classify =>
  ({ status, headers, body }) => {
    const error = sanitized(parseErrorBody(body), site.secrets)
    const { reason, details } = classificationOf(site, status, error, headers)
    const message = error.text === '' ? {} : { upstream: { message: error.text } }
    return { reason, details: { ...details, ...message, ...(error.issues.length > 0 && { issues: error.issues }) } }
  }

/** Bounded, and without secrets. */
function sanitized(error: ErrorBody, secrets: readonly string[]): ErrorBody {
  const clean = (text: string): string => secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), text).slice(0, MAX_TEXT)
  const issues = error.issues.slice(0, MAX_ISSUES).map(issue => ({ ...issue, message: clean(issue.message) }))
  return { ...error, text: clean(error.text), issues }
}

function classificationOf(site: Site, status: number, error: ErrorBody, headers: Parameters<Classify>[0]['headers']): Classification {
  const as = (reason: Reason, details: ErrorDetails = {}): Classification => ({ reason, details })
  if (status === 401) return unauthorized(site, error)
  if (status === 403 && error.scope !== undefined)
    return as('insufficient_permissions', {
      of_credential: true,
      required_scope: error.scope,
      suggestions: [`Create a token with the scope ${error.scope} and set it as GITLAB_TOKEN.`]
    })
  if (status === 403) return as('insufficient_permissions', { suggestions: [ROLE] })
  if (status === 404) return as('upstream_not_found')
  if (status === 405) return as('cannot_be_honoured', /moved/i.test(error.text) ? { suggestions: [MOVED] } : {})
  if (status === 408) return as('network_timeout')
  if (status === 409 || status === 412) return as('version_conflict')
  if (status === 413) return as('payload_too_large')
  if (status === 429) return as('rate_limit_exceeded', { retry_after_ms: untilResetMs(headers, Date.now()) ?? APPLICATION_LIMIT_MS })
  return as(status >= 500 ? 'server_error' : 'upstream_refused')
}

const ROLE = "The token's user lacks permission: a higher role in the project or group is needed, or access to this resource."
const MOVED = 'The project was moved: gitlab_get_project returns its new path; use that path for writes.'

const TOKEN_KIND = { token: 'a personal, project or group access token', oauth: 'an OAuth access token', job: 'a CI job token' } as const

function unauthorized({ auth }: Site, { text }: ErrorBody): Classification {
  const suggestions = [`Set GITLAB_TOKEN, or the token of this instance, to ${TOKEN_KIND[auth]} that is valid and has the scope api.`]
  return { reason: /expired|revoked/i.test(text) ? 'token_expired' : 'authentication_failed', details: { suggestions } }
}

/** The content of an error response. */
interface ErrorBody {
  text: string
  /** Errors about single properties. */
  issues: Issue[]
  /** The scope that the token lacks. */
  scope?: string
}

/**
 * Reads every form of error body that GitLab uses: `message` as text, list, or object of lists, even nested; `error` as text, with or without
 * `error_description` and `scope`; or no JSON at all.
 */
export function parseErrorBody(body: string): ErrorBody {
  const row = parsedRow(body)
  if (row === undefined) return { text: plainText(body), issues: [] }
  const { message = row['error_description'] ?? row['error'], scope } = row
  const issues = isRow(message) ? issuesIn(message, '') : []
  const text =
    issues.length > 0 ? issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ') : flatText(message)
  return { text: text || flatText(row['error']), issues, ...(typeof scope === 'string' && { scope }) }
}

/** An error of `base` concerns the whole object. Names of nested objects are joined by a dot. */
function issuesIn(row: Row, parent: string): Issue[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const path = name === 'base' || name === 'error' ? parent : parent === '' ? name : `${parent}.${name}`
    if (isRow(value)) return issuesIn(value, path)
    return (Array.isArray(value) ? value : [value])
      .map(flatText)
      .filter(Boolean)
      .map(message => ({ path, message }))
  })
}

function flatText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(flatText).filter(Boolean).join('; ')
  return isRow(value) ? JSON.stringify(value) : value === undefined || value === null ? '' : String(value)
}

function parsedRow(body: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isRow(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The error for a successful response whose body has an unexpected form. */
export const unexpected = (subject: Subject, reads: boolean): OperationError => unexpectedResponse(TITLE, { subject, reads })
