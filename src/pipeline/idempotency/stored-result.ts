import { OperationError, REASONS, type Reason } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { KeyedOutcome } from '../ports.ts'
import { replayedFailure, responseNotStored } from './errors.ts'

/** Larger results are not stored. */
const MAX_BYTES = 65_536

/** How a call ended, to be encrypted and stored. `fallback` is stored if the caller has no space left for `text`; '' for nothing. */
export interface StoredResult {
  text: string
  fallback: string
}

/** `repeatable`: the call can be executed again without harm, so nothing is stored if its result cannot be. */
export const storedSuccess = (result: unknown, repeatable: boolean): StoredResult =>
  bounded(JSON.stringify({ result }), repeatable ? '' : JSON.stringify({ large: true }))

export function storedFailure({ reason, message, details }: OperationError): StoredResult {
  const { outcome } = details
  return bounded(JSON.stringify({ reason, message, details }), JSON.stringify({ reason, message, details: { outcome } }))
}

const bounded = (text: string, fallback: string): StoredResult => ({
  text: Buffer.byteLength(text) > MAX_BYTES ? fallback : text,
  fallback
})

const PURPOSE = 'idempotent response'

/** Encrypts a result, which may contain secrets, such as the `confirm_token` of a job. */
export const encryptResult = (secrets: Secrets, { text, fallback }: StoredResult): StoredResult => ({
  text: text && secrets.seal(text, PURPOSE),
  fallback: fallback && secrets.seal(fallback, PURPOSE)
})

/** Decrypts a result. If this process lacks the secret, the response counts as not stored, although the call was executed. */
export function readResult<T>(operation: Operation, secrets: Secrets, encrypted: string): KeyedOutcome<T> {
  const text = decrypt(secrets, encrypted)
  const { result, large, reason, message, details } = text === undefined ? { large: true } : JSON.parse(text)
  if (large) return { failure: responseNotStored(operation) }
  return reason === undefined ? { result, replayed: true } : { failure: replayedFailure(knownReason(reason), String(message), details) }
}

function decrypt(secrets: Secrets, encrypted: string): string | undefined {
  try {
    return secrets.open(encrypted, PURPOSE)
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}

/** A gateway of another version may have stored a reason that this one does not know. */
const knownReason = (reason: string): Reason => (isReason(reason) ? reason : 'unexpected')
const isReason = (reason: string): reason is Reason => Object.hasOwn(REASONS, reason)
