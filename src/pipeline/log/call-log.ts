import type { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import type { InvokeContext } from '../context.ts'
import { contentTexts, loggableDetails, loggableError, loggableInput, loggableMessage } from './loggable.ts'

/** A call that has ended, with an error if it failed. */
export interface EndedCall {
  operation: Operation
  input: Record<string, unknown>
  duration_ms: number
  replayed: boolean
  error?: OperationError
}

type LogContext = Pick<InvokeContext, 'caller' | 'log'>

/** Logs a call that was refused before its input was read. */
export function logUnreadCall(operation: Operation, error: OperationError, context: LogContext): void {
  logCall({ operation, input: {}, duration_ms: 0, replayed: false, error }, context)
}

/** Writes one log line for a call, without content. */
export function logCall({ operation, input, duration_ms, replayed, error }: EndedCall, { caller, log }: LogContext): void {
  const fields = {
    tool: operation.id,
    duration_ms,
    success: !error,
    caller: caller.id,
    ...(replayed && { replayed }),
    params: loggableInput(operation, input)
  }
  if (!error) log.info(fields, 'Tool execution completed')
  else log.warn({ ...fields, ...failureFields(error, contentTexts(operation, input)) }, 'Tool execution failed')
}

/** Omits the texts of the input, which the message may quote. Includes the cause of a defect, which responses never show. */
const failureFields = (error: OperationError, texts: readonly string[]): object => ({
  error: { code: error.code, reason: error.reason, message: loggableMessage(error, texts), ...loggableDetails(error) },
  ...(error.cause !== undefined && { err: loggableError(error.cause, texts) })
})
