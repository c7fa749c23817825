import { PassThrough, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HEARTBEAT_MS, sseComment, sseEvent } from '../../lib/sse.ts'
import { failureEnvelope } from '../../pipeline/failure.ts'
import type { Result } from '../../pipeline/result/result.ts'
import type { GuardedStream } from '../../pipeline/stream/stream-guard.ts'
import { operationErrorOf } from './reply.ts'

/** Bytes that are buffered for a client that reads slower than the source writes. */
const BUFFER_BYTES = 65_536

/** Sends bytes as they arrive, and no faster than the client reads. The status is already sent, so an error ends the response early. */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, signal, ...facts }: GuardedStream
): Promise<FastifyReply> {
  const { media_type, filename, length, part, range } = facts
  reply.type(media_type).header('x-accel-buffering', 'no')
  if (filename !== undefined) reply.header('content-disposition', disposition(filename))
  if (length !== undefined) reply.header('content-length', length)
  if (part) reply.header('accept-ranges', 'bytes')
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${range.size}`)
  if (request.method !== 'HEAD') return reply.send(Readable.from(body, { objectMode: false, highWaterMark: BUFFER_BYTES, signal }))
  await body.return?.()
  return reply.send()
}

/** Sends 304: the client has this version. */
export async function sendUnchanged(reply: FastifyReply, { stream }: Result): Promise<FastifyReply> {
  await stream?.body.return?.()
  return reply.code(304).send()
}

/** RFC 6266: an ASCII name for old clients, and the exact name for all others. */
function disposition(filename: string): string {
  const name = filename.toWellFormed().replace(/[/\\\p{Cc}]/gu, '_')
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`
}

type Listener = (event: string, data: unknown) => void

/** Sends a call as server-sent events: its own events as they occur, then one `result` or `error`. */
export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  system: string,
  run: (listener: Listener) => Promise<Result>
): FastifyReply {
  const stream = new PassThrough()
  const send: Listener = (event, data) => {
    if (stream.writableEnded) return // a handler may emit events after its deadline
    stream.write(sseEvent(event, data))
  }
  const heartbeat = setInterval(() => stream.write(sseComment('still here')), HEARTBEAT_MS)
  stream.write(sseComment('open'))
  run(send)
    .then(({ data, metadata }) => send('result', { success: true, data, metadata }))
    .catch((thrown: unknown) => send('error', failureEnvelope(operationErrorOf(request, thrown), request.id, system)))
    .finally(() => {
      clearInterval(heartbeat)
      stream.end()
    })
  return reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no').send(stream)
}
