/** Every way a call can fail. One row decides the HTTP status and whether trying again, unchanged, may help. */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, retryable: false, meaning: 'The input does not fit the schema, or cannot be honoured' },
  AUTHENTICATION_ERROR: { status: 401, retryable: false, meaning: 'A credential is missing, unknown or expired' },
  PERMISSION_ERROR: { status: 403, retryable: false, meaning: 'The credential is known, but may not do this' },
  NOT_FOUND_ERROR: { status: 404, retryable: false, meaning: 'The thing does not exist, or is not visible to this credential' },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, meaning: 'The path exists, but not with this method' },
  NOT_ACCEPTABLE: { status: 406, retryable: false, meaning: 'None of the media types in Accept can be answered' },
  CONFLICT_ERROR: { status: 409, retryable: false, meaning: 'The thing is in a state that does not allow this' },
  GONE_ERROR: { status: 410, retryable: false, meaning: 'It existed, and was removed for good' },
  PRECONDITION_FAILED: { status: 412, retryable: false, meaning: 'The thing changed since it was read' },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false, meaning: 'The body or the file is larger than the limit' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, meaning: 'The body is not of a media type that is read here' },
  CONFIRMATION_REQUIRED: { status: 428, retryable: false, meaning: 'The call waits for confirm: true' },
  RATE_LIMIT_ERROR: { status: 429, retryable: true, meaning: 'Too many calls; details.source says whose limit' },
  UPSTREAM_SERVER_ERROR: { status: 502, retryable: true, meaning: 'The system failed; printed as <SYSTEM>_SERVER_ERROR' },
  NETWORK_ERROR: { status: 502, retryable: true, meaning: 'The system could not be reached' },
  CONFIGURATION_ERROR: { status: 503, retryable: false, meaning: 'This gateway has no, or broken, settings for the system' },
  UNAVAILABLE_ERROR: { status: 503, retryable: true, meaning: 'The gateway cannot serve this now' },
  TIMEOUT_ERROR: { status: 504, retryable: true, meaning: 'The deadline passed before the answer came' },
  UNKNOWN_ERROR: { status: 500, retryable: false, meaning: 'A defect of the gateway; the cause is in its log under the request id' }
} as const

export type ErrorCode = keyof typeof ERRORS
