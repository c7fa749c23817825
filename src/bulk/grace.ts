import { OperationError } from '../contract/errors.ts'

/** Rejects once an adapter has ignored its abort signal for longer than the grace. */
export interface Grace {
  deaf: Promise<never>
  stop: () => void
}

export function startGrace(signal: AbortSignal, graceMs: number, over: string): Grace {
  const { promise: deaf, reject } = Promise.withResolvers<never>()
  deaf.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const lastCall = (): void => {
    timer = setTimeout(() => reject(tookTooLong(over)), graceMs)
  }
  if (signal.aborted) lastCall()
  else signal.addEventListener('abort', lastCall)
  return {
    deaf,
    stop() {
      signal.removeEventListener('abort', lastCall)
      clearTimeout(timer)
    }
  }
}

/** One call of an adapter's, which may hang, but not hang the job. */
export async function heeded<T>(signal: AbortSignal, graceMs: number, over: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const grace = startGrace(signal, graceMs, over)
  try {
    return await Promise.race([work(signal), grace.deaf])
  } finally {
    grace.stop()
  }
}

export const tookTooLong = (over: string): OperationError =>
  new OperationError('deadline_exceeded', `The system took too long over ${over}`, { outcome: 'unknown' })
