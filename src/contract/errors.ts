/** Every way a call can fail. A row decides the HTTP status and whether the same call, sent again, may succeed. */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, retryable: false, meaning: 'The input does not match the schema, or cannot be processed' },
  AUTHENTICATION_ERROR: { status: 401, retryable: false, meaning: 'A credential is missing, unknown or expired' },
  PERMISSION_ERROR: { status: 403, retryable: false, meaning: 'The credential is valid, but is not allowed to do this' },
  NOT_FOUND_ERROR: { status: 404, retryable: false, meaning: 'The resource does not exist, or is not visible to this credential' },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, meaning: 'The path exists, but not with this method' },
  NOT_ACCEPTABLE: { status: 406, retryable: false, meaning: 'None of the media types in the Accept header is available' },
  CONFLICT_ERROR: { status: 409, retryable: false, meaning: 'The current state of the resource does not allow this' },
  GONE_ERROR: { status: 410, retryable: false, meaning: 'The resource existed and was permanently removed' },
  PRECONDITION_FAILED: { status: 412, retryable: false, meaning: 'The resource has changed since it was read' },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false, meaning: 'The body or the file exceeds the size limit' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, meaning: 'The media type of the body is not supported' },
  CONFIRMATION_REQUIRED: { status: 428, retryable: false, meaning: 'The call requires confirm: true' },
  APPROVAL_REQUIRED: { status: 428, retryable: false, meaning: 'Another caller must approve the call before it runs' },
  RATE_LIMIT_ERROR: { status: 429, retryable: true, meaning: 'Too many requests; details.source names whose limit was exceeded' },
  UPSTREAM_SERVER_ERROR: { status: 502, retryable: true, meaning: 'The system failed; returned as <SYSTEM>_SERVER_ERROR' },
  NETWORK_ERROR: { status: 502, retryable: true, meaning: 'The system could not be reached' },
  CONFIGURATION_ERROR: { status: 503, retryable: false, meaning: 'The settings of the system are missing or invalid on this gateway' },
  UNAVAILABLE_ERROR: { status: 503, retryable: true, meaning: 'The gateway is temporarily unable to serve the request' },
  TIMEOUT_ERROR: { status: 504, retryable: true, meaning: 'The deadline passed before the response arrived' },
  UNKNOWN_ERROR: { status: 500, retryable: false, meaning: 'Internal error of the gateway; its log has the cause under the request ID' }
} as const

export type ErrorCode = keyof typeof ERRORS

/** Whether the call was executed. `unknown`: a write was sent, and its response was lost. */
export type Outcome = 'not_executed' | 'executed' | 'unknown'

interface ReasonRow {
  code: ErrorCode
  /** Replaces the code's own status. */
  status?: number
  /** Every operation may fail with it, declared or not. */
  common?: true
  meaning: string
}

