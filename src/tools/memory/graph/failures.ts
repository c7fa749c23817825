import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'

export const failure = (reason: Reason, message: string, details: ErrorDetails = {}): OperationError =>
  new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details })

/** A property whose value cannot be honoured: where it is, and what is wrong. */
export const wrong = (path: string, message: string, expected?: string): OperationError =>
  failure('invalid_field_value', `${path} ${message}.`, { issues: [{ path, message, ...(expected !== undefined && { expected }) }] })
