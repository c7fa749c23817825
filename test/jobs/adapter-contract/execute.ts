import assert from 'node:assert/strict'
import { faultOf, idsOf, listGood, type Run, saysUnsent, writesOf } from './run.ts'

export const EXECUTE_CHECKS = {
  async 'executeBatch executes every item with one write and returns one result for each'(run: Run) {
    const { plan, items } = await listGood(run)
    const before = await run.testSystem.state()
    const { results, error } = await run.execute(items, plan)
    assert.equal(error, undefined, `executeBatch threw ${error}`)
    assert.deepEqual(
      results.map(({ item_id, outcome }) => [item_id, outcome]).sort(),
      idsOf(items)
        .map(id => [id, 'succeeded'])
        .sort()
    )
    const writes = await writesOf(run)
    const odd = idsOf(items).filter(id => writes.get(id)?.length !== 1)
    assert.deepEqual(odd, [], 'These were not written exactly once')
    assert.notDeepEqual(await run.testSystem.state(), before, 'All succeeded, and nothing is other than before')
  },

  async 'executeBatch does not throw if an item fails'(run: Run) {
    const { error } = await executeWithOneBad(run)
    assert.equal(error, undefined, `An item failed, and executeBatch threw ${error}`)
  },

  async 'executeBatch returns one result for each item, even if one fails'(run: Run) {
    const { items, results } = await executeWithOneBad(run)
    assert.deepEqual(results.map(({ item_id }) => item_id).sort(), idsOf(items).sort())
  },

  async 'executeBatch executes the other items if one fails'(run: Run) {
    const { items, middle, results } = await executeWithOneBad(run)
    const done = results.filter(({ item_id, outcome }) => item_id !== middle.id && outcome === 'succeeded')
    assert.equal(done.length, items.length - 1, `Of ${items.length - 1} other items ${done.length} succeeded`)
  },

  async 'executeBatch reports why an item failed'(run: Run) {
    const { middle, results } = await executeWithOneBad(run)
    const result = results.find(({ item_id }) => item_id === middle.id)
    if (result?.outcome === 'skipped') return // already gone, which is what the action asks for
    assert.equal(result?.outcome, 'failed', `The system refused it, but its outcome is ${result?.outcome}`)
    const { code, reason, message } = result.error ?? {}
    assert.ok(code && reason && message, `It failed, but its error is ${JSON.stringify(result.error)}`)
  },

  /** If one item makes a request for many fail, smaller requests are sent: that is not a retry of the same request. */
  async 'executeBatch never retries: a failed write is one request'(run: Run) {
    const { middle } = await executeWithOneBad(run)
    const writes = (await run.received()).flatMap(request =>
      request.kind === 'write' && request.ids.includes(middle.id) ? [request.ids] : []
    )
    assert.ok(writes.length > 0, 'No write to the item that the system refuses')
    assert.equal(new Set(writes.map(ids => ids.toSorted().join())).size, writes.length, 'Refused writes were sent again')
  },

  async 'executeBatch stops when it is aborted'(run: Run) {
    const { plan, items } = await listGood(run)
    const before = await run.testSystem.state()
    const unbegun = await run.execute(items, plan, AbortSignal.abort(new Error('stop')))
    assert.deepEqual(await run.testSystem.state(), before, 'Aborted before it began, it acted all the same')
    assert.ok(saysUnsent(unbegun.error), `Aborted before its start, it threw ${unbegun.error} instead of the error of beforeNext`)
    const stop = new AbortController()
    const { results, error } = await run.execute(items, plan, stop.signal, () => stop.abort(new Error('stop')))
    if (await actsAtOnce(run)) return
    const written = (await writesOf(run)).size
    // An item without a result is reported as unknown, unless the error states that it was not started.
    if (run.contract.adapter.max_batch > 1 && written === results.length)
      assert.ok(saysUnsent(error), `Aborted between two items, it threw ${error} instead of the error of beforeNext`)
    assert.ok(written < items.length, `Aborted after the first of ${items.length} results, it still wrote to ${written} items`)
  },

  async 'executeBatch a second time changes nothing'(run: Run) {
    const { plan, items } = await listGood(run)
    await run.execute(items, plan)
    const before = await run.testSystem.state()
    const { results, error } = await run.execute(items, plan)
    assert.equal(error, undefined, `The second time it threw ${error}`)
    assert.equal(results.filter(({ outcome }) => outcome === 'failed' || outcome === 'unknown').length, 0, 'The second time items failed')
    assert.deepEqual(await run.testSystem.state(), before, 'It is declared idempotent, and a second time changed something')
  },

  async 'executeBatch a second time reports finished items as skipped'(run: Run) {
    const { plan, items } = await listGood(run)
    await run.execute(items, plan)
    const { results } = await run.execute(items, plan)
    assert.deepEqual(new Set(results.map(({ outcome }) => outcome)), new Set(['skipped']))
  },

  async 'executeBatch a second time, after a lost result, reports nothing as skipped'(run: Run) {
    const { plan, items } = await listGood(run)
    await run.execute(items, plan)
    const before = await run.testSystem.state()
    const begun = items.map(item => ({ ...item, again: true }))
    const { results, error } = await run.execute(begun, plan)
    assert.equal(error, undefined, `The second time it threw ${error}`)
    const odd = results.filter(({ outcome }) => outcome !== 'succeeded' && outcome !== 'unknown')
    assert.deepEqual(odd, [], 'This job may have done these')
    assert.equal(results.length, items.length)
    assert.deepEqual(await run.testSystem.state(), before, 'A second time changed something')
  }
}

async function executeWithOneBad(run: Run) {
  const { plan, items, middle } = await listGood(run)
  await faultOf(run, 'item')(middle.id)
  return { items, middle, ...(await run.execute(items, plan)) }
}

/** One write for several items cannot be stopped between them. */
const actsAtOnce = async (run: Run): Promise<boolean> =>
  (await run.received()).some(request => request.kind === 'write' && request.ids.length > 1)
