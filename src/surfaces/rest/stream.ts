import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Result } from '../../contract/answer.ts'
import type { Passing } from '../../contract/passing.ts'

/** Bytes that wait for a caller who reads slower than the source writes. */
const WAITING = 65_536

/** Sends the bytes as they come, and no faster than they are read. What goes wrong by then breaks the answer off: its status is sent. */
export async function sendStream(request: FastifyRequest, reply: FastifyReply, { body, signal, ...facts }: Passing): Promise<FastifyReply> {
  const { media_type, filename, length } = facts
  reply.type(media_type).header('x-accel-buffering', 'no')
  if (filename !== undefined) reply.header('content-disposition', disposition(filename))
  if (length !== undefined) reply.header('content-length', length)
  if (request.method !== 'HEAD') return reply.send(Readable.from(body, { objectMode: false, highWaterMark: WAITING, signal }))
  await body.return?.()
  return reply.send()
}

/** The caller has this version. */
export async function sendUnchanged(reply: FastifyReply, { stream }: Result): Promise<FastifyReply> {
  await stream?.body.return?.()
  return reply.code(304).send()
}

/** RFC 6266: a plain name for the old, the true one for all others. */
function disposition(filename: string): string {
  const name = filename.replace(/[/\\\p{Cc}]/gu, '_')
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`
}
