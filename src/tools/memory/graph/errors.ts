import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'

export const failure = (reason: Reason, message: string, details: ErrorDetails = {}): OperationError =>
  new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details })

/** Returns the error for a property with an invalid value. */
export const invalidValue = (path: string, message: string, expected?: string): OperationError =>
  failure('invalid_field_value', `${path} ${message}.`, { issues: [{ path, message, ...(expected !== undefined && { expected }) }] })
