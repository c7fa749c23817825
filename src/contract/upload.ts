import { Type } from 'typebox'
import { OperationError } from './errors.ts'

/** A body that is not a JSON object. */
export interface StreamedBody {
  media_type: string
  /** Maximum bytes. A larger body is refused (413). */
  max_bytes: number
  /** Describes the content. */
  description: string
}

/** Name of the part of a multipart form that is the file. */
export const FILE_PART = 'file'

/** How an operation takes a file: over HTTP as a part of a multipart form, elsewhere as base64 in the input. */
export interface UploadSpec {
  /** Input property with the file as base64. For a file from a form it holds the SHA-256 in hexadecimal, so that different files are different inputs. */
  property: string
  /** Maximum bytes of a file from a form. */
  max_bytes: number
  /** Input properties that default to the file name and media type of the form's part. */
  filename?: string
  media_type?: string
}

/**
 * How an operation takes several files: over HTTP as parts of a multipart form, elsewhere as a list in the input. Either way the handler gets a list
 * of `filename`, `media_type` and `content_base64` in its input.
 */
export interface UploadsSpec {
  /** Input property with the list, and name of the file parts. */
  property: string
  /** Maximum bytes of all files together. */
  max_bytes: number
}

/** Maximum characters of a file as base64: with the rest of the input it must fit into a body of 10 MB. */
const MAX_BASE64 = 10_000_000

/** Has no repeated group: with one, V8 overflows its stack after a few megabytes. */
export const BASE64 = '^[A-Za-z0-9+/]*={0,2}$'

/** Returns the schema of an input property that holds a file. */
export function base64File(description: string) {
  return Type.String({
    maxLength: MAX_BASE64,
    pattern: BASE64,
    'x-form': 'in base64',
    description
  })
}

/** Throws invalid_field_value for base64 that ends within a byte. Decoding would drop that byte. */
export function checkBase64(path: string, text: string): void {
  const [end = ''] = /={0,2}$/.exec(text.slice(-2)) ?? []
  const rest = (text.length - end.length) % 4
  if (rest !== 1 && (end === '' || text.length % 4 === 0)) return
  throw new OperationError('invalid_field_value', `${path} is incomplete base64: it ends within a byte.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path, message: 'is incomplete base64: it ends within a byte', expected: 'base64 in groups of four characters' }]
  })
}
