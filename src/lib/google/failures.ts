import type { ErrorDetails, Reason } from '../../contract/errors.ts'
import type { Meaning } from '../http/failures.ts'

interface GoogleError {
  reason?: string
  message: string
}

/** What Google's own words mean. Statuses do not tell: 403 may be a limit, a quota or a permission. */
const BY_REASON: Readonly<Record<string, Reason>> = {
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
  // Of one event, not of the account: the others may well be changed.
  forbiddenForNonOrganizer: 'upstream_refused',
  duplicate: 'already_exists',
  requiredAccessLevel: 'insufficient_permissions',
  backendError: 'server_error'
}

/** These refuse whatever the account asks for; other refusals are of one calendar, event or message. */
const OF_CREDENTIAL = ['insufficientPermissions', 'domainPolicy', 'accessNotConfigured']

/** Limits that last for hours, not seconds. */
const QUOTAS = ['quotaExceeded', 'dailyLimitExceeded']

const ADVICE: Readonly<Record<string, string>> = {
  authError: 'The access token is not valid. Check GOOGLE_REFRESH_TOKEN, or set a new GOOGLE_ACCESS_TOKEN.',
  insufficientPermissions:
    'The account granted too few scopes: let it consent again with the scopes that the description of the system names.',
  domainPolicy: 'The administrator of the Google Workspace domain does not allow this: ask them.',
  forbiddenForNonOrganizer: 'Somebody else organizes this event: only they can change what all its guests share.',
  requiredAccessLevel: 'The account may only read this calendar: its owner can allow it to change events.',
  accessNotConfigured: 'Enable this API for the project of the OAuth client in the Google Cloud console.',
  quotaExceeded: 'The quota is used up: it comes back in hours, not seconds.',
  dailyLimitExceeded: 'The quota of the day is used up; it comes back at midnight Pacific time.'
}

/** What an error answer of a Google system means: its `errors[].reason` decides, before the status. */
export function classifyGoogle({ body }: { status: number; body: string }): Meaning | undefined {
  const error = errorIn(body)
  const word = error?.reason
  const reason = word === undefined ? undefined : BY_REASON[word]
  if (!error || word === undefined || !reason) return undefined
  const advice = ADVICE[word]
  const wait = askedWait(error.message, Date.now())
  const details: ErrorDetails = {
    upstream: { reason: word },
    ...(advice !== undefined && { suggestions: [advice] }),
    ...(wait !== undefined && { retry_after_ms: wait }),
    ...(QUOTAS.includes(word) && { quota: true }),
    ...(OF_CREDENTIAL.includes(word) && { of_credential: true })
  }
  return { reason, details }
}

function errorIn(body: string): GoogleError | undefined {
  const error = member(parsed(body), 'error')
  const message = member(error, 'message')
  const errors = member(error, 'errors')
  const word = member(Array.isArray(errors) ? errors[0] : undefined, 'reason') ?? member(error, 'status')
  return { message: typeof message === 'string' ? message : '', ...(typeof word === 'string' && { reason: word }) }
}

/** "User-rate limit exceeded. Retry after 2026-01-01T00:00:00.000Z" */
function askedWait(message: string, now: number): number | undefined {
  const [, time] = /Retry after (\S+)/.exec(message) ?? []
  const ms = time === undefined ? Number.NaN : Date.parse(time) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** What refuses a refresh token, in words that say what to do. */
export function classifyRefusal({ status, body }: { status: number; body: string }): Meaning | undefined {
  if (status >= 500 || status === 429) return undefined
  const word = member(parsed(body), 'error')
  if (word === 'invalid_grant') return { reason: 'token_expired', details: { upstream: { reason: word }, suggestions: EXPIRED } }
  const reason = typeof word === 'string' ? word : 'unknown'
  return { reason: 'authentication_failed', details: { upstream: { reason }, suggestions: [CLIENT] } }
}

const EXPIRED = [
  'Let the account consent again and set the new token as GOOGLE_REFRESH_TOKEN.',
  'Refresh tokens end after 7 days while the consent screen is in Testing (publish the app to avoid that), after 6 months without use, when the user revokes access or changes the password, and when the account has more than 100 of them for one client.'
]
const CLIENT = 'Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: they must be those of the client that the refresh token was granted to.'

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined
