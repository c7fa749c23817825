import type { ClientRequest, IncomingMessage } from 'node:http'

/** The parts of a stream of got that are used here. */
interface ResponseStream {
  on: (event: 'request', listener: (request: ClientRequest) => void) => unknown
  once: (event: 'close', listener: () => void) => unknown
}

/**
 * Frees the connection of a stream that is destroyed after its response arrived, and before that was read. Node then only discards what is unread,
 * which never ends, because got listens for it: each such response would occupy one of the connections of the instance.
 */
export function freeConnection(stream: ResponseStream): void {
  let response: IncomingMessage | undefined
  stream.on('request', request =>
    request.once('response', (arrived: IncomingMessage) => {
      response = arrived
    })
  )
  stream.once('close', () => {
    if (response?.complete && !response.readableEnded) response.destroy()
  })
}
