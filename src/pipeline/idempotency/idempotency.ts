import { createHmac, hash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asOperationError, type OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Log } from '../../contract/runtime.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { type RedisCommand, runCommand, runForTexts } from '../../lib/redis/command.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { asUnavailable } from '../../lib/redis/errors.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { KeyedCall, Ports } from '../ports.ts'
import { inFlight, keyReused, outcomeLost, secretMissing, tooManyKeys } from './errors.ts'
import { BEGIN, END, FREE, LEAVE, RENEW } from './scripts.ts'
import { encryptResult, readResult, type StoredResult, storedFailure, storedSuccess } from './stored-result.ts'

/** Derives the keys of the digests of inputs from the gateway's secrets. */
const DIGESTS = 'the inputs of idempotency keys'

const TTL_MS = 24 * 3_600_000

/** Time for which the key of a gateway that has died stays in progress. */
const LEASE_MS = 10_000

/** Longer than any deadline. A lease is not renewed beyond it. */
const MAX_WORK_MS = 900_000

/** Delays before each retry to store a result while Redis is unavailable. */
const RETRY_DELAYS_MS = [500, 2_000, 8_000, 30_000]

/** Limits per caller and 24 hours: keys, and bytes of results. Beyond the latter, results are not stored, but the keys still prevent repetition. */
const LIMITS = { keys: 100_000, bytes: 64 * 1024 * 1024 }

/** A claimed key. */
interface Claim {
  redis: RedisClient
  log: Log
  secrets: Secrets
  operation: Operation
  keys: [key: string, usage: string]
  owner: string
  limits: typeof LIMITS
}

/** Creates the store of idempotency keys in Redis, shared by all gateways. */
export function createIdempotency(redis: RedisClient, log: Log, secrets: Secrets, limits = LIMITS): Ports['idempotency'] {
  const digestKeys = digestKeysOf(secrets)
  return async (call, work) => {
    const { operation } = call
    const claim: Claim = { redis, log, secrets, operation, keys: redisKeysOf(call), owner: randomUUID(), limits }
    const [state, text = ''] = await begin(claim, digestsOf(call.input, digestKeys))
    if (state === 'other' && digestKeys.every(({ id }) => !text.startsWith(`${id}.`))) return { failure: secretMissing(operation) }
    if (state === 'other') throw keyReused(operation)
    if (state === 'full') throw tooManyKeys(limits.keys)
    if (state === 'busy') return { failure: inFlight(operation) }
    if (state === 'lost') return { failure: outcomeLost(operation) }
    if (state === 'ended') return readResult(operation, secrets, text)
    const stopRenewing = renewLease(claim)
    try {
      const result = await work(text)
      await store(claim, storedSuccess(result, isRepeatable(operation)))
      return { result, replayed: false }
    } catch (thrown) {
      await fail(claim, asOperationError(thrown), text === claim.owner)
      throw thrown
    } finally {
      stopRenewing()
    }
  }
}

/** Keys of two callers, or of two operations, are different keys. Those of one caller share a hash slot, so that they can be counted. */
function redisKeysOf({ caller, operation, key }: KeyedCall): [key: string, usage: string] {
  const owner = `{${hash('sha256', caller.id, 'base64url').slice(0, 22)}}`
  return [`tg:idem:${owner}:${hash('sha256', JSON.stringify([operation.id, key]))}`, `tg:idem_used:${owner}`]
}

/** A key of digests, and its ID, which digests start with. */
interface DigestKey {
  id: string
  key: Buffer
}

const digestKeysOf = (secrets: Secrets): DigestKey[] =>
  secrets.derive(DIGESTS).map(key => ({ id: createHmac('sha256', key).update('id').digest('base64url').slice(0, 8), key }))

/**
 * Returns a digest of the input with each key, the current one first. It does not depend on the order of the properties. Without a key, the secrets in
 * the input could be compared with guesses.
 */
function digestsOf(input: KeyedCall['input'], keys: readonly DigestKey[]): string[] {
  const text = canonicalJson(input, ['idempotency_key'])
  return keys.map(({ id, key }) => `${id}.${createHmac('sha256', key).update(text).digest('base64url')}`)
}

/** `others`: digests with former secrets, which an earlier attempt may have stored. */
async function begin(claim: Claim, [digest = '', ...others]: readonly string[]): Promise<string[]> {
  const { redis, keys, owner, operation, limits } = claim
  const repeatable = isRepeatable(operation)
  const values = [digest, owner, LEASE_MS, TTL_MS, repeatable ? '1' : '', limits.keys]
  const found = await runForTexts(redis, BEGIN, keys, values).catch((error: unknown) => {
    void settle(claim, repeatable ? LEAVE : FREE) // the key may still have been claimed
    return asUnavailable(error)
  })
  return found[0] === 'other' && others.length > 0 ? await begin(claim, others) : found
}

/** Whether the operation can be executed again without harm. A bulk operation finds its job again by the dedupe key. */
const isRepeatable = ({ idempotent, kind }: Operation): boolean => idempotent || kind === 'bulk'

/** Releases the key if the first attempt was not executed, or the operation can be repeated; otherwise stores the failure. */
async function fail(claim: Claim, error: OperationError, isFirstAttempt: boolean): Promise<void> {
  const { outcome = 'not_executed' } = error.details
  if (outcome === 'not_executed' && isFirstAttempt) await settle(claim, FREE)
  else if (outcome !== 'executed' && isRepeatable(claim.operation)) await settle(claim, LEAVE)
  else await store(claim, storedFailure(error))
}

function store(claim: Claim, result: StoredResult): Promise<void> {
  const { text, fallback } = encryptResult(claim.secrets, result)
  return settle(claim, END, text, fallback, TTL_MS, claim.limits.bytes)
}

function renewLease({ redis, keys, owner }: Claim): () => void {
  const until = performance.now() + MAX_WORK_MS
  const timer = setInterval(() => {
    if (performance.now() > until) clearInterval(timer)
    else runCommand(redis, RENEW, keys, [owner, LEASE_MS]).catch(() => undefined) // retried before the lease ends
  }, LEASE_MS / 4)
  timer.unref()
  return () => clearInterval(timer)
}

/** Records how the call ended. If Redis is unavailable, the call does not wait: the record is retried in the background. */
async function settle(claim: Claim, script: RedisCommand, ...values: (string | number)[]): Promise<void> {
  if (!(await trySettle(claim, script, values))) void retrySettling(claim, script, values)
}

async function retrySettling(claim: Claim, script: RedisCommand, values: (string | number)[]): Promise<void> {
  for (const delay of RETRY_DELAYS_MS) {
    await sleep(delay, undefined, { ref: false })
    if (await trySettle(claim, script, values)) return
  }
  claim.log.warn({ tool: claim.operation.id }, 'The result of a call with an idempotency key could not be stored')
}

const trySettle = ({ redis, keys, owner }: Claim, script: RedisCommand, values: (string | number)[]): Promise<boolean> =>
  runCommand(redis, script, keys, [owner, ...values]).then(
    () => true,
    () => false
  )
