import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'
import { type Subject as Named, type Speech, unreadableBy } from '../../../lib/http/about.ts'
import type { Classify, Meaning } from '../../../lib/http/failures.ts'
import { below, type Row, rowOf, rows, text } from '../../../lib/row.ts'
import type { Site } from './settings.ts'

/** What a request is about. */
export interface Subject extends Named {
  kind: 'page' | 'space' | 'attachment' | 'comment' | 'user' | 'search' | 'site' | 'label'
}

const JAVA_CLASS = /^(?:(?:[a-z]\w*\.)+[A-Z][\w$]*:\s*)+/
/** What version 1 says of every bad request, whatever is wrong. */
const CANNED = /^No space or no content type, or setup a wrong version type/

const LONGEST_WORDS = 2000

/** The vendor's own words, without the names of its classes. */
export function wordsIn(body: string): string {
  const row = rowOf(parsed(body))
  const own = text(row, 'message').replace(JAVA_CLASS, '')
  const inner = rows(below(row, 'data'), 'errors').map(translated).filter(Boolean).join('; ')
  const said = rows(row, 'errors').map(titled).filter(Boolean).join('; ')
  if (inner !== '' && (own === '' || CANNED.test(own))) return inner.replace(JAVA_CLASS, '')
  return said.slice(0, LONGEST_WORDS) || own || inner || text(row, 'reason')
}

/** One of the errors of version 2, which tells all that is wrong. */
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

/** Both deployments tell the version that is there: `Current Version: [3]` and `Current version is: 3`. */
function currentVersionIn(words: string): number | null {
  const [, number] = /current version(?: is)?: \[?(\d+)/i.exec(words) ?? []
  return number === undefined ? null : Number(number)
}

/** What an answer means where its status does not tell, or what to do about it. */
export const classifyFor =
  (site: Site): Classify =>
  ({ status, body }) => {
    const words = wordsIn(body)
    const meaning = meaningOf(site, status, words || body)
    return meaning && { ...meaning, details: { ...meaning.details, ...(words !== '' && { upstream: { message: words } }) } }
  }

function meaningOf(site: Site, status: number, words: string): Meaning | undefined {
  const of = (reason: Reason, details: ErrorDetails = {}): Meaning => ({ reason, details })
  if (status === 400 && /already exists|same file name/i.test(words)) return of('already_exists')
  if (status === 400) return of('upstream_refused')
  if (status === 401 && /scope/i.test(words)) return of('insufficient_permissions', { suggestions: [SCOPES], of_credential: true })
  if (status === 401 && /expired/i.test(words)) return of('token_expired', { suggestions: [credentialAdvice(site)] })
  if (status === 401) return of('authentication_failed', { suggestions: [credentialAdvice(site)] })
  if (status === 403) return of('insufficient_permissions', { suggestions: [PERMISSIONS] })
  if (status === 404) return of('upstream_not_found')
  if (status === 409) return of('version_conflict', { current: { number: currentVersionIn(words) } })
  if (status === 410) return of('upstream_gone', { suggestions: [GONE] })
  if (status === 413) return of('payload_too_large', { suggestions: ['Confluence takes bodies of at most 5 MB: split the page.'] })
  return undefined
}

const SCOPES =
  'The token lacks a scope: grant read, write and delete for page, space, comment, attachment and label (…:confluence), and search:confluence.'
const PERMISSIONS = 'The account may not do this; a space that does not exist is answered so, too. Ask an administrator of the space.'
const GONE =
  'Atlassian removed this part of its interface for OAuth and scoped tokens: use e-mail and a classic API token for this instance (auth: basic).'

function credentialAdvice({ deployment, auth }: Site): string {
  if (deployment === 'cloud')
    return auth === 'oauth'
      ? 'Get a new access token (CONFLUENCE_TOKEN), and check that cloud_id is that of the site.'
      : 'Check CONFLUENCE_EMAIL and CONFLUENCE_TOKEN: make a new API token at id.atlassian.com for that e-mail.'
  return auth === 'pat'
    ? 'Check CONFLUENCE_TOKEN: a personal access token needs Confluence 7.9 or later, and ends at its date.'
    : 'Check CONFLUENCE_USERNAME and CONFLUENCE_PASSWORD.'
}

const MISSING: Readonly<Partial<Record<Subject['kind'], Reason>>> = { page: 'page_not_found', space: 'space_not_found' }

/** Its failures are told in words about what was asked for. */
export const SPEECH: Speech<Subject> = {
  title: 'Confluence',
  viewer: 'account',
  reasonOf: (reason, { kind }) => (reason === 'upstream_not_found' ? (MISSING[kind] ?? reason) : reason)
}

export const unreadable = unreadableBy(SPEECH.title)

/** An id that something else has: of that kind there is none. Version 1 gives whatever has the id. */
export const missing = (about: Subject): OperationError =>
  new OperationError(
    MISSING[about.kind] ?? 'upstream_not_found',
    `Confluence has no ${about.kind} ${about.name} that this account can see.`,
    { source: 'upstream', outcome: 'not_executed' }
  )

/** The same where only current pages are looked for. */
export const amongCurrent = (error: unknown): unknown =>
  error instanceof OperationError && error.reason === 'page_not_found'
    ? new OperationError(error.reason, error.message, { ...error.details, suggestions: [CURRENT] }, { cause: error })
    : error

const CURRENT = 'Only current pages are meant here: confluence_get_page tells the status of one that is archived or in the trash.'

/** What this deployment has no way to do. */
export const impossible = (message: string, suggestion: string): OperationError =>
  new OperationError('cannot_be_honoured', message, { source: 'gateway', outcome: 'not_executed', suggestions: [suggestion] })
