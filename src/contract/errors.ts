import { ERRORS, type ErrorCode } from './error-codes.ts'

/** Whether the thing asked for happened: `unknown` once a write was sent and its answer lost. */
export type Outcome = 'not_executed' | 'executed' | 'unknown'

interface ReasonRow {
  code: ErrorCode
  /** Replaces the code's own status. */
  status?: number
  /** Any operation may answer it, declared or not. */
  common?: true
  meaning: string
}

/** The stable word below a code. One row each; `common` ones need no declaration. */
export const REASONS = {
  project_missing: { code: 'VALIDATION_ERROR', meaning: 'The command needs a project, and none is set' },
  project_invalid: { code: 'VALIDATION_ERROR', meaning: 'What was given as project is no project id' },
  location_missing: { code: 'VALIDATION_ERROR', meaning: 'The command needs a zone or a region' },
  unknown_command: { code: 'VALIDATION_ERROR', meaning: 'The program has no such command' },
  unknown_argument: { code: 'VALIDATION_ERROR', meaning: 'The command has no such argument' },
  missing_argument: { code: 'VALIDATION_ERROR', meaning: 'The command needs a further argument' },
  incomplete_command: { code: 'VALIDATION_ERROR', meaning: 'The words are a group of commands, and no command' },
  invalid_format: { code: 'VALIDATION_ERROR', meaning: 'The output format is none that the program knows' },
  no_account: { code: 'AUTHENTICATION_ERROR', status: 424, meaning: 'The program has no account to call its system with' },
  reauthentication_needed: { code: 'AUTHENTICATION_ERROR', status: 424, meaning: 'The account must log in again, in person' },
  api_disabled: { code: 'PERMISSION_ERROR', status: 424, meaning: 'The API is not enabled on the project' },
  command_denied: {
    code: 'PERMISSION_ERROR',
    meaning: 'The gateway does not run this command or argument for anybody, or not for this key'
  },
  missing_required_field: { code: 'VALIDATION_ERROR', common: true, meaning: 'A required property is absent' },
  invalid_field_value: { code: 'VALIDATION_ERROR', common: true, meaning: 'A property has a wrong type, range or form' },
  unknown_field: { code: 'VALIDATION_ERROR', common: true, meaning: 'A property that this operation does not have' },
  invalid_json: { code: 'VALIDATION_ERROR', common: true, meaning: 'The body is not JSON, or holds what JSON input may not' },
  cannot_be_honoured: { code: 'VALIDATION_ERROR', status: 422, meaning: 'Well formed, but impossible as things stand' },
  upstream_refused: { code: 'VALIDATION_ERROR', status: 422, common: true, meaning: 'The system refused the input' },
  key_missing: { code: 'AUTHENTICATION_ERROR', common: true, meaning: 'No key was sent' },
  key_unknown: { code: 'AUTHENTICATION_ERROR', common: true, meaning: 'The key is not known to this gateway' },
  key_expired: { code: 'AUTHENTICATION_ERROR', common: true, meaning: 'The key is past its date' },
  authentication_failed: {
    code: 'AUTHENTICATION_ERROR',
    status: 424,
    common: true,
    meaning: "The system refused the gateway's credential"
  },
  token_expired: {
    code: 'AUTHENTICATION_ERROR',
    status: 424,
    common: true,
    meaning: "The gateway's credential for the system has expired"
  },
  insufficient_permissions: { code: 'PERMISSION_ERROR', common: true, meaning: 'The key, or the credential, lacks the permission' },
  denied_by_policy: { code: 'PERMISSION_ERROR', common: true, meaning: 'The policy of this gateway denies it' },
  host_refused: { code: 'PERMISSION_ERROR', common: true, meaning: 'Without keys only names of this machine are answered' },
  address_refused: { code: 'PERMISSION_ERROR', meaning: 'The URL leads to a place that this gateway does not call for others' },
  outside_roots: { code: 'PERMISSION_ERROR', meaning: 'The path leads outside the configured roots' },
  access_denied: { code: 'PERMISSION_ERROR', meaning: 'The operating system refuses access' },
  operation_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'No operation of that name' },
  route_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'Nothing is served at that path' },
  system_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'No system of that name' },
  instance_not_found: { code: 'NOT_FOUND_ERROR', common: true, meaning: 'The system has no instance of that name' },
  file_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'Nothing is at that path' },
  job_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'No job of that id is visible to this key' },
  page_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The page is missing, or not visible to this credential' },
  space_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The space is missing, or not visible to this credential' },
  object_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The graph holds no object of that name' },
  link_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The graph holds no such link' },
  text_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The text looked for is not there' },
  upstream_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'Missing, or not visible to this credential' },
  method_not_allowed: { code: 'METHOD_NOT_ALLOWED', common: true, meaning: 'See the Allow header' },
  not_acceptable: { code: 'NOT_ACCEPTABLE', common: true, meaning: 'See details.suggestions for what can be answered' },
  payload_too_large: { code: 'PAYLOAD_TOO_LARGE', common: true, meaning: 'The body is over the limit' },
  file_too_large: { code: 'PAYLOAD_TOO_LARGE', meaning: 'The file is over the limit of this operation' },
  unsupported_media_type: { code: 'UNSUPPORTED_MEDIA_TYPE', common: true, meaning: 'Send application/json' },
  not_text: { code: 'VALIDATION_ERROR', status: 422, meaning: 'The file is not valid UTF-8 text' },
  not_a_file: { code: 'VALIDATION_ERROR', status: 422, meaning: 'The path is not a regular file' },
  not_a_directory: { code: 'VALIDATION_ERROR', status: 422, meaning: 'The path is not a directory' },
  text_not_unique: { code: 'CONFLICT_ERROR', meaning: 'The text occurs more than once' },
  already_exists: { code: 'CONFLICT_ERROR', meaning: 'Something is already there' },
  not_empty: { code: 'CONFLICT_ERROR', meaning: 'The directory still holds something' },
  has_links: { code: 'CONFLICT_ERROR', meaning: 'Links still lead to or from the object' },
  version_conflict: { code: 'CONFLICT_ERROR', meaning: 'Somebody else changed it; details.current says to what' },
  not_mergeable: { code: 'CONFLICT_ERROR', meaning: 'The merge request cannot be merged as it stands; details.current says why' },
  illegal_transition: { code: 'CONFLICT_ERROR', meaning: 'The job is in a state that does not allow this' },
  not_undoable: { code: 'CONFLICT_ERROR', meaning: 'No job can take back what this one did' },
  not_reconcilable: { code: 'CONFLICT_ERROR', meaning: 'The action cannot look what became of its unknown items' },
  calls_under_way: { code: 'UNAVAILABLE_ERROR', meaning: 'Calls of the job may still be under way: what they do is not yet to be seen' },
  nothing_to_do: { code: 'CONFLICT_ERROR', meaning: 'The job has no items of which that could be asked' },
  follow_up_exists: { code: 'CONFLICT_ERROR', meaning: 'Another job made from this one has these items' },
  idempotency_key_reused: {
    code: 'VALIDATION_ERROR',
    status: 422,
    common: true,
    meaning: 'The idempotency key was given before, with another input'
  },
  idempotency_in_flight: { code: 'CONFLICT_ERROR', common: true, meaning: 'A call with this idempotency key is under way' },
  idempotency_outcome_unknown: {
    code: 'CONFLICT_ERROR',
    common: true,
    meaning: 'Nobody can say what came of the first call with this idempotency key'
  },
  idempotency_answer_not_kept: {
    code: 'CONFLICT_ERROR',
    common: true,
    meaning: 'The first call with this idempotency key was done; its answer was not kept'
  },
  upstream_gone: { code: 'GONE_ERROR', meaning: 'The system removed it, or the endpoint' },
  job_expired: { code: 'GONE_ERROR', meaning: 'The job existed; its time of keeping is over' },
  file_changed: { code: 'PRECONDITION_FAILED', meaning: 'The file is not what expected_sha256 says' },
  plan_changed: { code: 'PRECONDITION_FAILED', meaning: 'The confirm token does not belong to this preview, or has expired' },
  confirmation_required: { code: 'CONFIRMATION_REQUIRED', common: true, meaning: 'Repeat the call with confirm: true' },
  acknowledgement_required: { code: 'CONFIRMATION_REQUIRED', meaning: 'Items that may be done already would be done again' },
  rate_limit_exceeded: { code: 'RATE_LIMIT_ERROR', common: true, meaning: 'Wait as details.retry_after_ms says' },
  configuration_missing: { code: 'CONFIGURATION_ERROR', common: true, meaning: 'The system has no settings here' },
  configuration_invalid: { code: 'CONFIGURATION_ERROR', common: true, meaning: 'The settings of this instance are wrong' },
  network_timeout: { code: 'TIMEOUT_ERROR', common: true, meaning: 'The system did not answer in time' },
  deadline_exceeded: { code: 'TIMEOUT_ERROR', common: true, meaning: "The operation's own limit passed" },
  connection_failed: { code: 'NETWORK_ERROR', common: true, meaning: 'No connection to the system' },
  server_error: { code: 'UPSTREAM_SERVER_ERROR', common: true, meaning: 'The system answered with a failure of its own' },
  redis_unavailable: { code: 'UNAVAILABLE_ERROR', common: true, meaning: 'The job store cannot be reached' },
  storage_full: { code: 'UNAVAILABLE_ERROR', meaning: 'The disk is full, or read-only' },
  machine_busy: { code: 'UNAVAILABLE_ERROR', meaning: 'The machine of the gateway can start no program just now' },
  busy: { code: 'UNAVAILABLE_ERROR', common: true, meaning: 'As much as can be done at once is under way; try again' },
  shutting_down: { code: 'UNAVAILABLE_ERROR', common: true, meaning: 'The gateway is about to stop' },
  client_closed: { code: 'UNAVAILABLE_ERROR', common: true, meaning: 'The caller went away before the answer' },
  unexpected: { code: 'UNKNOWN_ERROR', common: true, meaning: 'A defect of the gateway' }
} as const satisfies Record<string, ReasonRow>

