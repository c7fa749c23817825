import { parentPort } from 'node:worker_threads'
import type { Done } from './thread.ts'

/** Takes tasks within a thread of its own: what they hold may take any time and memory, and must not stop the gateway. */
export function serveTasks<Task>(work: (task: Task) => unknown): void {
  parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await done(work, task)))
}

async function done<Task>(work: (task: Task) => unknown, task: Task): Promise<Done<unknown>> {
  try {
    return { answer: await work(task) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
