import type { InvokeContext } from './context.ts'
import type { OperationError, Outcome } from './errors.ts'
import { loggable } from './log.ts'
import { ceilingOf, type Operation } from './operation.ts'
import type { CallRecord } from './ports.ts'

/** A call that has ended, well or with an error. */
export interface Ended {
  operation: Operation
  input: Record<string, unknown>
  instance: string | null
  duration_ms: number
  status: number
  replayed: boolean
  error?: OperationError
}

/** One line in the log, one count, one entry of the audit. */
export function record(ended: Ended, context: InvokeContext): void {
  const { operation, duration_ms, replayed, error } = ended
  const fields = {
    tool: operation.id,
    duration_ms,
    success: !error,
    caller: context.caller.id,
    ...(replayed && { replayed }),
    params: loggable(operation, ended.input)
  }
  if (!error) context.log.info(fields, 'Tool execution completed')
  else context.log.warn({ ...fields, ...failureFields(error) }, 'Tool execution failed')
  try {
    const entry = entryOf(ended, context)
    context.ports.metrics(entry)
    context.ports.audit(entry)
  } catch (err) {
    context.log.error({ err, tool: operation.id }, 'The call could not be counted')
  }
}

/** The cause of a defect is for the log alone. */
const failureFields = ({ code, reason, message, cause }: OperationError): object => ({
  error: { code, reason, message },
  ...(cause !== undefined && { err: cause })
})

const entryOf = (
  { operation, instance, duration_ms, status, replayed, error }: Ended,
  { caller, requestId }: InvokeContext
): CallRecord => ({
  operation: operation.id,
  caller: caller.id,
  instance,
  request_id: requestId,
  permission: ceilingOf(operation.permission),
  duration_ms,
  success: !error,
  status,
  outcome: outcomeOf(error),
  replayed
})

const outcomeOf = (error: OperationError | undefined): Outcome => (error ? (error.details.outcome ?? 'not_executed') : 'executed')
