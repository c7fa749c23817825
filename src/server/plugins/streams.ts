import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { OperationError } from '../../contract/errors.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { keyOf } from '../../contract/principal.ts'
import type { LimitsPort } from '../../pipeline/ports.ts'
import { createGroups } from '../../surfaces/shared/groups.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Counts this response as a stream of its caller until it ends. Throws rate_limit_exceeded if the key has too many open. */
    countStream: () => Promise<void>
  }
}

const RETRY_AFTER_MS = 5_000

/** Limits the responses of one key that stay open at once: events, files and results, and event streams of MCP. */
export function limitStreams(app: FastifyInstance, { holdStream }: LimitsPort): void {
  const open = createGroups<ServerResponse>()
  app.decorateReply('countStream', async function () {
    const { caller } = this.request
    const max = caller.limits?.open_streams ?? DEFAULT_LIMITS.open_streams
    const id = keyOf(caller.id)
    if (open.of(id).size >= max) throw tooMany(max)
    const ends = [open.add(id, this.raw)]
    let hasEnded = false
    finished(this.raw, () => {
      hasEnded = true
      for (const end of ends) end()
    })
    const release = await holdStream(caller)
    if (hasEnded) release()
    else ends.push(release)
  })
}

const tooMany = (max: number): OperationError =>
  new OperationError('rate_limit_exceeded', `The key has ${max} streams open, which is the maximum.`, {
    source: 'gateway',
    outcome: 'not_executed',
    retry_after_ms: RETRY_AFTER_MS,
    suggestions: ['Close a stream (events, a download, an event stream of MCP), or wait until one ends.']
  })
