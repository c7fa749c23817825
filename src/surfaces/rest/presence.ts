import type { FastifyReply } from 'fastify'
import type { Presence } from '../../contract/presence.ts'

/**
 * The caller is gone when the connection closes before the answer is sent. Fastify's request.signal does not serve: the request itself closes as soon
 * as its body was read.
 */
export function presenceOf({ raw }: FastifyReply): Presence {
  // It makes its signal when that is first asked for, which few calls do: to make one takes some microseconds.
  const controller = new AbortController()
  const listeners = new Set<() => void>()
  let gone = false
  raw.once('close', () => {
    if (raw.writableFinished) return
    gone = true
    for (const listener of listeners) listener()
    controller.abort()
  })
  return {
    isGone: () => gone,
    onGone(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signal: () => controller.signal
  }
}
