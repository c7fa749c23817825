import type { FastifyReply } from 'fastify'

type Response = FastifyReply['raw']

// A caller may revoke or rotate its own key: the response, which may be the only one with the new key, must reach it.
const kept = new WeakSet<Response>()
const ending = new WeakSet<Response>()

/** From now on, `endResponse` lets the response be sent. Returns how to end that. */
export function keepResponse(response: Response): () => void {
  kept.add(response)
  return () => void kept.delete(response)
}

/** Whether the connection ends after this response: no further call of the request may start. */
export const isEnding = (response: Response): boolean => ending.has(response)

/** Ends the connection of a response at once, or after the response if that is kept. */
export function endResponse(response: Response): void {
  const { socket } = response
  if (!kept.has(response) || !socket) return void response.destroy()
  ending.add(response)
  if (!response.headersSent) response.setHeader('connection', 'close')
  response.once('finish', () => socket.destroySoon())
}
