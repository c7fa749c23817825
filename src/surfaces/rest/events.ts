import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Result } from '../../contract/answer.ts'
import { failure } from '../../contract/envelope.ts'
import { HEARTBEAT_MS, sseComment, sseEvent } from '../../contract/sse.ts'
import { told } from './reply.ts'

type Listener = (event: string, data: unknown) => void

/** Answers a call as server-sent events: its own as they come, then one `result` or `error`. */
export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  system: string,
  run: (listener: Listener) => Promise<Result>
): FastifyReply {
  const stream = new PassThrough()
  const tell: Listener = (event, data) => {
    if (stream.writableEnded) return // a handler that outlives its deadline may still have things to say
    stream.write(sseEvent(event, data))
  }
  const heartbeat = setInterval(() => stream.write(sseComment('still here')), HEARTBEAT_MS)
  stream.write(sseComment('open'))
  run(tell)
    .then(({ data, metadata }) => tell('result', { success: true, data, metadata }))
    .catch((thrown: unknown) => tell('error', failure(told(request, thrown), request.id, system)))
    .finally(() => {
      clearInterval(heartbeat)
      stream.end()
    })
  return reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no').send(stream)
}
