import assert from 'node:assert/strict'
import { idsOf, listGood, pagesOf, type Run } from './run.ts'

export const STATE_CHECKS = {
  /** Between two calls of one job, other workers run calls of other jobs. */
  async 'the adapter keeps no state: two jobs side by side do not affect each other'(run: Run) {
    const { items } = await listGood(run)
    const plan = await run.prepare(run.contract.good)
    const nothing = await run.prepare(run.contract.nothing)
    const listed: string[] = []
    const others = [pagesOf(plan, 1, run.page), pagesOf(plan, 2, run.page)]
    for await (const page of pagesOf(plan, 1, run.page)) {
      for (const other of others) await other.next()
      await run.page(nothing, { size: 1, offset: 0, cursor: undefined })
      listed.push(...idsOf(page.items))
    }
    assert.deepEqual(listed, idsOf(items), 'Other listings in between change the listing')
    const alone = await actedOn(run)
    assert.deepEqual(alone.side, alone.plain, 'Another job, prepared in between, changes what is done')
  },

  async 'the adapter does not reach the caller: no progress, events, responses or jobs'(run: Run) {
    const { plan, items } = await listGood(run)
    await run.count(plan)
    await run.execute(items, plan)
    assert.deepEqual(run.callerCalls, [])
  }
}

/** State of the system after the action, executed alone and with another job in between. */
async function actedOn(run: Run): Promise<{ plain: unknown; side: unknown }> {
  const fresh = await run.restart()
  const plan = await fresh.prepare(run.contract.good)
  await fresh.execute(await fresh.list(plan), plan)
  const sidePlan = await run.prepare(run.contract.good)
  const items = await run.list(sidePlan)
  await run.prepare(run.contract.nothing)
  await run.execute(items, sidePlan)
  return { plain: await fresh.testSystem.state(), side: await run.testSystem.state() }
}
