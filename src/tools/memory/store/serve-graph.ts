import { setImmediate } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { failure } from '../graph/failures.ts'
import { type Sent, sent } from './failures.ts'
import { handOver } from './hand-over.ts'
import { type Lazy, lazily } from './lazy.ts'
import { type Asked, perform, performAll } from './perform.ts'
import type { Engine } from './session.ts'
import { openSqlite } from './sqlite.ts'

/** What a thread is told to do, and what it answers. */
export type Task = Asked & { id: number }
/** Nobody waits for it any more. */
export type Drop = { drop: number }
export type Done = { id: number; answer: unknown } | { id: number; error: Sent }

/** Writes that share a transaction: the disk is waited for once, and the lock of the file taken once. */
const MOST_TOGETHER = 100

/** Runs in a thread of its own: does what it is told, in the order of its telling, until it is told to end. */
export async function serve(file: string, writes: boolean): Promise<void> {
  const engine = lazily(() => openSqlite(file, { writes }))
  const waiting: (Task | 'end')[] = []
  let working = false
  parentPort?.on('message', async (all: (Task | Drop | 'end')[]) => {
    for (const told of all) {
      if (typeof told === 'object' && 'drop' in told) dropped(waiting, told)
      else waiting.push(told)
    }
    if (working) return
    working = true
    await setImmediate() // those that were told at the same time come along
    while (waiting.length > 0) {
      await work(waiting, engine)
      await setImmediate()
    }
    working = false
  })
}

/** What was begun already is done all the same. */
function dropped(waiting: (Task | 'end')[], { drop }: Drop): void {
  const place = waiting.findIndex(task => task !== 'end' && task.id === drop)
  if (place === -1) return
  waiting.splice(place, 1)
  answer([{ id: drop, error: sent(unasked()) }])
}

const answer = (all: readonly Done[]): void =>
  handOver(
    all,
    part => parentPort?.postMessage(part),
    ({ id }, error) => parentPort?.postMessage([{ id, error: sent(error) }])
  )

const unasked = () => failure('client_closed', 'Nobody waited for it any more when its turn came, so that nothing was done.')

async function work(waiting: (Task | 'end')[], opened: Lazy<Engine>): Promise<void> {
  const [first] = waiting
  if (first === undefined) return
  if (first === 'end') {
    waiting.length = 0
    return await end(opened)
  }
  const tasks = first.kind === 'read' ? [first] : writesIn(waiting)
  waiting.splice(0, tasks.length)
  answer(await allDone(tasks, opened))
}

/** Those at the front, up to the first task of another kind. */
function writesIn(waiting: readonly (Task | 'end')[]): Task[] {
  const tasks: Task[] = []
  for (const task of waiting) {
    if (task === 'end' || task.kind === 'read' || tasks.length === MOST_TOGETHER) break
    tasks.push(task)
  }
  return tasks
}

async function end(opened: Lazy<Engine>): Promise<void> {
  const engine = await opened.made()
  await engine?.close()
  parentPort?.close()
}

async function allDone(tasks: Task[], opened: Lazy<Engine>): Promise<Done[]> {
  try {
    const engine = await opened.get()
    const [first] = tasks
    if (first?.kind === 'read') return [{ id: first.id, answer: await perform(engine, first) }]
    const ends = await performAll(engine, tasks)
    return ends.map((end, place) => {
      const id = tasks[place]?.id ?? 0
      return 'error' in end ? { id, error: sent(end.error) } : { id, answer: end.answer }
    })
  } catch (error) {
    return tasks.map(({ id }) => ({ id, error: sent(error) }))
  }
}
