import { type ErrorDetails, OperationError, type Reason } from '../../contract/errors.ts'
import type { Classification } from '../http/failures.ts'

interface GoogleError {
  reason?: string
  message: string
}

/** Classification of Google's `errors[].reason`. The status is not enough: 403 can be a rate limit, a quota or a missing permission. */
const BY_GOOGLE_REASON: ReadonlyMap<string, Reason> = new Map(
  Object.entries<Reason>({
    rateLimitExceeded: 'rate_limit_exceeded',
    userRateLimitExceeded: 'rate_limit_exceeded',
    concurrentLimitExceeded: 'rate_limit_exceeded',
    RATE_LIMIT_EXCEEDED: 'rate_limit_exceeded',
    quotaExceeded: 'rate_limit_exceeded',
    dailyLimitExceeded: 'rate_limit_exceeded',
    RESOURCE_EXHAUSTED: 'rate_limit_exceeded',
    authError: 'authentication_failed',
    insufficientPermissions: 'insufficient_permissions',
    forbidden: 'insufficient_permissions',
    domainPolicy: 'insufficient_permissions',
    accessNotConfigured: 'insufficient_permissions',
    // Concerns one event, not the account.
    forbiddenForNonOrganizer: 'upstream_refused',
    duplicate: 'already_exists',
    requiredAccessLevel: 'insufficient_permissions',
    backendError: 'server_error'
  })
)

/** Reasons that concern the credential, so every request fails. The others concern one calendar, event or message. */
const CREDENTIAL_REASONS = ['insufficientPermissions', 'domainPolicy', 'accessNotConfigured']

/** Reasons of limits that last for hours rather than seconds. */
const QUOTA_REASONS = ['quotaExceeded', 'dailyLimitExceeded']

const SUGGESTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    authError: 'The access token is not valid. Check GOOGLE_REFRESH_TOKEN, or set a new GOOGLE_ACCESS_TOKEN.',
    insufficientPermissions:
      'The account granted too few scopes. Have it consent again with the scopes that the description of the system lists.',
    domainPolicy: 'The administrator of the Google Workspace domain does not allow this. Ask them for permission.',
    forbiddenForNonOrganizer: 'Someone else organizes this event. Only the organizer can change what all guests share.',
    requiredAccessLevel: 'The account has only read access to this calendar. The owner can grant it write access.',
    accessNotConfigured: 'Enable this API for the project of the OAuth client in the Google Cloud console.',
    quotaExceeded: 'The quota is exhausted. It takes hours, not seconds, to recover.',
    dailyLimitExceeded: 'The daily quota is exhausted. It is restored at midnight Pacific time.'
  })
)

/** Returns the meaning of an error response, from its `errors[].reason`; undefined if that is unknown and the status decides. */
export function classifyGoogle({ body }: { status: number; body: string }): Classification | undefined {
  const error = errorIn(body)
  const googleReason = error?.reason
  const reason = googleReason === undefined ? undefined : BY_GOOGLE_REASON.get(googleReason)
  if (!error || googleReason === undefined || !reason) return undefined
  const suggestion = SUGGESTIONS.get(googleReason)
  const retryAfter = retryAfterIn(error.message, Date.now())
  const details: ErrorDetails = {
    upstream: { reason: googleReason },
    ...(suggestion !== undefined && { suggestions: [suggestion] }),
    ...(retryAfter !== undefined && { retry_after_ms: retryAfter }),
    ...(QUOTA_REASONS.includes(googleReason) && { quota: true }),
    ...(CREDENTIAL_REASONS.includes(googleReason) && { of_credential: true })
  }
  return { reason, details }
}

function errorIn(body: string): GoogleError | undefined {
  const error = member(parsed(body), 'error')
  const message = member(error, 'message')
  const errors = member(error, 'errors')
  const reason = member(Array.isArray(errors) ? errors[0] : undefined, 'reason') ?? member(error, 'status')
  return { message: typeof message === 'string' ? message : '', ...(typeof reason === 'string' && { reason }) }
}

/** Reads the wait in milliseconds from "User-rate limit exceeded. Retry after 2026-01-01T00:00:00.000Z". */
function retryAfterIn(message: string, now: number): number | undefined {
  const [, time] = /Retry after (\S+)/.exec(message) ?? []
  const ms = time === undefined ? Number.NaN : Date.parse(time) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** Returns the meaning of an error response of the token endpoint, with a suggestion. */
export function classifyTokenError({ status, body }: { status: number; body: string }): Classification | undefined {
  if (status >= 500 || status === 429) return undefined
  const error = member(parsed(body), 'error')
  if (error === 'invalid_grant') return { reason: 'token_expired', details: { upstream: { reason: error }, suggestions: TOKEN_EXPIRED } }
  const reason = typeof error === 'string' ? error : 'unknown'
  return { reason: 'authentication_failed', details: { upstream: { reason }, suggestions: [CHECK_CLIENT] } }
}

const TOKEN_EXPIRED = [
  'Have the account consent again and set the new token as GOOGLE_REFRESH_TOKEN.',
  'Refresh tokens expire after 7 days while the consent screen is in Testing (publish the app to avoid that), after 6 months without use, when the user revokes access or changes the password, and when the account has more than 100 of them for one client.'
]
const CHECK_CLIENT =
  'Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: they must belong to the client that the refresh token was granted to.'

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined

/** Kinds of resources by the path segment before their ID: `{ events: { kind: 'event', listed_by: 'calendar_list_events' } }`. */
export type ResourceKinds = Readonly<Record<string, ResourceKind>>

interface ResourceKind {
  kind: string
  /** ID of the operation that lists these resources. */
  listed_by: string
}

const MAX_ECHO = 100

/** Replaces a 404 of Google, which does not state what is missing, with an error that names the resource. Returns any other error unchanged. */
export function describeNotFound(error: unknown, path: string, title: string, resources: ResourceKinds): unknown {
  if (!(error instanceof OperationError) || error.reason !== 'upstream_not_found') return error
  const missing = lastResource(path, resources)
  if (!missing) return error
  const { kind, listed_by, id } = missing
  const message = `${title} has no ${kind} ${id.slice(0, MAX_ECHO)} that this account can see.`
  const suggestions = [`Use ${listed_by} to find the ID.`, ...(error.details.suggestions ?? [])]
  return new OperationError(error.reason, message, { ...error.details, suggestions }, { cause: error })
}

/** `messages/send` and similar paths have a verb in place of an ID. */
const isVerb = (segment: string): boolean => segment === 'send' || segment.startsWith('batch')

function lastResource(path: string, resources: ResourceKinds): { kind: string; listed_by: string; id: string } | undefined {
  const segments = path.split('/').map(decodeURIComponent)
  for (let at = segments.length - 1; at > 0; at--) {
    const [kind = '', id = ''] = segments.slice(at - 1, at + 1)
    const resource = Object.hasOwn(resources, kind) ? resources[kind] : undefined
    if (resource && id !== '' && !isVerb(id)) return { ...resource, id }
  }
  return undefined
}
