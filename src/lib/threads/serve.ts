import { parentPort } from 'node:worker_threads'
import { CannotBeDone } from './failures.ts'
import type { Done } from './thread.ts'

/** Takes tasks within a thread of its own: what they hold may take any time and memory, and must not stop the gateway. */
export function serveTasks<Task>(work: (task: Task) => unknown): void {
  parentPort?.on('message', async (task: Task) => tell(await done(work, task)))
}

function tell(result: Done<unknown>): void {
  try {
    parentPort?.postMessage(result)
  } catch (error) {
    parentPort?.postMessage(failed(error)) // an answer that cannot be handed over
  }
}

async function done<Task>(work: (task: Task) => unknown, task: Task): Promise<Done<unknown>> {
  try {
    return { answer: await work(task) }
  } catch (error) {
    return failed(error)
  }
}

function failed(error: unknown): Done<never> {
  if (error instanceof CannotBeDone) return { cannot: error.message }
  return { defect: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