export type Reason = keyof typeof REASONS

/** Reasons every operation may answer with; a definition declares only the others. */
export type CommonReason = { [R in Reason]: (typeof REASONS)[R] extends { common: true } ? R : never }[Reason]

/** One problem of an input: where, what, and what would be right. */
export interface Issue {
  path: string
  message: string
  expected?: string
}

export interface ErrorDetails {
  source?: 'gateway' | 'upstream'
  upstream?: Record<string, unknown>
  outcome?: Outcome
  /** An earlier call with the same idempotency key failed so. */
  replayed?: boolean
  retryable?: boolean
  retry_after_ms?: number
  issues?: Issue[]
  suggestions?: string[]
  /** Not all is told: it would be more than the surface carries. */
  truncated?: object
  [fact: string]: unknown
}

const row = (reason: Reason): ReasonRow => REASONS[reason]

/** The HTTP status a reason answers with. */
export const statusOf = (reason: Reason): number => row(reason).status ?? ERRORS[row(reason).code].status

export const isCommon = (reason: Reason): boolean => row(reason).common === true

export const REASON_NAMES = Object.keys(REASONS).filter((name): name is Reason => name in REASONS)

/** A failure whose words may be shown to the caller. Whatever else is thrown is a defect, and answers `unexpected`. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
  readonly reason: Reason
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails
  /** The failure for an assistant to read, where more than the message and the suggestions is worth it. */
  readonly markdown: (() => string) | undefined

  constructor(reason: Reason, message: string, details: ErrorDetails = {}, options: ErrorOptions & { markdown?: () => string } = {}) {
    super(message, options)
    this.reason = reason
    this.code = row(reason).code
    this.status = statusOf(reason)
    this.details = details
    this.markdown = options.markdown
  }

  /** The same failure, by one who knows what came of the call. */
  withOutcome(outcome: Outcome): OperationError {
    const options = { ...(this.cause !== undefined && { cause: this.cause }), ...(this.markdown && { markdown: this.markdown }) }
    return new OperationError(this.reason, this.message, { ...this.details, outcome }, options)
  }
}

/** Whatever is not an OperationError is a defect: fixed words outside, the cause in the log. */
export function asOperationError(thrown: unknown): OperationError {
  if (thrown instanceof OperationError) return thrown
  const words = 'The gateway failed to answer this call. Its log holds the cause under the request id.'
  return new OperationError('unexpected', words, { source: 'gateway', outcome: 'unknown' }, { cause: thrown })
}
