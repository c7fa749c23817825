import { asOperationError, type OperationError } from '../../contract/errors.ts'
import type { StreamResult } from '../../contract/stream.ts'
import type { Deadline } from '../deadline.ts'
import type { SentRange } from './range.ts'

type Chunk = Uint8Array | string

/** A stream that a surface sends. */
export interface GuardedStream extends Omit<StreamResult, 'body'> {
  /** Set if this is only a part of the content. */
  range?: SentRange
  body: AsyncIterableIterator<Chunk>
  /** Aborts when the stream stalls, on either side, and when the client disconnects. The surface then drops the body. */
  signal: AbortSignal
}

/** Guards a stream: it may take any time, but must not stall for longer than the deadline. Calls `onEnd` once, with its bytes, and the error if it failed. */
export function guardStream(
  result: StreamResult & { range?: SentRange },
  deadline: Deadline,
  onEnd: (bytes: number, error?: OperationError) => void
): GuardedStream {
  const chunks = result.body[Symbol.asyncIterator]()
  let hasEnded = false
  let bytes = 0
  const end = (error?: OperationError): void => {
    if (hasEnded) return
    hasEnded = true
    deadline.stop()
    releaseStream(chunks, result.body)
    onEnd(bytes, error)
  }
  const next = async (): Promise<IteratorResult<Chunk>> => {
    try {
      deadline.extend()
      const chunk = await deadline.race(() => chunks.next())
      if (chunk.done) end()
      else bytes += chunk.value.length
      return chunk
    } catch (thrown) {
      const error = asOperationError(thrown)
      end(error)
      throw error
    }
  }
  const body: AsyncIterableIterator<Chunk> = {
    next,
    async return() {
      const { aborted, reason } = deadline.signal
      end(aborted ? asOperationError(reason) : undefined)
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => body
  }
  return { ...result, body, signal: deadline.signal }
}

/** Releases a stream that is not read to its end. Does not wait for it, and ignores its errors. */
export function releaseStream(source: AsyncIterator<unknown>, body: StreamResult['body']): void {
  source.return?.().catch(() => undefined)
  body.destroy?.() // a Readable that was never read
}

/** Releases what a handler returned, if it is a stream: an open file that is merely dropped ends the process. */
export function releaseUnread(result: unknown): void {
  if (isStreamResult(result)) result.body.destroy?.()
}

export const isStreamResult = (value: unknown): value is StreamResult =>
  typeof value === 'object' && value !== null && 'body' in value && 'media_type' in value
