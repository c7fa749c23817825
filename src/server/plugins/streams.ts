import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { OperationError } from '../../contract/errors.ts'
import { createGroups } from '../../surfaces/shared/groups.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Counts this response as a stream of its caller until it ends. Throws rate_limit_exceeded if the key has too many open. */
    countStream: () => void
  }
}

const MAX_STREAMS_PER_KEY = 32
const RETRY_AFTER_MS = 5_000

/** Limits the responses of one key that stay open at once: events, files and results, and event streams of MCP. */
export function limitStreams(app: FastifyInstance): void {
  const open = createGroups<ServerResponse>()
  app.decorateReply('countStream', function () {
    const { id } = this.request.caller
    if (open.of(id).size >= MAX_STREAMS_PER_KEY) throw tooMany()
    finished(this.raw, open.add(id, this.raw))
  })
}

const tooMany = (): OperationError =>
  new OperationError('rate_limit_exceeded', `The key has ${MAX_STREAMS_PER_KEY} streams open, which is the maximum.`, {
    source: 'gateway',
    outcome: 'not_executed',
    retry_after_ms: RETRY_AFTER_MS,
    suggestions: ['Close a stream (events, a download, an event stream of MCP), or wait until one ends.']
  })
