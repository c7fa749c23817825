import { type OperationError, REASONS, type Reason } from '../../../contract/errors.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { Told } from '../../../contract/ports.ts'
import { again, notKept } from './refusals.ts'

/** A larger answer is not kept. */
const LARGEST_ANSWER = 65_536

/** What a call came to, as it is kept, and what is kept in its place where there is no room for it; '' for nothing. */
export interface End {
  text: string
  instead: string
}

/** `again`: the call may be made again, which answers the same, or does no harm: where the answer cannot be kept, nothing is. */
export const endWith = (answer: unknown, again: boolean): End =>
  bounded(JSON.stringify({ answer }), again ? '' : JSON.stringify({ large: true }))

export function endOf({ reason, message, details }: OperationError): End {
  const { outcome } = details
  return bounded(JSON.stringify({ reason, message, details }), JSON.stringify({ reason, message, details: { outcome } }))
}

const bounded = (text: string, instead: string): End => ({ text: Buffer.byteLength(text) > LARGEST_ANSWER ? instead : text, instead })

export function readEnd<T>(operation: Operation, text: string): Told<T> {
  const { answer, large, reason, message, details } = JSON.parse(text)
  if (large) return { failure: notKept(operation) }
  return reason === undefined ? { answer, replayed: true } : { failure: again(known(reason), String(message), details) }
}

/** A gateway of another version may have words of its own. */
const known = (reason: string): Reason => (isReason(reason) ? reason : 'unexpected')
const isReason = (reason: string): reason is Reason => Object.hasOwn(REASONS, reason)
