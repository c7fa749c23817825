import type { Reason } from '../../../../contract/errors.ts'

/** How a failure of gcloud is reported, recognized by its output. */
export interface ErrorClass {
  /** Stable name of the class, in details.class. */
  class: string
  reason: Reason
  /** Matches the text on stderr. */
  text: RegExp
  /** Applies only to this exit code. */
  exit?: number
  /** Whether the command may have had an effect. By default it had none, because gcloud or the API refused it. */
  mayHaveRun?: true
  /** The hints that gcloud prints with it are misleading. */
  noHints?: true
  /** A quota that takes hours to recover. */
  quota?: true
}

const LOGIN = 'refreshing your current auth tokens'
const UNREACHABLE =
  /Max retries exceeded|NewConnectionError|ConnectionError|ConnectTimeout|ReadTimeout|Unable to find the server|Failed to resolve|Name or service not known|Network is unreachable|Connection (?:refused|reset|aborted)|Read timed out|ProxyError|SSLError/

/** The first match decides: the output for one cause often contains the words of another. */
const ERROR_CATALOG: readonly ErrorClass[] = [
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
  // A network failure during a login prints the same hint as an expired login.
  {
    class: 'token_endpoint_unreachable',
    reason: 'connection_failed',
    noHints: true,
    text: new RegExp(`${LOGIN}: .{0,1000}(?:${UNREACHABLE.source})`)
  },
  {
    class: 'asked_a_question',
    reason: 'cannot_be_honoured',
    noHints: true,
    text: /EOFError|gcloud crashed \(TypeError\): int\(\) argument/
  },
  { class: 'api_unreachable', reason: 'connection_failed', noHints: true, mayHaveRun: true, text: UNREACHABLE },
  { class: 'no_account', reason: 'no_account', text: /do not currently have an active account selected/ },
  { class: 'token_revoked', reason: 'token_expired', text: new RegExp(`${LOGIN}: .{0,1000}(?:expired or revoked|Bad Request)`) },
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
    text: /Format must be one of|(?:More tokens|Term|Operator) expected|[Uu]nterminated .{0,200}(?:expression|projection)/
  },
  { class: 'aborted', reason: 'cannot_be_honoured', text: /[Aa]borted by (?:user|ctrl-c)/ },
  {
    class: 'api_disabled',
    reason: 'api_disabled',
    text: /SERVICE_DISABLED|has not been used in project .{0,200} before or it is disabled|API \[[\w.]+\] not enabled/
  },
  {
    class: 'quota_exceeded',
    reason: 'rate_limit_exceeded',
    quota: true,
    text: /Quota '[^']*' exceeded|quotaExceeded|QUOTA_EXCEEDED|Quota exceeded for quota metric '[^']*' and limit '[^']*per day/
  },
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

/** A list that could not be completed: gcloud prints an empty one and exits with 0. */
export const SILENT_FAILURE = 'Some requests did not succeed'

/** Classifies a failure by its first error, or else by the whole output, because names and warnings can contain the same words. */
export function classOf(exit: number, stderr: string): ErrorClass {
  const first = firstErrorIn(stderr)
  const found = (first === undefined ? undefined : rowFor(exit, first, LAST)) ?? rowFor(exit, stderr)
  if (!found) throw new Error('The last row of the catalog must match everything')
  return found
}

const LAST = ERROR_CATALOG.at(-1)

const rowFor = (exit: number, text: string, without?: ErrorClass): ErrorClass | undefined =>
  ERROR_CATALOG.find(row => row !== without && (row.exit === undefined || row.exit === exit) && row.text.test(text))

/** Returns the text from the first error line up to the next one, or undefined if there are not two. */
function firstErrorIn(stderr: string): string | undefined {
  const [first, second] = stderr.split(/^(?=ERROR: )/m).filter(part => part.startsWith('ERROR: '))
  return second === undefined ? undefined : first
}