/** The stable reasons that refine each code. Definitions need not declare those that are `common`. */
export const REASONS = {
  project_missing: { code: 'VALIDATION_ERROR', meaning: 'The command requires a project, and none is set' },
  project_invalid: { code: 'VALIDATION_ERROR', meaning: 'The project is not a valid project ID' },
  location_missing: { code: 'VALIDATION_ERROR', meaning: 'The command requires a zone or a region' },
  unknown_command: { code: 'VALIDATION_ERROR', meaning: 'The program has no such command' },
  unknown_argument: { code: 'VALIDATION_ERROR', meaning: 'The command has no such argument' },
  missing_argument: { code: 'VALIDATION_ERROR', meaning: 'The command requires another argument' },
  incomplete_command: { code: 'VALIDATION_ERROR', meaning: 'The command is incomplete: it names a group of commands' },
  invalid_format: { code: 'VALIDATION_ERROR', meaning: 'The program does not support this output format' },
  no_account: { code: 'AUTHENTICATION_ERROR', status: 424, meaning: 'The program is not logged in to an account' },
  reauthentication_needed: { code: 'AUTHENTICATION_ERROR', status: 424, meaning: 'A person must log in to the account again' },
  api_disabled: { code: 'PERMISSION_ERROR', status: 424, meaning: 'The API is not enabled on the project' },
  command_denied: {
    code: 'PERMISSION_ERROR',
    meaning: 'The gateway does not allow this command or argument, or this key may not run it'
  },
  missing_required_field: { code: 'VALIDATION_ERROR', common: true, meaning: 'A required property is missing' },
  invalid_field_value: { code: 'VALIDATION_ERROR', common: true, meaning: 'A property has an invalid type, value or format' },
  unknown_field: { code: 'VALIDATION_ERROR', common: true, meaning: 'The operation has no such property' },
  invalid_json: {
    code: 'VALIDATION_ERROR',
    common: true,
    meaning: 'The body is not valid JSON, or contains values that are not allowed in JSON input'
  },
  cannot_be_honoured: {
    code: 'VALIDATION_ERROR',
    status: 422,
    meaning: 'The request is well formed, but cannot be fulfilled in the current state'
  },
  upstream_refused: { code: 'VALIDATION_ERROR', status: 422, common: true, meaning: 'The system rejected the input' },
  key_missing: { code: 'AUTHENTICATION_ERROR', common: true, meaning: 'The request has no API key' },
  key_unknown: { code: 'AUTHENTICATION_ERROR', common: true, meaning: 'The API key is unknown to this gateway, disabled or revoked' },
  key_expired: { code: 'AUTHENTICATION_ERROR', common: true, meaning: 'The API key has expired' },
  token_refused: {
    code: 'AUTHENTICATION_ERROR',
    common: true,
    meaning: 'The token (JWT) is invalid, expired, for another audience, or from an issuer that the gateway does not accept'
  },
  authentication_failed: {
    code: 'AUTHENTICATION_ERROR',
    status: 424,
    common: true,
    meaning: "The system rejected the gateway's credential"
  },
  token_expired: {
    code: 'AUTHENTICATION_ERROR',
    status: 424,
    common: true,
    meaning: "The gateway's credential for the system has expired"
  },
  insufficient_permissions: {
    code: 'PERMISSION_ERROR',
    common: true,
    meaning: "The API key, or the gateway's credential for the system, lacks a permission"
  },
  denied_by_policy: { code: 'PERMISSION_ERROR', common: true, meaning: 'The policy of this gateway denies the call' },
  outside_constraints: {
    code: 'PERMISSION_ERROR',
    common: true,
    meaning:
      'The constraints of the API key do not include this instance, operation or resource. One that does not exist is refused in the same way'
  },
  approval_denied: { code: 'PERMISSION_ERROR', common: true, meaning: 'Another caller denied the approval of the call' },
  key_revoked: {
    code: 'PERMISSION_ERROR',
    common: true,
    meaning: 'The API key that sent the call or created the job was revoked, or is no longer allowed to run it'
  },
  host_refused: {
    code: 'PERMISSION_ERROR',
    common: true,
    meaning: 'The gateway has no keys, so it accepts requests only from programs on the same machine and from its own pages'
  },
  address_refused: { code: 'PERMISSION_ERROR', meaning: 'The gateway does not send requests to this address on behalf of callers' },
  outside_roots: { code: 'PERMISSION_ERROR', meaning: 'The path is outside the configured roots' },
  access_denied: { code: 'PERMISSION_ERROR', meaning: 'The operating system denies access' },
  operation_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'No operation has this name' },
  route_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'No route has this path' },
  system_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'No system has this name' },
  instance_not_found: { code: 'NOT_FOUND_ERROR', common: true, meaning: 'The system has no instance with this name' },
  file_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'No file or directory has this path' },
  job_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'No job with this ID is visible to this key' },
  call_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'No call with this ID is in the record, or it is not visible to this key' },
  approval_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'No approval with this ID is visible to this key' },
  key_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The gateway has no key with this ID' },
  page_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The page does not exist, or is not visible to this credential' },
  space_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The space does not exist, or is not visible to this credential' },
  object_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The graph has no object with this name' },
  link_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The graph has no such link' },
  episode_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The graph has no episode with this ID' },
  text_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The text was not found' },
  upstream_not_found: { code: 'NOT_FOUND_ERROR', meaning: 'The resource does not exist, or is not visible to this credential' },
  method_not_allowed: {
    code: 'METHOD_NOT_ALLOWED',
    common: true,
    meaning: 'The path does not support this method; the Allow header lists those that it supports'
  },
  range_not_satisfiable: {
    code: 'VALIDATION_ERROR',
    status: 416,
    common: true,
    meaning: 'The file ends before the requested range; details.length is its size'
  },
  not_acceptable: {
    code: 'NOT_ACCEPTABLE',
    common: true,
    meaning: 'None of the accepted media types is available; details.suggestions lists those that are'
  },
  payload_too_large: { code: 'PAYLOAD_TOO_LARGE', common: true, meaning: 'The body exceeds the size limit' },
  file_too_large: { code: 'PAYLOAD_TOO_LARGE', meaning: 'The file exceeds the size limit of this operation' },
  unsupported_media_type: { code: 'UNSUPPORTED_MEDIA_TYPE', common: true, meaning: 'The body must be application/json' },
  not_text: { code: 'VALIDATION_ERROR', status: 422, meaning: 'The file is not valid UTF-8 text' },
  not_a_file: { code: 'VALIDATION_ERROR', status: 422, meaning: 'The path is not a regular file' },
  not_a_directory: { code: 'VALIDATION_ERROR', status: 422, meaning: 'The path is not a directory' },
  text_not_unique: { code: 'CONFLICT_ERROR', meaning: 'The text occurs more than once' },
  partial_content: { code: 'CONFLICT_ERROR', meaning: 'The content is only a part of the resource: writing it would delete the rest' },
  already_exists: { code: 'CONFLICT_ERROR', meaning: 'A resource with this name already exists' },
  approval_used: { code: 'CONFLICT_ERROR', common: true, meaning: 'The approval was already used to start its call' },
  approval_expired: { code: 'CONFLICT_ERROR', common: true, meaning: 'The approval was not decided, or not used, in time' },
  approval_mismatch: { code: 'CONFLICT_ERROR', common: true, meaning: 'The approval is for another operation, instance or input' },
  already_decided: { code: 'CONFLICT_ERROR', meaning: 'The approval was already decided, with another decision or by another caller' },
  key_in_file: { code: 'CONFLICT_ERROR', meaning: 'The key is an entry of the configuration, which only the operator can change' },
  already_revoked: { code: 'CONFLICT_ERROR', meaning: 'The key was revoked, which cannot be undone' },
  key_unreadable: {
    code: 'CONFLICT_ERROR',
    meaning: 'Another version of the gateway stored the key. The key is refused, and can only be revoked or deleted'
  },
  too_many_keys: { code: 'CONFLICT_ERROR', meaning: 'The gateway has the maximum number of managed keys' },
  not_empty: { code: 'CONFLICT_ERROR', meaning: 'The directory is not empty' },
  has_links: { code: 'CONFLICT_ERROR', meaning: 'The object still has links' },
  version_conflict: { code: 'CONFLICT_ERROR', meaning: 'Another client changed the resource; details.current has its current version' },
  not_mergeable: {
    code: 'CONFLICT_ERROR',
    meaning: 'The merge request cannot be merged in its current state; details.current has the reason'
  },
  body_not_stored: { code: 'CONFLICT_ERROR', meaning: 'The input of the call is not stored, so it cannot be replayed' },
  illegal_transition: { code: 'CONFLICT_ERROR', meaning: 'The current state of the job does not allow this' },
  not_undoable: { code: 'CONFLICT_ERROR', meaning: 'The job cannot be undone' },
  not_reconcilable: { code: 'CONFLICT_ERROR', meaning: 'The operation of the job cannot check the outcome of unknown items' },
  calls_under_way: {
    code: 'UNAVAILABLE_ERROR',
    meaning: 'Calls of the job may still be in progress, so their effects cannot be checked yet'
  },
  nothing_to_do: { code: 'CONFLICT_ERROR', meaning: 'The job has no items that this applies to' },
  follow_up_exists: { code: 'CONFLICT_ERROR', meaning: 'Another follow-up job already has some of these items' },
  idempotency_key_reused: {
    code: 'VALIDATION_ERROR',
    status: 422,
    common: true,
    meaning: 'The idempotency key was already used with a different input'
  },
  idempotency_in_flight: { code: 'CONFLICT_ERROR', common: true, meaning: 'A call with this idempotency key is still in progress' },
  idempotency_outcome_unknown: {
    code: 'CONFLICT_ERROR',
    common: true,
    meaning: 'The outcome of the first call with this idempotency key is unknown'
  },
  idempotency_answer_not_kept: {
    code: 'CONFLICT_ERROR',
    common: true,
    meaning: 'The first call with this idempotency key was executed, but its response was not stored'
  },
  upstream_gone: { code: 'GONE_ERROR', meaning: 'The system has removed the resource or the endpoint' },
  job_expired: { code: 'GONE_ERROR', meaning: 'The job has expired or was deleted' },
  file_changed: { code: 'PRECONDITION_FAILED', meaning: 'The file does not match expected_sha256' },
  plan_changed: { code: 'PRECONDITION_FAILED', meaning: 'The confirm token does not belong to this preview, or has expired' },
  approval_required: { code: 'APPROVAL_REQUIRED', common: true, meaning: 'Another caller must approve the call: see details.approval' },
  confirmation_required: { code: 'CONFIRMATION_REQUIRED', common: true, meaning: 'The call lacks confirm: true' },
  acknowledgement_required: { code: 'CONFIRMATION_REQUIRED', meaning: 'The call may repeat items that are already done' },
  rate_limit_exceeded: {
    code: 'RATE_LIMIT_ERROR',
    common: true,
    meaning: 'The rate limit was exceeded; retry after details.retry_after_ms'
  },
  configuration_missing: { code: 'CONFIGURATION_ERROR', common: true, meaning: 'The system is not configured on this gateway' },
  configuration_invalid: { code: 'CONFIGURATION_ERROR', common: true, meaning: 'The settings of this instance are invalid' },
  network_timeout: { code: 'TIMEOUT_ERROR', common: true, meaning: 'The system did not respond in time' },
  deadline_exceeded: { code: 'TIMEOUT_ERROR', common: true, meaning: 'The call did not finish within its time limit' },
  connection_failed: { code: 'NETWORK_ERROR', common: true, meaning: 'The connection to the system failed' },
  server_error: { code: 'UPSTREAM_SERVER_ERROR', common: true, meaning: 'The system returned a server error' },
  redis_unavailable: { code: 'UNAVAILABLE_ERROR', common: true, meaning: 'Redis, which stores jobs and managed keys, cannot be reached' },
  issuer_unavailable: {
    code: 'UNAVAILABLE_ERROR',
    common: true,
    meaning: 'The issuer of the token (JWT) cannot be reached, and the gateway does not know its keys'
  },
  storage_full: { code: 'UNAVAILABLE_ERROR', meaning: 'The disk is full or read-only' },
  machine_busy: { code: 'UNAVAILABLE_ERROR', meaning: 'The machine of the gateway cannot start another program at the moment' },
  busy: { code: 'UNAVAILABLE_ERROR', common: true, meaning: 'The maximum number of concurrent calls is in progress; retry later' },
  circuit_open: {
    code: 'UNAVAILABLE_ERROR',
    common: true,
    meaning: 'The system keeps failing, so the gateway sends it no requests until details.reset_time; do not call it before then'
  },
  shutting_down: { code: 'UNAVAILABLE_ERROR', common: true, meaning: 'The gateway is shutting down' },
  client_closed: { code: 'UNAVAILABLE_ERROR', common: true, meaning: 'The client closed the connection before the response was sent' },
  unexpected: { code: 'UNKNOWN_ERROR', common: true, meaning: 'Internal error of the gateway' }
} as const satisfies Record<string, ReasonRow>

