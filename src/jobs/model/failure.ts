import { OperationError } from '../../contract/errors.ts'
import { printedCode } from '../../pipeline/failure.ts'
import { loggableError, textsIn } from '../../pipeline/log/loggable.ts'
import { MAX_MESSAGE } from '../settings.ts'
import type { Failure, Meta } from './job-record.ts'

/** Returns an error as a job stores it, with the code that calls of the system return. The message of a defect stays in the log. */
export function failureOf(error: unknown, system?: string): Failure {
  if (error instanceof OperationError) {
    return { code: printedCode(error.code, system), reason: error.reason, message: error.message.slice(0, MAX_MESSAGE) }
  }
  return { code: 'UNKNOWN_ERROR', reason: 'unexpected', message: 'The adapter failed. The log contains the cause under the ID of the job.' }
}

/** Returns the failure of an adapter that violated its contract. */
export const contractViolation = (message: string): Failure => ({ code: 'UNKNOWN_ERROR', reason: 'adapter_broke_contract', message })

/** Returns an error for the log, without the texts of the job's input and of the given items. */
export const loggableJobError = (error: unknown, { query, action }: Meta, items: unknown = []): unknown =>
  loggableError(error, textsIn([query, action, items]))
