import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'
import { type Classification, type Classify, unexpectedResponse } from '../../../lib/http/failures.ts'
import type { Subject as UpstreamSubject } from '../../../lib/http/request.ts'
import { below, type Row, rowOf, rows, text } from '../../../lib/row.ts'
import type { Site } from './settings.ts'

/** The subject of a request. */
export interface Subject extends UpstreamSubject {
  kind: 'page' | 'space' | 'attachment' | 'comment' | 'user' | 'search' | 'site' | 'label' | 'template'
}

const JAVA_CLASS = /^(?:(?:[a-z]\w*\.)+[A-Z][\w$]*:\s*)+/
/** Version 1 returns this text for every invalid request. */
const CANNED = /^No space or no content type, or setup a wrong version type/

const MAX_WORDS = 2000

/** Returns the vendor's message without Java class names. */
export function wordsIn(body: string): string {
  const row = rowOf(parsed(body))
  const own = text(row, 'message').replace(JAVA_CLASS, '')
  const inner = rows(below(row, 'data'), 'errors').map(translated).filter(Boolean).join('; ')
  const titles = rows(row, 'errors').map(titled).filter(Boolean).join('; ')
  if (inner !== '' && (own === '' || CANNED.test(own))) return inner.replace(JAVA_CLASS, '')
  return titles.slice(0, MAX_WORDS) || own || inner || text(row, 'reason')
}

/** One error of version 2, whose responses list all problems. */
const titled = (error: Row): string => [text(error, 'title'), text(error, 'detail')].filter(Boolean).join(': ')

function translated(error: Row): string {
  const { message } = error
  return typeof message === 'string' ? message : text(rowOf(message), 'translation') || text(rowOf(message), 'key')
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Both deployments report the current version: `Current Version: [3]` and `Current version is: 3`. */
function currentVersionIn(words: string): number | null {
  const [, number] = /current version(?: is)?: \[?(\d+)/i.exec(words) ?? []
  return number === undefined ? null : Number(number)
}

/** Classifies an error response if its status is ambiguous, and adds suggestions. */
export const classifyFor =
  (site: Site): Classify =>
  ({ status, body }) => {
    const words = wordsIn(body)
    const meaning = meaningOf(site, status, words || body)
    return meaning && { ...meaning, details: { ...meaning.details, ...(words !== '' && { upstream: { message: words } }) } }
  }

function meaningOf(site: Site, status: number, words: string): Classification | undefined {
  const of = (reason: Reason, details: ErrorDetails = {}): Classification => ({ reason, details })
  if (status === 400 && /already exists|same file name/i.test(words)) return of('already_exists')
  if (status === 400) return of('upstream_refused')
  if (status === 401 && /scope/i.test(words)) return of('insufficient_permissions', { suggestions: [SCOPES], of_credential: true })
  if (status === 401 && /expired/i.test(words)) return of('token_expired', { suggestions: [credentialAdvice(site)] })
  if (status === 401) return of('authentication_failed', { suggestions: [credentialAdvice(site)] })
  if (status === 403) return of('insufficient_permissions', { suggestions: [PERMISSIONS] })
  if (status === 404) return of('upstream_not_found')
  if (status === 409) return of('version_conflict', { current: { number: currentVersionIn(words) } })
  if (status === 410) return of('upstream_gone', { suggestions: [GONE] })
  if (status === 413) return of('payload_too_large', { suggestions: ['Confluence accepts bodies of at most 5 MB: split the page.'] })
  return undefined
}

const SCOPES =
  'The token lacks a scope: grant read, write and delete for page, space, comment, attachment and label (…:confluence), and search:confluence.'
const PERMISSIONS =
  'The account is not allowed to do this; Confluence responds the same way for a space that does not exist. Ask an administrator of the space.'
const GONE =
  'Atlassian removed this part of its API for OAuth and scoped tokens: use an email address and a classic API token for this instance (auth: basic).'

function credentialAdvice({ deployment, auth }: Site): string {
  if (deployment === 'cloud')
    return auth === 'oauth'
      ? 'Get a new access token (CONFLUENCE_TOKEN), and check that cloud_id is that of the site.'
      : 'Check CONFLUENCE_EMAIL and CONFLUENCE_TOKEN: create a new API token for that email address at id.atlassian.com.'
  return auth === 'pat'
    ? 'Check CONFLUENCE_TOKEN: a personal access token needs Confluence 7.9 or later, and may have expired.'
    : 'Check CONFLUENCE_USERNAME and CONFLUENCE_PASSWORD.'
}

/** Reason of a missing resource, by its kind. Default: upstream_not_found. */
const MISSING: ReadonlyMap<string, Reason> = new Map([
  ['page', 'page_not_found'],
  ['space', 'space_not_found']
])

export const TITLE = 'Confluence'

/** Refines the reason of an error response by the kind of resource that the request was about. */
export const reasonFor = (reason: Reason, { kind }: UpstreamSubject): Reason =>
  reason === 'upstream_not_found' ? (MISSING.get(kind) ?? reason) : reason

export const unreadable = (subject: Subject, reads: boolean): OperationError => unexpectedResponse(TITLE, { subject, reads })

/** The error for an ID that belongs to content of another kind: version 1 returns any content with the ID. */
export const missing = (subject: Subject): OperationError =>
  new OperationError(
    MISSING.get(subject.kind) ?? 'upstream_not_found',
    `Confluence has no ${subject.kind} ${subject.name} that this account can see.`,
    { source: 'upstream', outcome: 'not_executed' }
  )

/** The same, for requests that find only current pages. */
export const amongCurrent = (error: unknown): unknown =>
  error instanceof OperationError && error.reason === 'page_not_found'
    ? new OperationError(error.reason, error.message, { ...error.details, suggestions: [CURRENT] }, { cause: error })
    : error

const CURRENT = 'Only current pages are found: confluence_get_page returns the status of a page that is archived or in the trash.'

/** The error for actions that this deployment does not support. */
export const impossible = (message: string, suggestion: string): OperationError =>
  new OperationError('cannot_be_honoured', message, { source: 'gateway', outcome: 'not_executed', suggestions: [suggestion] })

/** The error for what the API of Data Center does not have. */
export const onlyCloud = (what: string, suggestion = 'Do it in Confluence, or use a Cloud instance.'): OperationError =>
  impossible(`${what} is not part of the API of Data Center.`, suggestion)
