/** Response headers that carry a meaning of this gateway's own. */
export const HEADERS = {
  'X-Request-Id': { description: 'Id of the request: as it was sent, else a new one. Also in the log', schema: { type: 'string' } },
  Location: { description: 'Path of the job that was made', schema: { type: 'string' } },
  'Preference-Applied': { description: 'The preference of Prefer that was met (RFC 7240)', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer', minimum: 0 } },
  'WWW-Authenticate': { description: 'How to present a key', schema: { type: 'string' } },
  'Toolgate-Sandbox': {
    description:
      'true where a stand-in answered, not the real system. A stream begins before that is known: there metadata.sandbox of its result says so',
    schema: { type: 'string', enum: ['true'] }
  },
  'Content-Disposition': { description: 'Name to keep the file under, where it has one (RFC 6266)', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: 'true where an earlier call with the same idempotency key was answered so, and nothing was done now',
    schema: { type: 'string', enum: ['true'] }
  },
  ETag: { description: 'Version of the answer, for If-None-Match', schema: { type: 'string' } },
  Deprecation: { description: 'Since when the operation is deprecated, where that is known (RFC 9745)', schema: { type: 'string' } },
  Sunset: { description: 'When it will be gone (RFC 8594)', schema: { type: 'string' } },
  Link: { description: 'rel="successor-version": what takes its place', schema: { type: 'string' } }
} as const

/** The key of a call that is to be done once, as a header; its twin is a property of the input. */
export const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to send this call again: the same call with the same key, within 24 hours, is answered as the first was. Its twin is idempotency_key of the input, for callers that cannot set headers; where both are given they are equal',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '5b1f7c3e-8a42-4d0c-9a51-6f2f0c9d3b77'
} as const

/** Asks that a call is made as a job; its twins are mode and wait of the input. */
export const PREFER_PARAMETER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    'respond-async: make the call as a job, answered 202; with wait=10, so many seconds (at most 40) are waited for its result first (RFC 7240). Its twins are mode and wait of the input, which come first',
  schema: { type: 'string', maxLength: 200 },
  example: 'respond-async, wait=10'
} as const

export type HeaderName = keyof typeof HEADERS

/** What an answer of this status carries, failure or not. */
export function headersOf(status: number): HeaderName[] {
  if (status === 201 || status === 202) return ['X-Request-Id', 'Location']
  if (status === 401) return ['X-Request-Id', 'WWW-Authenticate']
  if (status === 429) return ['X-Request-Id', 'Retry-After']
  if (status === 503 || status === 409) return ['X-Request-Id', 'Retry-After', 'Idempotent-Replayed']
  return status > 409 ? ['X-Request-Id', 'Idempotent-Replayed'] : ['X-Request-Id']
}
