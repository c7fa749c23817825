import type { Worker } from 'node:worker_threads'
import { createFairPool } from '../fair-pool.ts'
import { TaskError, TaskLimitError } from './errors.ts'
import { startThread, type ThreadOptions } from './start-thread.ts'

/** Limits of one task. */
export interface TaskLimits {
  /** A task that takes longer is considered malicious. */
  timeout_ms: number
  /** Separate limits of this size for the heap and for external memory. */
  max_memory_mb: number
}

/** Options of a thread whose module calls serveTasks. */
export type WorkerOptions = TaskLimits & Pick<ThreadOptions, 'module' | 'name'>

/** An idle thread ends after this time. Starting it again takes half a second. */
const IDLE_MS = 120_000
/** A task can allocate about ten megabytes in between. */
const WATCH_INTERVAL_MS = 50

export interface TaskWorker<Task> {
  /** Runs one task at a time: call it again only after the last one settled. Throws TaskLimitError and TaskError. */
  run: <Result>(task: Task, signal: AbortSignal) => Promise<Result>
}

/** The result of a task. Error classes are lost between threads; a defect carries its stack for the log. `isFull`: it exceeded the memory limit. */
export type TaskResult<Result> = { result: Result } | { cannot: string } | { isFull: true } | { defect: string }

/** Starts a thread on demand, and ends it after a task that exceeds its limits, fails, or is abandoned. */
function createWorker<Task>(options: WorkerOptions): TaskWorker<Task> {
  let worker: Worker | undefined
  const idleTimer = setTimeout(() => void end(), IDLE_MS).unref()
  const end = async (): Promise<void> => {
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }
  const startWorker = (): Worker => {
    const started = start(options)
    return started.once('exit', () => {
      if (worker === started) worker = undefined // a thread that ended by itself is replaced
    })
  }
  return {
    async run<Result>(task: Task, signal: AbortSignal) {
      signal.throwIfAborted()
      idleTimer.refresh()
      worker ??= startWorker()
      const done = await sendTask<Result>(worker, task, options, signal).catch(async error => {
        await end()
        throw error
      })
      worker?.unref()
      if ('result' in done) return done.result
      if ('isFull' in done) throw memoryExceeded()
      throw 'cannot' in done ? new TaskError(done.cannot) : new Error(done.defect)
    }
  }
}

async function sendTask<Result>(
  worker: Worker,
  task: unknown,
  { timeout_ms: longest_ms, max_memory_mb: most_memory_mb, name }: WorkerOptions,
  signal: AbortSignal
) {
  const { promise, resolve, reject } = Promise.withResolvers<TaskResult<Result>>()
  const late = setTimeout(() => reject(new TaskLimitError(`it takes longer than ${longest_ms / 1000} s`)), longest_ms)
  const watch = setInterval(async () => {
    if ((await externalMemory(worker)) > most_memory_mb * MEGABYTE) reject(memoryExceeded())
  }, WATCH_INTERVAL_MS)
  const lost = (error: Error): void => reject(isFull(error) ? memoryExceeded() : error)
  const ended = (): void => reject(new Error(`The thread of the ${name} ended`))
  const aborted = (): void => reject(signal.reason)
  worker.ref()
  worker.once('message', resolve).once('error', lost).once('exit', ended)
  signal.addEventListener('abort', aborted, { once: true })
  try {
    worker.postMessage(task) // throws if the task cannot be cloned
    return await promise
  } finally {
    clearTimeout(late)
    clearInterval(watch)
    signal.removeEventListener('abort', aborted)
    worker.off('message', resolve).off('error', lost).off('exit', ended)
  }
}

const MEGABYTE = 1024 * 1024

/** External memory is not part of the heap limit, and decompressed files use it. A busy thread reports it, too. */
const externalMemory = (worker: Worker): Promise<number> =>
  worker.getHeapStatistics().then(
    ({ external_memory }) => external_memory,
    () => 0 // the thread ended
  )

const memoryExceeded = () => new TaskLimitError('it exceeds the memory limit')

const isFull = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function start({ module, name, max_memory_mb: most_memory_mb }: WorkerOptions): Worker {
  const worker = startThread({ module, name, limits: { maxOldGenerationSizeMb: most_memory_mb } })
  return worker.on('error', () => undefined) // reported to the caller; a thread that fails while idle is replaced
}

export interface WorkerPool<Task> {
  /** Runs work with a thread reserved for it. `whose`: the caller, so that one caller's slow tasks do not block others. */
  use: <T>(whose: string, signal: AbortSignal, work: (thread: TaskWorker<Task>) => Promise<T>) => Promise<T>
}

/**
 * A pool of threads for work that would block the event loop. It has more than one, so that one caller's slow task does not block
 * others. `each`: maximum per caller.
 */
export function createWorkerPool<Task>(options: WorkerOptions, max: number, each: number = Math.max(1, max - 1)): WorkerPool<Task> {
  const idle: TaskWorker<Task>[] = []
  const slots = createFairPool({ max, each }) // the number of waiting tasks is bounded by the limits of callers
  return {
    use: (whose, signal, work) =>
      slots.run(whose, signal, async () => {
        const thread = idle.pop() ?? createWorker<Task>(options)
        try {
          return await work(thread)
        } finally {
          idle.push(thread)
        }
      })
  }
}
