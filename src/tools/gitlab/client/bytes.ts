import type { StreamAnswer } from '../../../contract/stream.ts'
import type { UpstreamStream } from '../../../lib/http/stream.ts'

/** A file as it comes; nobody looks into it on the way. */
export function bytesOf({ headers, body }: UpstreamStream, filename: string): StreamAnswer {
  const length = Number(headers['content-length'])
  const told = headers['content-length'] !== undefined && Number.isSafeInteger(length)
  return { body, media_type: 'application/octet-stream', filename, ...(told && { length }) }
}
