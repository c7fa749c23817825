/** Response headers. An example of a header parameter would be sent by Swagger UI with every call that is tried out, so examples are in the descriptions. */
export const HEADERS = {
  'X-Request-Id': { description: 'ID of the request: the one that was sent, or a new one. Also in the log.', schema: { type: 'string' } },
  Location: { description: 'Path of the job that was created.', schema: { type: 'string' } },
  'Preference-Applied': { description: 'The preference of `Prefer` that was applied (RFC 7240).', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 0 } },
  'RateLimit-Policy': {
    description: 'Limits of the key that apply to the call, if it has any (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' }
  },
  RateLimit: {
    description: 'Calls left in each limit (`r`), and seconds until the oldest calls no longer count (`t`). Only if the key has limits.',
    schema: { type: 'string' }
  },
  'WWW-Authenticate': { description: 'Authentication scheme for the key.', schema: { type: 'string' } },
  'Toolgate-Sandbox': {
    description:
      '`true` if the sandbox served the response. For a stream, which starts before this is known, see `metadata.sandbox` of its result.',
    schema: { type: 'string', enum: ['true'] }
  },
  'Content-Disposition': { description: 'Name of the file, if it has one (RFC 6266).', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: '`true` if this is the response of an earlier call with the same idempotency key; nothing was executed now.',
    schema: { type: 'string', enum: ['true'] }
  },
  ETag: { description: 'Version of the response, for `If-None-Match`.', schema: { type: 'string' } },
  Deprecation: { description: 'When the operation was deprecated, if that is known (RFC 9745).', schema: { type: 'string' } },
  Sunset: { description: 'When the operation will be removed (RFC 8594).', schema: { type: 'string' } },
  Link: { description: '`rel="successor-version"`: the operation that replaces it.', schema: { type: 'string' } }
} as const

export type HeaderName = keyof typeof HEADERS

/** Headers of every response with this status, successful or not. */
export function headersOf(status: number): HeaderName[] {
  if (status === 201 || status === 202) return ['X-Request-Id', 'Location']
  if (status === 401) return ['X-Request-Id', 'WWW-Authenticate']
  if (status === 429) return ['X-Request-Id', 'Retry-After', 'RateLimit-Policy', 'RateLimit']
  if (status === 503 || status === 409) return ['X-Request-Id', 'Retry-After', 'Idempotent-Replayed']
  return status > 409 ? ['X-Request-Id', 'Idempotent-Replayed'] : ['X-Request-Id']
}

/** `Idempotency-Key`, whose counterpart in the input is `idempotency_key`. */
export const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to retry this call: the same call with the same key, within 24 hours, returns the first response. Callers that cannot set headers send idempotency_key in the query string or body instead; if both are sent, they must be equal. A new UUID for each call is a good key.',
  schema: { type: 'string', minLength: 1, maxLength: 255 }
} as const

/** `Prefer`, whose counterparts in the input are `mode` and `wait`. */
export const PREFER_PARAMETER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`respond-async` runs the call as a job and responds with 202; `respond-async, wait=10` first waits up to that many seconds (at most 40) for its result (RFC 7240). The inputs mode and wait do the same and take precedence. `include=markdown` adds `metadata.markdown` to a JSON response.',
  schema: { type: 'string', maxLength: 200 }
} as const

/** `Range` of an operation whose bytes can be requested in part. */
export const RANGE_PARAMETER = {
  name: 'Range',
  in: 'header',
  required: false,
  description:
    'One range of the bytes to send (RFC 9110), such as `bytes=1000-`: the response is 206. With If-Range and a strong ETag, the whole content is sent if it has changed since.',
  schema: { type: 'string', maxLength: 100 }
} as const

/** `If-None-Match` of an operation with versions. */
export const VERSION_PARAMETER = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETag of the response that you have: if it is still current, the response is 304.',
  schema: { type: 'string' }
} as const
