import type { StreamResult } from '../../../../contract/stream.ts'
import type { UpstreamStream } from '../../../../lib/http/stream.ts'

/** Returns a file as a stream of bytes of unknown content. */
export function fileStream({ headers, body }: UpstreamStream, filename: string): StreamResult {
  const length = Number(headers['content-length'])
  const isKnown = headers['content-length'] !== undefined && Number.isSafeInteger(length)
  return { body, media_type: 'application/octet-stream', filename, ...(isKnown && { length }) }
}
