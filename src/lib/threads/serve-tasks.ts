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
  return { defect: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
