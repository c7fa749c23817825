import { createFairPool } from '../../../lib/fair-pool.ts'
import { failure } from '../graph/errors.ts'
import type { GraphRequest, SendRequest } from './perform.ts'

/** Maximum number of concurrent requests, in total and per graph. */
export type ConcurrencyLimits = Readonly<Record<GraphRequest['kind'], { max: number; each: number }>>

/** More requests are refused, because their results would come too late. */
const MAX_WAITING = 1000
const MAX_WAITING_EACH = 500

const NEVER = new AbortController().signal

/** Shares the database fairly: no key uses all of it, and writes do not starve reads. A request that no one waits for does not start. */
export function limitConcurrency(ask: SendRequest, limits: ConcurrencyLimits): SendRequest {
  const waiting = { max: MAX_WAITING, each: MAX_WAITING_EACH, refuse: busyError }
  const pools = { read: createFairPool({ ...limits.read, waiting }), write: createFairPool({ ...limits.write, waiting }) }
  return (request, signal = NEVER) => pools[request.kind].run(request.namespace, signal, () => ask(request, signal))
}

const busyError = () =>
  failure('busy', 'Too many calls of the memory graph are waiting. Nothing was done; try again.', { retry_after_ms: 1000 })
