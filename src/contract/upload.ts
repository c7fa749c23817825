import { Type } from 'typebox'
import { OperationError } from './errors.ts'
import type { Operation } from './operation.ts'

/** A body that is no JSON object. */
export interface StreamedBody {
  media_type: string
  /** What it holds. */
  description: string
}

/** How an operation takes a file: over HTTP as a part of a form, of any size up to a limit; elsewhere in base64 among the input. */
export interface UploadSpec {
  /** Input property that holds the file in base64. Of one that came in a form it holds the SHA-256 in hexadecimal, so that two files differ. */
  property: string
  /** Most bytes of a file that comes in a form. */
  largest: number
  /** Input properties that the form's own words fill where the caller does not: the name of the file, and its media type. */
  filename?: string
  media_type?: string
}

/** Name of the part of a form that is the file. */
export const FILE_PART = 'file'

/** Most characters of a file in base64: with the rest of the input it must fit into a body of 10 MB. */
const LONGEST_BASE64 = 10_000_000

/** The property of an input that holds a file. */
export function base64File(description: string) {
  return Type.String({
    maxLength: LONGEST_BASE64,
    pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
    'x-form': 'in base64',
    description
  })
}

/** The file of a call: as it came in a form, else decoded. */
export function fileOf({ upload }: Pick<Operation, 'upload'>, input: Record<string, unknown>, sent: File | undefined): File {
  const text = upload && input[upload.property]
  return sent ?? new File(typeof text === 'string' ? [Buffer.from(text, 'base64')] : [], '')
}

export const tooLargeToTake = (largest: number): OperationError =>
  new OperationError('payload_too_large', `The file is larger than ${largest} bytes.`, { limit_bytes: largest })
