import assert from 'node:assert/strict'
import { changesNothing } from './harmless.ts'
import { faultOf, idsOf, listGood, type Run } from './run.ts'

/** What an adapter may have beside: a look at what is unknown, and a way back. */
export const AFTERWARDS_CHECKS = {
  async 'reconcile tells what was done and what was not, of each item'(run: Run) {
    const { plan, items } = await listGood(run)
    const done = items.slice(0, 1)
    await run.execute(done, plan)
    const findings = await run.reconcile(items, plan)
    assert.deepEqual(
      findings.map(({ item_id, outcome }) => [item_id, outcome]).sort(),
      items.map((item, at) => [item.id, at < done.length ? 'succeeded' : 'not_attempted']).sort()
    )
  },

  async 'reconcile executes nothing'(run: Run) {
    const { items } = await listGood(run)
    await changesNothing(run, 'reconcile', plan => run.reconcile(items, plan))
  },

  async 'undo brings back what was before'(run: Run) {
    const before = await run.bench.state()
    const { plan, items, results } = await executed(run)
    const undone = await run.undo(items, plan, results)
    assert.equal(undone.error, undefined, `undo threw ${undone.error}`)
    assert.deepEqual(await run.bench.state(), before)
  },

  async 'undo answers one result for each item, also where one fails'(run: Run) {
    const { plan, items, middle, results } = await executed(run)
    await faultOf(run, 'item')(middle.id)
    const undone = await run.undo(items, plan, results)
    assert.equal(undone.error, undefined, `An item failed, and undo threw ${undone.error}`)
    assert.deepEqual(undone.results.map(({ item_id }) => item_id).sort(), idsOf(items).sort())
    const others = undone.results.filter(({ item_id, outcome }) => item_id !== middle.id && outcome === 'succeeded')
    assert.equal(others.length, items.length - 1, 'Not all others were undone')
  },

  async 'undo leaves alone what somebody else changed since'(run: Run) {
    const { plan, middle, results } = await executed(run)
    await faultOf(run, 'changed')(middle.id)
    const before = await run.bench.state()
    const [result] = (await run.undo([middle], plan, results)).results
    assert.deepEqual(await run.bench.state(), before, 'undo changed it')
    assert.ok(result?.outcome === 'failed' || result?.outcome === 'skipped', `Its outcome is ${result?.outcome}`)
  }
}

async function executed(run: Run) {
  const listed = await listGood(run)
  const { results, error } = await run.execute(listed.items, listed.plan)
  assert.equal(error, undefined, `executeBatch threw ${error}`)
  return { ...listed, results }
}
