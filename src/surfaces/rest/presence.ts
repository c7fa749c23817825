import type { FastifyReply } from 'fastify'
import type { Presence } from '../../contract/presence.ts'

/**
 * The caller is gone when the connection closes before the answer is sent. Fastify's request.signal does not serve: the request itself closes as soon
 * as its body was read.
 */
export function presenceOf({ raw }: FastifyReply): Presence {
  const controller = new AbortController() // makes its signal when that is asked for
  const listeners = new Set<() => void>()
  let gone = false
  raw.once('close', () => {
    if (raw.writableFinished) return
    gone = true
    controller.abort()
    for (const listener of listeners) listener()
  })
  return {
    get gone() {
      return gone
    },
    onGone(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get signal() {
      return controller.signal
    }
  }
}
