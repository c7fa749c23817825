import type { Deadline } from './deadline.ts'
import type { StreamAnswer } from './stream.ts'

type Part = Uint8Array | string

/** A stream on its way to the caller. */
export interface Passing extends Omit<StreamAnswer, 'body'> {
  body: AsyncIterableIterator<Part>
  /** Aborts at a standstill, whoever causes it, and when the caller goes away. Whoever sends the body then drops it. */
  signal: AbortSignal
}

/** Lets the body pass. It may take any time, but not stand still longer than the deadline. `over` is told once how it ended. */
export function passing(answer: StreamAnswer, deadline: Deadline, over: (error?: unknown) => void): Passing {
  const parts = answer.body[Symbol.asyncIterator]()
  let isOver = false
  const end = (error?: unknown): void => {
    if (isOver) return
    isOver = true
    deadline.stop()
    parts.return?.().catch(() => undefined) // not awaited: what hangs would hang the caller
    answer.body.destroy?.() // a Readable that nobody began to read
    over(error)
  }
  const next = async (): Promise<IteratorResult<Part>> => {
    try {
      deadline.extend()
      const part = await deadline.race(() => parts.next())
      if (part.done) end()
      return part
    } catch (error) {
      end(error)
      throw error
    }
  }
  const body: AsyncIterableIterator<Part> = {
    next,
    async return() {
      end(deadline.signal.reason)
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => body
  }
  return { ...answer, body, signal: deadline.signal }
}
