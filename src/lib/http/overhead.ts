import type { ClientRequest, IncomingMessage } from 'node:http'
import { OperationError } from '../../contract/errors.ts'

/** Bytes that a response may take in addition to its body: headers, TLS records, the frames of chunks. */
const MAX_OVERHEAD = 512 * 1024

/** The parts of a stream of got that are used here. */
interface ResponseStream {
  on: (event: 'request', listener: (request: ClientRequest) => void) => unknown
  destroy: (error: Error) => unknown
}

/**
 * Ends a response in tiny chunks, or of compressed data without content: a chunk of one byte takes as long to read as one of 64 KB, so such a
 * response would occupy the process until its timeout. `received`: the bytes of the body so far; `error`: ends the stream.
 */
export function limitOverhead(stream: ResponseStream, received: () => number, error: Error): void {
  stream.on('request', request =>
    request.once('response', (response: IncomingMessage) => {
      const { socket } = response
      const before = socket.bytesRead - received()
      // With each read of the socket: a timer would wait for all reads of a turn of the event loop.
      const check = (): void => {
        if (socket.bytesRead - before > received() + MAX_OVERHEAD) stream.destroy(error)
      }
      socket.on('data', check)
      // Not that of the stream, which got leaves open after a complete response.
      response.once('close', () => socket.off('data', check))
    })
  )
}

export const tooManyPieces = (title: string): OperationError =>
  new OperationError('server_error', `${title} sent its response in too many small pieces.`, { source: 'upstream', retryable: false })
