import type { Worker } from 'node:worker_threads'
import { moduleBeside, startThread } from '../../lib/threads/start-thread.ts'
import type { RecordParts } from '../location.ts'
import type { Reply, Requests } from './serve-record.ts'

const MODULE = moduleBeside(import.meta, 'serve-record')

/** The database of the record, in its own thread. */
export interface RecordStore {
  run: <Name extends keyof Requests>(name: Name, input: Requests[Name]['input']) => Promise<Requests[Name]['result']>
  close: () => Promise<void>
}

interface Waiting {
  // biome-ignore lint/suspicious/noExplicitAny: the thread returns what the request of the same number asks for
  resolve: (result: any) => void
  reject: (error: Error) => void
}

/** The thread starts with the first request. While it has none, it does not keep the process alive. */
export function createRecordStore(parts: RecordParts): RecordStore {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let number = 0
  const settle = (reply: Reply): void => {
    const { resolve, reject } = waiting.get(reply.id) ?? {}
    waiting.delete(reply.id)
    if (waiting.size === 0) thread?.unref()
    if ('error' in reply) reject?.(new Error(reply.error))
    else resolve?.(reply.result)
  }
  const start = (): Worker => {
    const started = startThread({ module: MODULE, name: 'record', args: [parts] })
    const lost = (error: Error): void => {
      if (thread === started) thread = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('message', settle)
    started.on('error', lost)
    started.on('exit', () => lost(new Error('The thread of the record ended')))
    return started
  }
  return {
    run(name, input) {
      thread ??= start()
      thread.ref()
      const { promise, resolve, reject } = Promise.withResolvers<Requests[typeof name]['result']>()
      const id = ++number
      waiting.set(id, { resolve, reject })
      thread.postMessage({ id, name, input })
      return promise
    },
    async close() {
      const ending = thread
      if (!ending) return
      const ended = new Promise(resolve => ending.once('exit', resolve))
      ending.ref()
      ending.postMessage('end')
      await ended
    }
  }
}
