import { OperationError } from '../contract/errors.ts'

/** A property whose value cannot be honoured: where it is, what is wrong, and what would be right. */
export const misgiven = (path: string, message: string, expected: string): OperationError =>
  new OperationError('invalid_field_value', `${path} ${message}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path, message, expected }]
  })
