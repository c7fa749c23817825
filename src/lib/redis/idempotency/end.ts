import { type OperationError, REASONS, type Reason } from '../../../contract/errors.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { Told } from '../../../contract/ports.ts'
import { again, notKept } from './refusals.ts'

/** Of a larger answer only that there was one is kept. */
const LARGEST_ANSWER = 1_000_000

/** What a call came to, as it is kept. */
export function writeAnswer(answer: unknown): string {
  const text = JSON.stringify({ answer })
  return Buffer.byteLength(text) > LARGEST_ANSWER ? JSON.stringify({ large: true }) : text
}

export function writeFailure({ reason, message, details }: OperationError): string {
  const text = JSON.stringify({ reason, message, details })
  const { outcome } = details
  return Buffer.byteLength(text) > LARGEST_ANSWER ? JSON.stringify({ reason, message, details: { outcome } }) : text
}

export function readEnd<T>(operation: Operation, text: string): Told<T> {
  const { answer, large, reason, message, details } = JSON.parse(text)
  if (large) return { failure: notKept(operation) }
  return reason === undefined ? { answer, replayed: true } : { failure: again(known(reason), String(message), details) }
}

/** A gateway of another version may have words of its own. */
const known = (reason: string): Reason => (isReason(reason) ? reason : 'unexpected')
const isReason = (reason: string): reason is Reason => Object.hasOwn(REASONS, reason)
