import type { FastifyError } from 'fastify'
import { OperationError } from '../contract/errors.ts'

/** What Fastify itself refuses, in the house's words. Everything else passes as it is. */
export function translated(error: FastifyError | OperationError, bodyLimit: number, longestParameter: number): unknown {
  if (error instanceof OperationError) return error
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new OperationError('payload_too_large', `The body is larger than ${bodyLimit} bytes.`, { limit_bytes: bodyLimit })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new OperationError('unsupported_media_type', 'The body is not of a media type that is read here.', {
        suggestions: ['Send Content-Type: application/json.']
      })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new OperationError('invalid_json', 'The body is not as long as Content-Length says.')
    case 'FST_ERR_BAD_URL':
      return new OperationError('invalid_field_value', 'The path holds a percent-encoding that cannot be read.')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new OperationError('invalid_field_value', `A segment of the path is longer than ${longestParameter} characters.`)
    case 'ECONNRESET':
      // Of the request itself: what systems reset is told by their operations.
      return error.message === 'aborted' ? new OperationError('client_closed', 'The caller went away before its input was read.') : error
    default:
      return error
  }
}
