import { OperationError } from '../../contract/errors.ts'
import type { StreamResult } from '../../contract/stream.ts'

/** The headers Range and If-Range of a request. */
export interface RangeRequest {
  range: string
  if_range?: string | undefined
}

/** The part of a stream that is sent. Positions in bytes, both included. */
export interface SentRange {
  start: number
  end: number
  /** Size of the whole content. */
  size: number
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i

/**
 * Returns the range to send; undefined for the whole content, as RFC 9110 requires if the client has another version, or if the header is
 * not understood; several ranges count as such. Throws if the content ends before the range.
 */
export function rangeOf(
  { range, if_range }: RangeRequest,
  { length: size, etag, part }: Omit<StreamResult, 'body'>
): SentRange | undefined {
  const [, first = '', last = ''] = RANGE.exec(range.trim()) ?? []
  if (!part || size === undefined || (first === '' && last === '')) return undefined
  if (if_range !== undefined && (if_range !== etag || etag.startsWith('W/'))) return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start <= end) return { start, end, size }
  throw new OperationError('range_not_satisfiable', `The content has ${size} bytes; it ends before the range ${range.trim()}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    length: size
  })
}
