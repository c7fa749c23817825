import { Queue, Worker } from 'bullmq'
import type { Engine } from './engine.ts'

const ADDED_AT_A_TIME = 1_000

/** Milliseconds for one BullMQ job per item, including adding them: what a gateway without a job engine would do. */
export async function perItem(engine: Engine, many: number, concurrency: number): Promise<number> {
  const connection = engine.connect('jobs')
  const options = { connection, prefix: '{bench}' }
  const queue = new Queue(`items-${concurrency}-${Date.now()}`, options)
  let done = 0
  const all = Promise.withResolvers<void>()
  const started = performance.now()
  const worker = new Worker(
    queue.name,
    async () => {
      done += 1
      if (done === many) all.resolve()
    },
    { ...options, concurrency, removeOnComplete: { count: 0 } }
  )
  for (let at = 0; at < many; at += ADDED_AT_A_TIME) {
    const items = Array.from({ length: Math.min(ADDED_AT_A_TIME, many - at) }, (_, n) => ({ name: 'item', data: { id: at + n } }))
    await queue.addBulk(items)
  }
  await all.promise
  const took = performance.now() - started
  await worker.close()
  await queue.obliterate({ force: true })
  await queue.close()
  connection.disconnect()
  return took
}
