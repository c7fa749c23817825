import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asOperationError, type OperationError } from '../../../contract/errors.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { KeyedCall, Ports } from '../../../contract/ports.ts'
import type { Log } from '../../log.ts'
import { asUnavailable } from '../away.ts'
import type { RedisClient } from '../connect.ts'
import { run, runForTexts, type Script } from '../script.ts'
import { type End, endOf, endWith, readEnd } from './end.ts'
import { inFlight, lost, reused, tooMany } from './refusals.ts'
import { BEGIN, END, FREE, LEAVE, RENEW } from './scripts.ts'
import { placesOf, printOf } from './sum.ts'

const KEPT_MS = 24 * 3_600_000

/** A gateway that has died holds a key for so long. */
const LEASE_MS = 10_000

/** Longer than any deadline: work that does not end even then is no longer waited for. */
const LONGEST_WORK_MS = 900_000

/** When it is tried again to write an end, where Redis is away just then. */
const PAUSES_MS = [500, 2_000, 8_000, 30_000]

/** What one caller may have of the last 24 hours: keys, and bytes of answers. Beyond the latter the answers are not kept, but the keys still hold. */
export const LIMITS = { keys: 100_000, bytes: 64 * 1024 * 1024 }

/** Whoever has a key, and may write what it came to. */
interface Holder {
  redis: RedisClient
  log: Log
  operation: Operation
  /** As `placesOf` answers them. */
  places: [place: string, used: string]
  owner: string
  limits: typeof LIMITS
}

/** Idempotency keys in Redis, for all gateways that share it. */
export function createIdempotency(redis: RedisClient, log: Log, limits = LIMITS): Ports['idempotency'] {
  return async (call, work) => {
    const { operation } = call
    const holder: Holder = { redis, log, operation, places: placesOf(call), owner: randomUUID(), limits }
    const [state, text = ''] = await begin(holder, call)
    if (state === 'other') throw reused(operation)
    if (state === 'full') throw tooMany(limits.keys)
    if (state === 'busy') return { failure: inFlight(operation) }
    if (state === 'lost') return { failure: lost(operation) }
    if (state === 'ended') return readEnd(operation, text)
    const stop = renewed(holder)
    try {
      const answer = await work(text)
      await end(holder, endWith(answer, mayRunAgain(operation)))
      return { answer, replayed: false }
    } catch (thrown) {
      await fail(holder, asOperationError(thrown), text === holder.owner)
      throw thrown
    } finally {
      stop()
    }
  }
}

async function begin(holder: Holder, call: KeyedCall): Promise<string[]> {
  const { redis, places, owner, operation, limits } = holder
  const values = [printOf(call), owner, LEASE_MS, KEPT_MS, mayRunAgain(operation) ? '1' : '', limits.keys]
  return await runForTexts(redis, BEGIN, places, values).catch((error: unknown) => {
    void settle(holder, mayRunAgain(operation) ? LEAVE : FREE) // it may have been written all the same
    return asUnavailable(error)
  })
}

/** A job is found again by what it was named by. */
const mayRunAgain = ({ idempotent, kind }: Operation): boolean => idempotent || kind === 'bulk'

/**
 * Not executed, by the first attempt: the key is free again. Executed, or nobody knows: that is what it came to, unless it can be done again
 * without harm.
 */
async function fail(holder: Holder, error: OperationError, first: boolean): Promise<void> {
  const { outcome = 'not_executed' } = error.details
  if (outcome === 'not_executed' && first) await settle(holder, FREE)
  else if (outcome !== 'executed' && mayRunAgain(holder.operation)) await settle(holder, LEAVE)
  else await end(holder, endOf(error))
}

const end = (holder: Holder, { text, instead }: End): Promise<void> => settle(holder, END, text, instead, KEPT_MS, holder.limits.bytes)

function renewed({ redis, places, owner }: Holder): () => void {
  const until = performance.now() + LONGEST_WORK_MS
  const timer = setInterval(() => {
    if (performance.now() > until) clearInterval(timer)
    else run(redis, RENEW, places, [owner, LEASE_MS]).catch(() => undefined) // it is tried again before the lease is over
  }, LEASE_MS / 4)
  timer.unref()
  return () => clearInterval(timer)
}

/** Writes how it ended. Where Redis is away, nobody waits for that: it is written once Redis is back. */
async function settle(holder: Holder, script: Script, ...values: (string | number)[]): Promise<void> {
  if (!(await written(holder, script, values))) void later(holder, script, values)
}

async function later(holder: Holder, script: Script, values: (string | number)[]): Promise<void> {
  for (const pause of PAUSES_MS) {
    await sleep(pause, undefined, { ref: false })
    if (await written(holder, script, values)) return
  }
  holder.log.warn({ tool: holder.operation.id }, 'What a call with an idempotency key came to could not be kept')
}

const written = ({ redis, places, owner }: Holder, script: Script, values: (string | number)[]): Promise<boolean> =>
  run(redis, script, places, [owner, ...values]).then(
    () => true,
    () => false
  )
