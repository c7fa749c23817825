import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { refused } from '../failures.ts'
import type { ReadText } from './page.ts'
import type { Done, Task } from './serve.ts'

/** A page that takes longer is made to take long. */
const LONGEST_MS = 15_000
/** What one page may fill, so that the gateway has room for the others. */
const MOST_MEMORY_MB = 512
/** A thread that has had nothing to do for so long is ended; it is begun anew in half a second. */
const IDLE_MS = 120_000

export interface Thread {
  /** Throws cannot_be_honoured where nothing can be made of it, in time and space. */
  read: (task: Omit<Task, 'id'>, signal: AbortSignal) => Promise<ReadText>
}

/** Makes pages text one after another, in a thread that is begun when it is needed and ended with a page that it cannot manage. */
export function createThread(): Thread {
  let worker: Worker | undefined
  let number = 0
  let last: Promise<unknown> = Promise.resolve()
  const rest = setTimeout(() => void end(), IDLE_MS).unref()
  const end = async (): Promise<void> => {
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }
  const work = async (task: Omit<Task, 'id'>, signal: AbortSignal): Promise<ReadText> => {
    signal.throwIfAborted()
    rest.refresh()
    worker ??= start()
    const answer = await ask(worker, { ...task, id: ++number }, signal).catch(async error => {
      await end()
      throw error
    })
    worker?.unref()
    if ('read' in answer) return answer.read
    throw unreadable(answer.problem)
  }
  return {
    async read(task, signal) {
      const reading = last.then(() => work(task, signal))
      last = reading.catch(() => undefined)
      return await reading
    }
  }
}

async function ask(worker: Worker, task: Task, signal: AbortSignal): Promise<Done> {
  const { promise, resolve, reject } = Promise.withResolvers<Done>()
  const late = setTimeout(() => reject(unreadable(`it takes longer than ${LONGEST_MS / 1000} s`)), LONGEST_MS)
  const lost = (): void => reject(unreadable('it takes more memory than a page may'))
  const aborted = (): void => reject(signal.reason)
  worker.ref()
  worker.once('message', resolve).once('error', lost).once('exit', lost)
  signal.addEventListener('abort', aborted, { once: true })
  worker.postMessage(task)
  try {
    return await promise
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', aborted)
    worker.off('message', resolve).off('error', lost).off('exit', lost)
  }
}

const unreadable = (why: string) => refused('cannot_be_honoured', `The page cannot be read: ${why}.`)

/** No file does anything by being imported, so a thread is told what to call. */
const PROGRAM = `const { workerData } = require('node:worker_threads')
import(workerData.module).then(({ serve }) => serve())`

function start(): Worker {
  const module = path.join(import.meta.dirname, `serve${path.extname(import.meta.filename)}`)
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { module },
    name: 'web reader',
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB }
  })
  worker.on('error', () => undefined) // told to who waits; one that fails while nobody does is ended all the same
  return worker
}
