import type { Worker } from 'node:worker_threads'
import { moduleBeside, startThread } from '../../../lib/threads/start.ts'
import { received } from './failures.ts'
import { handOver } from './hand-over.ts'
import type { Asked } from './perform.ts'
import type { Done, Drop, Task } from './serve-graph.ts'

/** A thread is ended when nothing was asked of it for so long; it is begun anew in some tens of milliseconds. */
const IDLE_MS = 300_000

const MODULE = moduleBeside(import.meta, 'serve-graph')

export interface Thread {
  /** What nobody waits for any more is dropped, unless it was begun: then a write ends as it ends. */
  ask: (asked: Asked, signal?: AbortSignal) => Promise<unknown>
  /** How much was asked of it and is not done. */
  waiting: () => number
  close: () => Promise<void>
}

interface Waiting {
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

/** A thread that works on the file, begun when it is needed. The loop of this one stays free meanwhile, and the process may end. */
export function createThread(file: string, writes: boolean): Thread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let number = 0
  const told = gathered(all => handOver(all, part => worker?.postMessage(part), refused))
  const refused = (one: Task | Drop, error: unknown): void => {
    if (!('id' in one)) return
    waiting.get(one.id)?.reject(error)
    forget(waiting, one.id, worker)
  }
  const rest = setTimeout(() => (waiting.size > 0 ? rest.refresh() : void end()), IDLE_MS).unref()
  const begin = (): Worker => {
    const begun = startThread({ module: MODULE, name: 'memory', given: [file, writes] })
    begun.on('message', (all: Done[]) => settle(begun, waiting, all))
    const lost = (why: Error): void => {
      if (worker && worker !== begun) return // another has been begun since, and what waits was asked of that
      worker = undefined
      for (const { reject } of waiting.values()) reject(why)
      waiting.clear()
      told.forget()
    }
    begun.on('error', lost)
    begun.on('exit', code => lost(new Error(`The thread of the memory file ended with ${code}`)))
    return begun
  }
  const end = async (): Promise<void> => {
    told.flush()
    const ending = worker
    worker = undefined
    if (ending) await gone(ending)
  }
  return {
    async ask(asked, signal) {
      signal?.throwIfAborted()
      rest.refresh()
      worker ??= begin()
      const task: Task = { ...asked, id: ++number }
      worker.ref()
      told.add(task)
      const answer = new Promise((resolve, reject) => waiting.set(task.id, { resolve, reject }))
      return await (signal ? untilGone(answer, signal, asked.kind, () => told.add({ drop: task.id })) : answer)
    },
    waiting: () => waiting.size,
    async close() {
      clearTimeout(rest)
      await end()
    }
  }
}

/** Hands over together what comes in one turn of the loop: each message wakes the thread. */
function gathered(post: (all: readonly (Task | Drop)[]) => void) {
  const all: (Task | Drop)[] = []
  const flush = (): void => {
    if (all.length > 0) post(all.splice(0))
  }
  return {
    flush,
    forget: () => void all.splice(0),
    add(one: Task | Drop): void {
      if (all.length === 0) setImmediate(flush)
      all.push(one)
    }
  }
}

/** A read is given up at once; of a write it is waited for what became of it. */
async function untilGone(answer: Promise<unknown>, signal: AbortSignal, kind: Asked['kind'], drop: () => void): Promise<unknown> {
  const going = Promise.withResolvers<never>()
  const gone = (): void => {
    drop()
    if (kind === 'read') going.reject(signal.reason)
  }
  signal.addEventListener('abort', gone, { once: true })
  try {
    return await Promise.race([answer, going.promise])
  } finally {
    signal.removeEventListener('abort', gone)
  }
}

function settle(worker: Worker, waiting: Map<number, Waiting>, all: readonly Done[]): void {
  for (const done of all) {
    const asker = waiting.get(done.id)
    if ('error' in done) asker?.reject(received(done.error))
    else asker?.resolve(done.answer)
    forget(waiting, done.id, worker)
  }
}

/** While nobody waits for it, a thread does not hold the process. */
function forget(waiting: Map<number, Waiting>, id: number, worker: Worker | undefined): void {
  waiting.delete(id)
  if (waiting.size === 0) worker?.unref()
}

/** It ends what it was told before. */
async function gone(worker: Worker): Promise<void> {
  const exit = new Promise(resolve => worker.once('exit', resolve))
  worker.ref()
  worker.postMessage(['end'])
  await exit
}
