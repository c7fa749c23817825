import { parentPort } from 'node:worker_threads'
import { TaskError } from './errors.ts'
import type { TaskResult } from './worker-pool.ts'

/** Runs tasks inside a worker thread: they may take any time and memory without blocking the gateway. */
export function serveTasks<Task>(work: (task: Task) => unknown): void {
  parentPort?.on('message', async (task: Task) => post(await runTask(work, task)))
}

function post(result: TaskResult<unknown>): void {
  try {
    parentPort?.postMessage(result)
  } catch (error) {
    parentPort?.postMessage(toFailure(error)) // a result that cannot be cloned
  }
}

async function runTask<Task>(work: (task: Task) => unknown, task: Task): Promise<TaskResult<unknown>> {
  try {
    return { result: await work(task) }
  } catch (error) {
    return toFailure(error)
  }
}

function toFailure(error: unknown): TaskResult<never> {
  if (error instanceof TaskError) return { cannot: error.message }
  if (error instanceof RangeError && TOO_LARGE.test(error.message)) return { isFull: true }
  return { defect: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

/** What V8 reports if an input needs more of the stack, or a longer string, than there is. */
const TOO_LARGE = /^(?:Maximum call stack size exceeded|Invalid string length)$/
