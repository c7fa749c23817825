import { test } from 'tap'
import { alice, refusal, runToEnd, shelfAction, startBulk, until } from '../helpers/bulk.ts'
import { resending } from '../helpers/resending.ts'

const { signal } = new AbortController()

test('where every script of a gateway is sent again after a lost answer, jobs are made, done once, retried and deleted, and nothing is mis-told', async t => {
  const done: string[] = []
  const action = shelfAction({
    idempotent: false,
    max_batch: 1,
    concurrency: 3,
    executeBatch: async function* ([item]) {
      if (!item) return
      done.push(item.id)
      yield { item_id: item.id, outcome: item.id === 'item-7' ? 'failed' : 'succeeded' }
    }
  })
  const { jobs, request } = await startBulk(t, [action], { through: resending })
  const parent = await runToEnd(jobs, request(action, { input: { many: 40 } }))
  t.match(parent, { status: 'completed', progress: { succeeded: 39, failed: 1, unknown: 0 } })
  t.equal(done.length, 40)
  t.equal(new Set(done).size, 40)

  const { job, fresh } = await jobs.retry(alice, parent.id, { outcomes: ['failed'], acknowledge_unknown: false }, signal)
  t.ok(fresh, 'it was made by this very call')
  t.notOk((await jobs.retry(alice, parent.id, { outcomes: ['failed'], acknowledge_unknown: false }, signal)).fresh)
  t.equal((await until(jobs, job.id, ['awaiting_confirmation'])).preview?.total.value, 1)

  await jobs.delete(alice, job.id)
  await jobs.delete(alice, parent.id)
  await t.rejects(jobs.get(alice, parent.id), refusal('job_expired', { status: 410 }))
})
