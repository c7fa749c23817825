import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Queue } from 'bullmq'
import fastify from 'fastify'
import t from 'tap'
import { QUEUE_PREFIX, SHARED_QUEUE } from '../../../src/jobs/store/keys.ts'
import { alice, startBulk, succeeded, testAdapter, until } from '../../helpers/bulk.ts'
import { installSlowCheckers } from '../install.ts'

// A real Bull Board at the Redis of a running job.
const load = createRequire(path.join(await installSlowCheckers(), '../index.js'))
const { createBullBoard } = load('@bull-board/api')
const { BullMQAdapter } = load('@bull-board/api/bullMQAdapter')
const { FastifyAdapter } = load('@bull-board/fastify')

t.test('Bull Board shows the name, progress and log of a running job', async t => {
  const released = Promise.withResolvers<void>()
  let first = true
  const action = testAdapter({
    max_batch: 1,
    concurrency: 1,
    executeBatch: async function* (items) {
      // The first item takes longer than its turn; the next one waits within another turn.
      await (first ? sleep(200) : released.promise)
      first = false
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request, connect } = await startBulk(t, [action], { settings: { turn_ms: 50, finish_ms: 60_000 } })
  const redis = connect('jobs')
  const queue = new Queue(SHARED_QUEUE, { connection: redis, prefix: QUEUE_PREFIX })
  t.teardown(async () => {
    await queue.close()
    redis.disconnect()
  })
  const adapter = new FastifyAdapter()
  createBullBoard({ queues: [new BullMQAdapter(queue)], serverAdapter: adapter })
  adapter.setBasePath('/board')
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(adapter.registerPlugin(), { prefix: '/board' })
  const board = async (url: string) => JSON.parse((await app.inject(`/board/api/queues${url}`)).body)
  const shown = async () => (await board(`?activeQueue=${SHARED_QUEUE}`)).queues[0]?.jobs[0]

  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  const deadline = Date.now() + 60_000
  let job = await shown()
  while ((job?.progress?.done ?? 0) < 1 && Date.now() < deadline) {
    await sleep(20)
    job = await shown()
  }
  t.match(job, { name: action.id, progress: { done: 1, total: 10, succeeded: 1, failed: 0, unknown: 0 } })
  const logs = await board(`/${SHARED_QUEUE}/${job?.id}/logs`)
  t.match(logs.at(-1), /running: 1 of 10 items done, 1 succeeded, 0 failed, 0 unknown/)
  released.resolve()
  await until(jobs, made.id, ['completed'])
})
