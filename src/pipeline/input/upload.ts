import { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { checkBase64 } from '../../contract/upload.ts'

/** Returns the number of base64 characters for this many bytes. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4

/** Returns the file of a call: the one from a form, or the decoded base64 property. */
export function fileOf({ upload }: Pick<Operation, 'upload'>, input: Record<string, unknown>, sent: File | undefined): File {
  const text = upload && input[upload.property]
  if (!sent && upload && typeof text === 'string') checkBase64(upload.property, text)
  return sent ?? new File(typeof text === 'string' ? [Buffer.from(text, 'base64')] : [], '')
}

export const bodyTooLarge = (limit: number): OperationError =>
  new OperationError('payload_too_large', `The body is larger than ${limit} bytes.`, {
    source: 'gateway',
    outcome: 'not_executed',
    limit_bytes: limit
  })

export const fileTooLarge = (limit: number, what = 'The file is'): OperationError =>
  new OperationError('payload_too_large', `${what} larger than ${limit} bytes.`, {
    source: 'gateway',
    outcome: 'not_executed',
    limit_bytes: limit
  })
