import type { Worker } from 'node:worker_threads'
import { CannotBeDone, TooMuch } from './failures.ts'
import { type Start, startThread } from './start.ts'

/** What one task may take. */
export interface Bounds {
  /** A task that takes longer was made to take long. */
  longest_ms: number
  /** So that the gateway has room for others. As much for objects, and as much for bytes. */
  most_memory_mb: number
}

/** Where a thread begins: its module takes tasks by serveTasks. */
export type Begin = Bounds & Pick<Start, 'module' | 'name'>

/** A thread that has had nothing to do for so long is ended; it is begun anew in half a second. */
const IDLE_MS = 120_000
/** A task fills some ten megabytes meanwhile. */
const WATCHED_EVERY_MS = 50

export interface Thread<Task> {
  /** One task after another: the next one only when the last is settled. Answers what the module makes of it. Throws TooMuch and CannotBeDone. */
  run: <Answer>(task: Task, signal: AbortSignal) => Promise<Answer>
}

/** What a thread says of a task. Classes of errors do not survive the way; a defect is told with its stack, for the log. */
export type Done<Answer> = { answer: Answer } | { cannot: string } | { defect: string }

/** Works in a thread that is begun when it is needed, and ended with a task that it cannot manage or that nobody wants any more. */
export function createThread<Task>(how: Begin): Thread<Task> {
  let worker: Worker | undefined
  const rest = setTimeout(() => void end(), IDLE_MS).unref()
  const end = async (): Promise<void> => {
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }
  const begin = (): Worker => {
    const begun = start(how)
    return begun.once('exit', () => {
      if (worker === begun) worker = undefined // one that ended by itself, with nothing to do, is begun anew
    })
  }
  return {
    async run<Answer>(task: Task, signal: AbortSignal) {
      signal.throwIfAborted()
      rest.refresh()
      worker ??= begin()
      const done = await ask<Answer>(worker, task, how, signal).catch(async error => {
        await end()
        throw error
      })
      worker?.unref()
      if ('answer' in done) return done.answer
      throw 'cannot' in done ? new CannotBeDone(done.cannot) : new Error(done.defect)
    }
  }
}

async function ask<Answer>(worker: Worker, task: unknown, { longest_ms, most_memory_mb, name }: Begin, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<Done<Answer>>()
  const late = setTimeout(() => reject(new TooMuch(`it takes longer than ${longest_ms / 1000} s`)), longest_ms)
  const watch = setInterval(async () => {
    if ((await bytesOf(worker)) > most_memory_mb * MEGABYTE) reject(tooLarge())
  }, WATCHED_EVERY_MS)
  const lost = (error: Error): void => reject(isFull(error) ? tooLarge() : error)
  const ended = (): void => reject(new Error(`The thread of the ${name} ended`))
  const aborted = (): void => reject(signal.reason)
  worker.ref()
  worker.once('message', resolve).once('error', lost).once('exit', ended)
  signal.addEventListener('abort', aborted, { once: true })
  try {
    worker.postMessage(task) // throws what cannot be handed over
    return await promise
  } finally {
    clearTimeout(late)
    clearInterval(watch)
    signal.removeEventListener('abort', aborted)
    worker.off('message', resolve).off('error', lost).off('exit', ended)
  }
}

const MEGABYTE = 1024 * 1024

/** The limit of the heap sees no bytes outside of it, and into those a packed file unpacks. Answered by a thread that is busy, too. */
const bytesOf = (worker: Worker): Promise<number> =>
  worker.getHeapStatistics().then(
    ({ external_memory }) => external_memory,
    () => 0 // it has ended
  )

const tooLarge = () => new TooMuch('it takes more memory than it may')

const isFull = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function start({ module, name, most_memory_mb }: Begin): Worker {
  const worker = startThread({ module, name, limits: { maxOldGenerationSizeMb: most_memory_mb } })
  return worker.on('error', () => undefined) // told to who waits; one that fails while nobody does is ended all the same
}
