import type { ErrorDetails, Reason } from '../../../contract/errors.ts'
import { type Subject as Named, type Speech, unreadableBy } from '../../../lib/http/about.ts'
import type { Classify, Meaning } from '../../../lib/http/failures.ts'
import { untilResetMs } from '../../../lib/http/rate-limit.ts'
import type { Site } from './settings.ts'
import { type Said, saidIn } from './words.ts'

/** What a request is about. */
export interface Subject extends Named {
  /** What 409 means here. Default: version_conflict. */
  conflict?: Reason
}

/** Limits of the application itself tell no time; they count by the minute. */
const APPLICATION_LIMIT_MS = 60_000
const LONGEST_TEXT = 2000

/** What an answer means where its status does not tell, or what to do about it. */
export const classifyFor =
  (site: Site): Classify =>
  ({ status, headers, body }) => {
    const said = tellable(saidIn(body), site.secrets)
    const meaning = meaningOf(site, status, said, headers)
    const words = said.text === '' ? {} : { upstream: { message: said.text } }
    return { ...meaning, details: { ...meaning.details, ...words, ...(said.issues.length > 0 && { issues: said.issues }) } }
  }

/** Bounded, and without what must not be told. */
function tellable(said: Said, secrets: readonly string[]): Said {
  const clean = (text: string): string =>
    secrets.reduce((told, secret) => told.replaceAll(secret, '[redacted]'), text).slice(0, LONGEST_TEXT)
  return { ...said, text: clean(said.text), issues: said.issues.slice(0, 50).map(issue => ({ ...issue, message: clean(issue.message) })) }
}

function meaningOf(site: Site, status: number, said: Said, headers: Parameters<Classify>[0]['headers']): Meaning {
  const of = (reason: Reason, details: ErrorDetails = {}): Meaning => ({ reason, details })
  if (status === 401) return unauthorized(site, said)
  if (status === 403 && said.scope !== undefined)
    return of('insufficient_permissions', {
      of_credential: true,
      required_scope: said.scope,
      suggestions: [`Make a token with the scope ${said.scope} (GITLAB_TOKEN).`]
    })
  if (status === 403) return of('insufficient_permissions', { suggestions: [ROLE] })
  if (status === 404) return of('upstream_not_found')
  if (status === 405) return of('cannot_be_honoured', /moved/i.test(said.text) ? { suggestions: [MOVED] } : {})
  if (status === 408) return of('network_timeout')
  if (status === 409 || status === 412) return of('version_conflict')
  if (status === 413) return of('payload_too_large')
  if (status === 429) return of('rate_limit_exceeded', { retry_after_ms: untilResetMs(headers, Date.now()) ?? APPLICATION_LIMIT_MS })
  return of(status >= 500 ? 'server_error' : 'upstream_refused')
}

const ROLE = 'The owner of the token may not do this: it needs a higher role in the project, or an access level of its own.'
const MOVED = 'The project was moved: gitlab_get_project tells its new path; use that one for changes.'

const KIND = { token: 'a personal, project or group access token', oauth: 'an OAuth access token', job: 'a CI job token' } as const

function unauthorized({ auth }: Site, { text }: Said): Meaning {
  const suggestions = [`Set GITLAB_TOKEN, or the token of this instance, to ${KIND[auth]} that is valid and has the scope api.`]
  return { reason: /expired|revoked/i.test(text) ? 'token_expired' : 'authentication_failed', details: { suggestions } }
}

/** Its failures are told in words about what was asked for. */
export const SPEECH: Speech<Subject> = {
  title: 'GitLab',
  viewer: 'token',
  reasonOf: (reason, { conflict }, status) => (status === 409 && conflict ? conflict : reason)
}

export const unreadable = unreadableBy(SPEECH.title)
