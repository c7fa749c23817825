import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { refused } from '../failures.ts'
import type { ReadText } from './page.ts'
import type { Done, Task } from './serve.ts'

/** What one page may take. */
export interface Bounds {
  /** A page that takes longer is made to take long. */
  longest_ms: number
  /** So that the gateway has room for others. As much for objects, and as much for bytes. */
  most_memory_mb: number
}

/** A thread that has had nothing to do for so long is ended; it is begun anew in half a second. */
const IDLE_MS = 120_000
/** A page fills some ten megabytes meanwhile. */
const WATCHED_EVERY_MS = 50

/** The page is too much, in time or space, and the thread is ended. */
export class TooMuch extends Error {}

export interface Thread {
  /** One page after another: the next one only when the last is settled. Throws TooMuch, and cannot_be_honoured where the page is broken. */
  read: (task: Work, signal: AbortSignal) => Promise<ReadText>
}
export type Work = Omit<Task, 'id'>

/** Makes pages text in a thread that is begun when it is needed, and ended with a page that it cannot manage or that nobody wants any more. */
export function createThread(bounds: Bounds): Thread {
  let worker: Worker | undefined
  let number = 0
  const rest = setTimeout(() => void end(), IDLE_MS).unref()
  const end = async (): Promise<void> => {
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }
  const begin = (): Worker => {
    const begun = start(bounds)
    return begun.once('exit', () => {
      if (worker === begun) worker = undefined // one that ended by itself, with nothing to do, is begun anew
    })
  }
  return {
    async read(task, signal) {
      signal.throwIfAborted()
      rest.refresh()
      worker ??= begin()
      const answer = await ask(worker, { ...task, id: ++number }, bounds, signal).catch(async error => {
        await end()
        throw error
      })
      worker?.unref()
      if ('read' in answer) return answer.read
      throw unreadable(answer.problem)
    }
  }
}

async function ask(worker: Worker, task: Task, { longest_ms, most_memory_mb }: Bounds, signal: AbortSignal): Promise<Done> {
  const { promise, resolve, reject } = Promise.withResolvers<Done>()
  const late = setTimeout(() => reject(new TooMuch(`it takes longer than ${longest_ms / 1000} s`)), longest_ms)
  const watch = setInterval(async () => {
    if ((await bytesOf(worker)) > most_memory_mb * MEGABYTE) reject(tooLarge())
  }, WATCHED_EVERY_MS)
  const lost = (error: Error): void => reject(isFull(error) ? tooLarge() : error)
  const ended = (): void => reject(new Error('The thread that reads pages ended'))
  const aborted = (): void => reject(signal.reason)
  worker.ref()
  worker.once('message', resolve).once('error', lost).once('exit', ended)
  signal.addEventListener('abort', aborted, { once: true })
  worker.postMessage(task)
  try {
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

const tooLarge = () => new TooMuch('it takes more memory than a page may')

const isFull = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

export const unreadable = (why: string) =>
  refused('cannot_be_honoured', `The page cannot be read: ${why}.`, { suggestions: ['Ask for reader: jina, or read another page.'] })

/** No file does anything by being imported, so a thread is told what to call. */
const PROGRAM = `const { workerData } = require('node:worker_threads')
import(workerData.module).then(({ serve }) => serve())`

function start({ most_memory_mb }: Bounds): Worker {
  const module = path.join(import.meta.dirname, `serve${path.extname(import.meta.filename)}`)
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { module },
    name: 'web reader',
    resourceLimits: { maxOldGenerationSizeMb: most_memory_mb }
  })
  worker.on('error', () => undefined) // told to who waits; one that fails while nobody does is ended all the same
  return worker
}
