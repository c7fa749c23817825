import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { failure } from '../../contract/envelope.ts'
import { OperationError, type Reason } from '../../contract/errors.ts'

const REFUSALS: Readonly<Record<string, [status: number, reason: Reason, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'invalid_field_value',
    'The headers, with the query, are larger than is read here: POST /v1/operations/{id} takes the whole input in its body.'
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'network_timeout', 'The request did not arrive in time.']
}
const NO_HTTP: (typeof REFUSALS)[string] = [400, 'invalid_field_value', 'The request is not HTTP that can be read.']

/** Answers what is not HTTP enough to become a request, in the envelope too. */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason, message] = REFUSALS[error.code ?? ''] ?? NO_HTTP
  const body = JSON.stringify(failure(new OperationError(reason, message), randomUUID()))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close'
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
