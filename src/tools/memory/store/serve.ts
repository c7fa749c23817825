import { parentPort } from 'node:worker_threads'
import { type Sent, sent } from './failures.ts'
import { type Asked, perform } from './perform.ts'
import { openSqlite } from './sqlite.ts'

/** What a thread is told to do, and what it answers. */
export type Task = Asked & { id: number }
export type Done = { id: number; answer: unknown } | { id: number; error: Sent }

/** Runs in a thread of its own: does what it is told, in the order of its telling, until it is told to end. */
export async function serve(file: string, writes: boolean): Promise<void> {
  const opening = openSqlite(file, { writes })
  parentPort?.on('message', async (task: Task | 'end') => {
    if (task === 'end') {
      const engine = await opening.catch(() => undefined)
      await engine?.close()
      parentPort?.close()
      return
    }
    parentPort?.postMessage(await done(task, opening))
  })
  await opening.catch(() => undefined) // told with every task
}

async function done(task: Task, opening: ReturnType<typeof openSqlite>): Promise<Done> {
  try {
    return { id: task.id, answer: await perform(await opening, task) }
  } catch (error) {
    return { id: task.id, error: sent(error) }
  }
}
