import type { Worker } from 'node:worker_threads'
import { moduleBeside, startThread } from '../../../../lib/threads/start-thread.ts'
import { deserializeError } from '../errors.ts'
import type { GraphRequest } from '../perform.ts'
import { postAll } from './post-messages.ts'
import type { Cancel, Task, TaskResult } from './serve-graph.ts'

/** A thread ends after this idle time. Starting it again takes tens of milliseconds. */
const IDLE_MS = 300_000

const MODULE = moduleBeside(import.meta, 'serve-graph')

export interface Thread {
  /** If the caller no longer waits, a request that has not started is dropped; a write that started runs to its end. */
  send: (request: GraphRequest, signal?: AbortSignal) => Promise<unknown>
  /** Number of unfinished requests. */
  waiting: () => number
  close: () => Promise<void>
}

interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** Creates a thread that works on the file. It starts on demand, and does not keep the process alive. */
export function createThread(file: string, writes: boolean): Thread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let number = 0
  const outbox = batched(all => postAll(all, part => worker?.postMessage(part), refused))
  const refused = (one: Task | Cancel, error: unknown): void => {
    if (!('id' in one)) return
    waiting.get(one.id)?.reject(error)
    forget(waiting, one.id, worker)
  }
  const idleTimer = setTimeout(() => (waiting.size > 0 ? idleTimer.refresh() : void end()), IDLE_MS).unref()
  const startWorker = (): Worker => {
    const started = startThread({ module: MODULE, name: 'memory', args: [file, writes] })
    started.on('message', (all: TaskResult[]) => settle(started, waiting, all))
    const lost = (why: Error): void => {
      if (worker && worker !== started) return // another thread was started since, and the waiting requests belong to it
      worker = undefined
      for (const { reject } of waiting.values()) reject(why)
      waiting.clear()
      outbox.forget()
    }
    started.on('error', lost)
    started.on('exit', code => lost(new Error(`The thread of the memory file ended with ${code}`)))
    return started
  }
  const end = async (): Promise<void> => {
    outbox.flush()
    const ending = worker
    worker = undefined
    if (ending) await gone(ending)
  }
  return {
    async send(request, signal) {
      signal?.throwIfAborted()
      idleTimer.refresh()
      worker ??= startWorker()
      const task: Task = { ...request, id: ++number }
      worker.ref()
      outbox.add(task)
      const result = new Promise((resolve, reject) => waiting.set(task.id, { resolve, reject }))
      return await (signal ? untilAborted(result, signal, request.kind, () => outbox.add({ drop: task.id })) : result)
    },
    waiting: () => waiting.size,
    async close() {
      clearTimeout(idleTimer)
      await end()
    }
  }
}

/** Collects the messages of one turn of the event loop into one, because each message wakes the thread. */
function batched(post: (all: readonly (Task | Cancel)[]) => void) {
  const all: (Task | Cancel)[] = []
  const flush = (): void => {
    if (all.length > 0) post(all.splice(0))
  }
  return {
    flush,
    forget: () => void all.splice(0),
    add(one: Task | Cancel): void {
      if (all.length === 0) setImmediate(flush)
      all.push(one)
    }
  }
}

/** An aborted read rejects at once; an aborted write waits for its outcome. */
async function untilAborted(result: Promise<unknown>, signal: AbortSignal, kind: GraphRequest['kind'], drop: () => void): Promise<unknown> {
  const going = Promise.withResolvers<never>()
  const gone = (): void => {
    drop()
    if (kind === 'read') going.reject(signal.reason)
  }
  signal.addEventListener('abort', gone, { once: true })
  try {
    return await Promise.race([result, going.promise])
  } finally {
    signal.removeEventListener('abort', gone)
  }
}

function settle(worker: Worker, waiting: Map<number, Waiting>, all: readonly TaskResult[]): void {
  for (const done of all) {
    const waiter = waiting.get(done.id)
    if ('error' in done) waiter?.reject(deserializeError(done.error))
    else waiter?.resolve(done.result)
    forget(waiting, done.id, worker)
  }
}

/** An idle thread does not keep the process alive. */
function forget(waiting: Map<number, Waiting>, id: number, worker: Worker | undefined): void {
  waiting.delete(id)
  if (waiting.size === 0) worker?.unref()
}

/** The thread finishes the requests it has received. */
async function gone(worker: Worker): Promise<void> {
  const exit = new Promise(resolve => worker.once('exit', resolve))
  worker.ref()
  worker.postMessage(['end'])
  await exit
}