export type Reason = keyof typeof REASONS

/** Reasons that every operation may fail with; a definition declares only the others. */
export type CommonReason = { [R in Reason]: (typeof REASONS)[R] extends { common: true } ? R : never }[Reason]

/** One problem of an input. `path` names the property, `expected` describes a valid value. */
export interface Issue {
  path: string
  message: string
  expected?: string
}

export interface ErrorDetails {
  source?: 'gateway' | 'upstream'
  upstream?: Record<string, unknown>
  outcome?: Outcome
  /** This is the stored failure of an earlier call with the same idempotency key. */
  replayed?: boolean
  retryable?: boolean
  retry_after_ms?: number
  issues?: Issue[]
  suggestions?: string[]
  /** Set if details were removed because the error was too large for the surface. */
  truncated?: object
  [fact: string]: unknown
}

const row = (reason: Reason): ReasonRow => REASONS[reason]

/** Returns the HTTP status of a reason. */
export const statusOf = (reason: Reason): number => row(reason).status ?? ERRORS[row(reason).code].status

export const isCommon = (reason: Reason): boolean => row(reason).common === true

export const REASON_NAMES = Object.keys(REASONS).filter((name): name is Reason => name in REASONS)

/** An error whose message is written for the caller. Anything else that is thrown is a defect, and becomes `unexpected`. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
  readonly reason: Reason
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails
  /** Renders the error as Markdown, if it has more than a message and suggestions. */
  readonly markdown: (() => string) | undefined

  constructor(reason: Reason, message: string, details: ErrorDetails = {}, options: ErrorOptions & { markdown?: () => string } = {}) {
    super(message, options)
    this.reason = reason
    this.code = row(reason).code
    this.status = statusOf(reason)
    this.details = details
    this.markdown = options.markdown
  }

  /** Returns a copy with `details` merged in. */
  with(details: ErrorDetails): OperationError {
    return this.#copy({ ...this.details, ...details })
  }

  /** Returns a copy without an outcome, for calls that never change anything. */
  withoutOutcome(): OperationError {
    const { outcome: _, ...details } = this.details
    return this.#copy(details)
  }

  #copy(details: ErrorDetails): OperationError {
    const options = { ...(this.cause !== undefined && { cause: this.cause }), ...(this.markdown && { markdown: this.markdown }) }
    return new OperationError(this.reason, this.message, details, options)
  }
}

/** Returns `thrown` if it is an OperationError; otherwise a fixed `unexpected` error that keeps it as the cause for the log. */
export function asOperationError(thrown: unknown): OperationError {
  if (thrown instanceof OperationError) return thrown
  const message = 'The gateway failed to process this call. Its log has the cause under the request ID.'
  return new OperationError('unexpected', message, { source: 'gateway', outcome: 'unknown' }, { cause: asError(thrown) })
}

/** Returns `thrown` as an Error that can be logged: JavaScript can throw any value, even undefined. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(`A value that is not an Error was thrown: ${String(thrown)}`)
