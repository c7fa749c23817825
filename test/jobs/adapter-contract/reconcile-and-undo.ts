import assert from 'node:assert/strict'
import { changesNothing } from './changes-nothing.ts'
import { faultOf, idsOf, listGood, type Run } from './run.ts'

/** Optional parts of an adapter: a check of unknown items, and undo. */
export const AFTERWARDS_CHECKS = {
  async 'reconcile reports for each item whether it was executed'(run: Run) {
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

  async 'undo restores the previous state'(run: Run) {
    const before = await run.testSystem.state()
    const { plan, items, results } = await executed(run)
    const undone = await run.undo(items, plan, results)
    assert.equal(undone.error, undefined, `undo threw ${undone.error}`)
    assert.deepEqual(await run.testSystem.state(), before)
  },

  async 'undo restores the state before an attempt whose result was lost'(run: Run) {
    const before = await run.testSystem.state()
    const { plan, items } = await executed(run)
    const again = await run.execute(
      items.map(item => ({ ...item, again: true })),
      plan
    )
    const missing = again.results.filter(({ outcome }) => outcome !== 'succeeded')
    assert.deepEqual(missing, [], 'This job did these, and what it kept of them shows it')
    await run.undo(items, plan, again.results)
    assert.deepEqual(await run.testSystem.state(), before)
  },

  async 'undo returns one result for each item, even if one fails'(run: Run) {
    const { plan, items, middle, results } = await executed(run)
    await faultOf(run, 'item')(middle.id)
    const undone = await run.undo(items, plan, results)
    assert.equal(undone.error, undefined, `An item failed, and undo threw ${undone.error}`)
    assert.deepEqual(undone.results.map(({ item_id }) => item_id).sort(), idsOf(items).sort())
    const others = undone.results.filter(({ item_id, outcome }) => item_id !== middle.id && outcome === 'succeeded')
    assert.equal(others.length, items.length - 1, 'Not all other items were undone')
  },

  async 'undo does not change an item that another client changed since'(run: Run) {
    const { plan, middle, results } = await executed(run)
    await faultOf(run, 'changed')(middle.id)
    const before = await run.testSystem.state()
    const [result] = (await run.undo([middle], plan, results)).results
    assert.deepEqual(await run.testSystem.state(), before, 'undo changed it')
    assert.ok(result?.outcome === 'failed' || result?.outcome === 'skipped', `Its outcome is ${result?.outcome}`)
  }
}

async function executed(run: Run) {
  const listed = await listGood(run)
  const { results, error } = await run.execute(listed.items, listed.plan)
  assert.equal(error, undefined, `executeBatch threw ${error}`)
  return { ...listed, results }
}
