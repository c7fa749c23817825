import { OperationError } from '../contract/errors.ts'

/** Creates the error for an invalid property: its path, what is wrong, and what is expected. */
export const invalidField = (path: string, message: string, expected: string): OperationError =>
  new OperationError('invalid_field_value', `${path} ${message}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path, message, expected }]
  })
