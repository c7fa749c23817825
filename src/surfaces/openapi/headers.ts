/** Response headers that carry a meaning of this gateway's own. */
export const HEADERS = {
  'X-Request-Id': { description: 'Id of the request: as it was sent, else a new one. Also in the log', schema: { type: 'string' } },
  Location: { description: 'Path of the job that was made', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer', minimum: 0 } },
  'WWW-Authenticate': { description: 'How to present a key', schema: { type: 'string' } },
  'Toolgate-Sandbox': {
    description:
      'true where a stand-in answered, not the real system. A stream begins before that is known: there metadata.sandbox of its result says so',
    schema: { type: 'string', enum: ['true'] }
  },
  'Content-Disposition': { description: 'Name to keep the file under, where it has one (RFC 6266)', schema: { type: 'string' } },
  ETag: { description: 'Version of the answer, for If-None-Match', schema: { type: 'string' } },
  Deprecation: { description: 'Since when the operation is deprecated, where that is known (RFC 9745)', schema: { type: 'string' } },
  Sunset: { description: 'When it will be gone (RFC 8594)', schema: { type: 'string' } },
  Link: { description: 'rel="successor-version": what takes its place', schema: { type: 'string' } }
} as const

export type HeaderName = keyof typeof HEADERS

/** What an answer of this status carries, failure or not. */
export function headersOf(status: number): HeaderName[] {
  if (status === 201 || status === 202) return ['X-Request-Id', 'Location']
  if (status === 401) return ['X-Request-Id', 'WWW-Authenticate']
  return status === 429 || status === 503 ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id']
}
