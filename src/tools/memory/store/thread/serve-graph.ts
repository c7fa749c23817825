import { setImmediate } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { failure } from '../../graph/errors.ts'
import { openSqlite } from '../database/sqlite.ts'
import { type SerializedError, serializeError } from '../errors.ts'
import { type Lazy, lazily } from '../lazy.ts'
import { type GraphRequest, perform, performAll } from '../perform.ts'
import type { Engine } from '../session.ts'
import { postAll } from './post-messages.ts'

/** A request to the thread. */
export type Task = GraphRequest & { id: number }
/** The caller no longer waits for the result. */
export type Cancel = { drop: number }
export type TaskResult = { id: number; result: unknown } | { id: number; error: SerializedError }

/** Writes per transaction: the disk is flushed once, and the file locked once. */
const MAX_BATCH = 100

/** Runs in a worker thread. Processes requests in order until it receives `end`. */
export async function serve(file: string, writes: boolean): Promise<void> {
  const engine = lazily(() => openSqlite(file, { writes }))
  const waiting: (Task | 'end')[] = []
  let working = false
  parentPort?.on('message', async (all: (Task | Cancel | 'end')[]) => {
    for (const message of all) {
      if (typeof message === 'object' && 'drop' in message) cancelTask(waiting, message)
      else waiting.push(message)
    }
    if (working) return
    working = true
    await setImmediate() // collects messages that were posted at the same time
    while (waiting.length > 0) {
      await processNext(waiting, engine)
      await setImmediate()
    }
    working = false
  })
}

/** A request that already started runs to its end. */
function cancelTask(waiting: (Task | 'end')[], { drop }: Cancel): void {
  const index = waiting.findIndex(task => task !== 'end' && task.id === drop)
  if (index === -1) return
  waiting.splice(index, 1)
  send([{ id: drop, error: serializeError(cancelledError()) }])
}

const send = (all: readonly TaskResult[]): void =>
  postAll(
    all,
    part => parentPort?.postMessage(part),
    ({ id }, error) => parentPort?.postMessage([{ id, error: serializeError(error) }])
  )

const cancelledError = () => failure('client_closed', 'The client disconnected before the request started; nothing was done.')

async function processNext(waiting: (Task | 'end')[], opened: Lazy<Engine>): Promise<void> {
  const [first] = waiting
  if (first === undefined) return
  if (first === 'end') {
    waiting.length = 0
    return await end(opened)
  }
  const tasks = first.kind === 'read' ? [first] : leadingWrites(waiting)
  waiting.splice(0, tasks.length)
  send(await performTasks(tasks, opened))
}

/** Returns the writes at the front of the queue. */
function leadingWrites(waiting: readonly (Task | 'end')[]): Task[] {
  const tasks: Task[] = []
  for (const task of waiting) {
    if (task === 'end' || task.kind === 'read' || tasks.length === MAX_BATCH) break
    tasks.push(task)
  }
  return tasks
}

async function end(opened: Lazy<Engine>): Promise<void> {
  const engine = await opened.ifCreated()
  await engine?.close()
  parentPort?.close()
}

async function performTasks(tasks: Task[], opened: Lazy<Engine>): Promise<TaskResult[]> {
  try {
    const engine = await opened.get()
    const [first] = tasks
    if (first?.kind === 'read') return [{ id: first.id, result: await perform(engine, first) }]
    const ends = await performAll(engine, tasks)
    return ends.map((end, index) => {
      const id = tasks[index]?.id ?? 0
      return 'error' in end ? { id, error: serializeError(end.error) } : { id, result: end.result }
    })
  } catch (error) {
    return tasks.map(({ id }) => ({ id, error: serializeError(error) }))
  }
}
