import type { FastifyError } from 'fastify'
import { OperationError } from '../../contract/errors.ts'

/** Rewords errors of Fastify. Returns other errors unchanged. */
export function translated(error: FastifyError | OperationError, longestParameter: number): unknown {
  if (error instanceof OperationError) return error
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new OperationError('unsupported_media_type', 'The media type of the body is not supported.', {
        suggestions: ['Send Content-Type: application/json.']
      })
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return new OperationError('unsupported_media_type', 'The request has the method QUERY, but no media type.', {
        suggestions: ['Use the methods that OPTIONS lists for this path.']
      })
    case 'FST_ERR_BAD_URL':
      return new OperationError('invalid_field_value', 'The path contains invalid percent-encoding.')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new OperationError('invalid_field_value', `A segment of the path is longer than ${longestParameter} characters.`)
    case 'ECONNRESET':
      // Only for the request itself: operations report connections that upstream systems reset.
      return error.message === 'aborted'
        ? new OperationError('client_closed', 'The client closed the connection before its input was read.')
        : error
    default:
      return error
  }
}
