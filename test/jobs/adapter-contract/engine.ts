import assert from 'node:assert/strict'
import { runToEnd, startBulk } from '../../helpers/bulk.ts'
import { faultOf, idsOf, listGood, type Run, writesOf } from './run.ts'

/** The adapter as a worker runs it: a real job over a real Redis. */
export const ENGINE_CHECKS = {
  async 'a job executes every item once and reports each'(run: Run) {
    const { items } = await listGood(run)
    const { jobs, request } = await startJobs(run)
    const job = await runToEnd(jobs, request)
    assert.equal(job.status, 'completed', JSON.stringify(job.error))
    assert.deepEqual([job.progress.succeeded, job.progress.done], [items.length, items.length], JSON.stringify(job.errors))
    const writes = await writesOf(run)
    const odd = idsOf(items).filter(id => writes.get(id)?.length !== 1)
    assert.deepEqual(odd, [], 'These were not written exactly once')
  },

  async 'a failed count is reported on the job'(run: Run) {
    const { jobs, request } = await startJobs(run)
    const words = await faultOf(run, 'count')()
    const job = await jobs.create(request)
    assert.ok(
      JSON.stringify([job.preview?.warnings, job.error]).includes(words),
      `The job does not contain ${words}: ${JSON.stringify(job)}`
    )
  }
}

async function startJobs({ t, contract, testSystem, inputOf }: Run) {
  const { adapter, good } = contract
  const { jobs, request } = await startBulk(t, [adapter], { client: testSystem.client })
  return { jobs, request: request(adapter, { input: inputOf(good) }) }
}
