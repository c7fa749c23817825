import { randomUUIDv7 } from 'node:crypto'
import type { OperationError } from '../../contract/errors.ts'
import { lowestPermission, type Operation } from '../../contract/operation.ts'
import { traceIds } from '../../lib/telemetry/telemetry.ts'
import { decisionIn } from '../authorize.ts'
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

type LogContext = Pick<InvokeContext, 'caller' | 'log' | 'clientAddress' | 'trace'>

/** Logs and records a call that was refused before its input was read. */
export function logUnreadCall(
  operation: Operation,
  error: OperationError,
  context: Pick<InvokeContext, 'caller' | 'log' | 'ports' | 'requestId' | 'surface' | 'clientAddress' | 'trace'>
): void {
  const ended = { operation, input: {}, duration_ms: 0, replayed: false, error }
  const { params: summary } = logCall(ended, context)
  context.ports.usage.add(context.caller, operation.tool.name, { calls: 1, failed: 1 })
  if (!context.ports.record.enabled) return
  const at = Date.now()
  const call = { id: randomUUIDv7(), at, operation, input: {}, context, instance: null }
  const { reason, message } = error
  context.ports.record.end(
    { ...call, permission: lowestPermission(operation.permission), decision: decisionIn(error) },
    { duration_ms: 0, replayed: false, summary, error: { reason, message, outcome: 'not_executed' } }
  )
}

/** A call as the log and the record show it: without content. */
export interface LoggedCall {
  params: Record<string, unknown>
  error?: { reason: string; message: string }
}

/** Writes one log line for a call, without content. Returns the part of it that the record shows, too. */
export function logCall(
  { operation, input, duration_ms, replayed, error }: EndedCall,
  { caller, log, clientAddress, trace }: LogContext
): LoggedCall {
  const fields = {
    tool: operation.id,
    duration_ms,
    success: !error,
    caller: caller.id,
    ...(clientAddress !== undefined && { client_address: clientAddress }),
    ...traceIds(trace),
    ...(replayed && { replayed }),
    params: loggableInput(operation, input)
  }
  if (!error) {
    log.info(fields, 'Tool execution completed')
    return fields
  }
  const failed = { ...fields, ...failureFields(error, contentTexts(operation, input)) }
  log.warn(failed, 'Tool execution failed')
  return failed
}

/** Omits the texts of the input, which the message may quote. Includes the cause of a defect, which responses never show. */
const failureFields = (error: OperationError, texts: readonly string[]) => ({
  error: { code: error.code, reason: error.reason, message: loggableMessage(error, texts), ...loggableDetails(error) },
  ...(error.cause !== undefined && { err: loggableError(error.cause, texts) })
})
