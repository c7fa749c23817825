import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'

/** An error of the gateway: nothing was run. */
export const refusal = (reason: Reason, message: string, details: ErrorDetails = {}): OperationError =>
  new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details })

export const badInput = (path: string, message: string, expected: string): OperationError =>
  refusal('invalid_field_value', `${path} ${message}: ${expected}.`, { issues: [{ path, message, expected }] })
