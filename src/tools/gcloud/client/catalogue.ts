import type { Reason } from '../../../contract/errors.ts'

/** How a failure of gcloud is told, by what it printed. */
export interface ErrorClass {
  /** The stable word of this catalogue, in details.class. */
  class: string
  reason: Reason
  /** Fits what was printed on stderr. */
  text: RegExp
  /** Only after this exit code. */
  exit?: number
  /** Whether something may have been done: by default nothing was, since gcloud or its system refused. */
  mayHaveRun?: true
  /** Hints that gcloud prints with it mislead. */
  noHints?: true
  /** The system asks for patience that is measured in hours. */
  quota?: true
}

const LOGIN = 'refreshing your current auth tokens'
const UNREACHABLE =
  /Max retries exceeded|NewConnectionError|ConnectionError|ConnectTimeout|ReadTimeout|Unable to find the server|Failed to resolve|Name or service not known|Network is unreachable|Connection (?:refused|reset|aborted)|Read timed out|ProxyError|SSLError/

/** The first that fits decides: what gcloud prints of one cause often holds the words of another. */
export const CATALOGUE: readonly ErrorClass[] = [
  { class: 'invalid_value', reason: 'unknown_argument', exit: 2, text: /argument --[\w-]+(?:[ /]\S+)?: Invalid choice: / },
  { class: 'unknown_command', reason: 'unknown_command', exit: 2, text: /Invalid choice: / },
  { class: 'incomplete_command', reason: 'incomplete_command', exit: 2, text: /Command name argument expected/ },
  { class: 'unknown_argument', reason: 'unknown_argument', exit: 2, text: /unrecognized arguments?:|ignored explicit argument/ },
  {
    class: 'missing_argument',
    reason: 'missing_argument',
    exit: 2,
    text: /Must be specified|expected (?:one|at least one) argument|Exactly one of|At least one of/
  },
  { class: 'usage', reason: 'unknown_argument', exit: 2, text: /./ },
  // A failure of the network during a login prints the same hint as a login that has expired.
  {
    class: 'token_endpoint_unreachable',
    reason: 'connection_failed',
    noHints: true,
    text: new RegExp(`${LOGIN}: .*(?:${UNREACHABLE.source})`)
  },
  {
    class: 'asked_a_question',
    reason: 'cannot_be_honoured',
    noHints: true,
    text: /EOFError|gcloud crashed \(TypeError\): int\(\) argument/
  },
  { class: 'api_unreachable', reason: 'connection_failed', noHints: true, mayHaveRun: true, text: UNREACHABLE },
  { class: 'no_account', reason: 'no_account', text: /do not currently have an active account selected/ },
  { class: 'token_revoked', reason: 'token_expired', text: new RegExp(`${LOGIN}: .*(?:expired or revoked|Bad Request)`) },
  {
    class: 'reauthentication_needed',
    reason: 'reauthentication_needed',
    text: /Reauthentication (?:failed|required)|cannot prompt during non-interactive/
  },
  { class: 'account_refused', reason: 'authentication_failed', text: new RegExp(`${LOGIN}|does not have any valid credentials`) },
  { class: 'crashed', reason: 'server_error', noHints: true, mayHaveRun: true, text: /gcloud crashed/ },
  { class: 'project_missing', reason: 'project_missing', text: /required property \[(?:core\/)?project\] is not currently set/ },
  { class: 'project_invalid', reason: 'project_invalid', text: /must be set to a valid project ID|was set to Project number/ },
  {
    class: 'location_missing',
    reason: 'location_missing',
    text: /Underspecified resource|must specify a (?:region|zone|location)|required property \[[\w/]*(?:zone|region|location)\]/
  },
  { class: 'missing_argument', reason: 'missing_argument', text: /is required but was not provided/ },
  {
    class: 'invalid_format',
    reason: 'invalid_format',
    text: /Format must be one of|(?:More tokens|Term|Operator) expected|[Uu]nterminated .*(?:expression|projection)/
  },
  { class: 'aborted', reason: 'cannot_be_honoured', text: /[Aa]borted by (?:user|ctrl-c)/ },
  {
    class: 'api_disabled',
    reason: 'api_disabled',
    text: /SERVICE_DISABLED|has not been used in project .* before or it is disabled|API \[[\w.]+\] not enabled/
  },
  { class: 'quota_exceeded', reason: 'rate_limit_exceeded', quota: true, text: /Quota '[^']*' exceeded|quotaExceeded|QUOTA_EXCEEDED/ },
  {
    class: 'rate_limited',
    reason: 'rate_limit_exceeded',
    text: /Quota exceeded for quota metric|RESOURCE_EXHAUSTED|[rR]ate ?[lL]imit ?[eE]xceeded|Too Many Requests/
  },
  { class: 'credential_refused', reason: 'authentication_failed', text: /invalid authentication credentials|UNAUTHENTICATED/ },
  {
    class: 'permission_denied',
    reason: 'insufficient_permissions',
    text: /PERMISSION_DENIED|does not have permission|Required '[^']*' permission|caller does not have permission|Permission '[^']*' denied|HTTPError 403/
  },
  { class: 'already_exists', reason: 'already_exists', text: /already exists|ALREADY_EXISTS|alreadyExists/ },
  { class: 'not_found', reason: 'upstream_not_found', text: /NOT_FOUND|not found|HTTPError 404/ },
  {
    class: 'system_failed',
    reason: 'server_error',
    mayHaveRun: true,
    text: /Internal error|INTERNAL:|UNAVAILABLE|[bB]ackend ?[eE]rror|HTTPError 5\d\d/
  },
  { class: 'refused', reason: 'upstream_refused', text: /^/ }
]

/** A list that could not be made: gcloud prints an empty one, and ends well. */
export const SILENT_FAILURE = 'Some requests did not succeed'

/** By its first error where that tells, else by all that was printed: names and warnings hold such words, too. */
export function classOf(exit: number, stderr: string): ErrorClass {
  const first = firstErrorIn(stderr)
  const found = (first === undefined ? undefined : rowFor(exit, first, LAST)) ?? rowFor(exit, stderr)
  if (!found) throw new Error('The last row of the catalogue fits all')
  return found
}

const LAST = CATALOGUE.at(-1)

const rowFor = (exit: number, text: string, without?: ErrorClass): ErrorClass | undefined =>
  CATALOGUE.find(row => row !== without && (row.exit === undefined || row.exit === exit) && row.text.test(text))

/** From the first line that says so up to the next one; undefined where there are no two. */
function firstErrorIn(stderr: string): string | undefined {
  const [first, second] = stderr.split(/^(?=ERROR: )/m).filter(part => part.startsWith('ERROR: '))
  return second === undefined ? undefined : first
}
