import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { GPT_PATH } from '../../catalog/packs.ts'
import { CLI_AGENT, type Surface } from '../../contract/record.ts'
import { type ClientConnection, FOR_MODELS, FOR_PROGRAMS, type InvokeContext, type ResponseDefaults } from '../../pipeline/context.ts'
import { isEnding, keepResponse } from '../shared/kept-responses.ts'
import { preferences } from './input.ts'

export type ContextOf = (request: FastifyRequest, reply: FastifyReply) => InvokeContext

/** Returns the part of a call's context that only depends on the request. */
export const contextOfRequest =
  (parts: Pick<InvokeContext, 'connections' | 'jobs' | 'ports'>, publicUrl: string | undefined): ContextOf =>
  (request, reply) => ({
    ...parts,
    caller: request.caller,
    log: request.log,
    requestId: request.id,
    clientAddress: request.ip,
    ...(request.trace && { trace: request.trace }),
    clientConnection: clientConnectionOf(reply),
    surface: surfaceOf(request, 'rest'),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(fromGpts.has(request.raw) && GPT_LIMITS)
  })

/** Returns how a call reached the gateway. `route`: unless the command line sent it. */
export const surfaceOf = ({ headers }: Pick<FastifyRequest, 'headers'>, route: 'rest' | 'by_name'): Surface =>
  headers['user-agent'] === CLI_AGENT ? 'cli' : route

/** A GPT rejects responses of 100,000 characters or 45 s. The difference is for the envelope and the network. */
const GPT_LIMITS = { maxChars: 95_000, maxWaitMs: 43_000, responseDefaults: { ...FOR_PROGRAMS, lean: true } }

const fromGpts = new WeakSet<IncomingMessage>()

/** The documents for GPTs put this prefix before every path: it is the only sign that a caller has the limits of a GPT. For Fastify's `rewriteUrl`. */
export function withoutGptPath(raw: IncomingMessage): string {
  const { url = '/' } = raw
  if (!url.startsWith(`${GPT_PATH}/`)) return url
  fromGpts.add(raw)
  return url.slice(GPT_PATH.length)
}

/** Defaults of a call by name: those for models, or with `Prefer: return=representation` (RFC 7240) those for programs. */
export const defaultsByName = ({ prefer }: FastifyRequest['headers']): ResponseDefaults =>
  prefer !== undefined && preferences(prefer).get('return') === 'representation' ? FOR_PROGRAMS : FOR_MODELS

/**
 * The connection of the client: closed if it ends before the response is sent. Fastify's `request.signal` does not work here, since the request itself
 * closes as soon as its body is read.
 */
export function clientConnectionOf({ raw }: FastifyReply): ClientConnection {
  const controller = new AbortController()
  const listeners = new Set<() => void>()
  let isClosed = false
  raw.once('close', () => {
    if (raw.writableFinished) return
    isClosed = true
    for (const listener of listeners) listener()
    controller.abort()
  })
  return {
    isClosed: () => isClosed || isEnding(raw),
    onClose(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signal: () => controller.signal,
    keep: () => keepResponse(raw)
  }
}
