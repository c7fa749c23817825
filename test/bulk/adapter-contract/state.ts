import assert from 'node:assert/strict'
import { idsOf, listGood, pagesOf, type Run } from './run.ts'

export const STATE_CHECKS = {
  /** Between any two calls of one job come calls of others, on other workers, too. */
  async 'it keeps no state: two jobs side by side do not see each other'(run: Run) {
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

  async 'it tells nobody: no progress, events, answers or jobs of its own'(run: Run) {
    const { plan, items } = await listGood(run)
    await run.count(plan)
    await run.execute(items, plan)
    assert.deepEqual(run.spoken, [])
  }
}

/** What the system is after the action, done alone and with another job in between. */
async function actedOn(run: Run): Promise<{ plain: unknown; side: unknown }> {
  const fresh = await run.afresh()
  const plan = await fresh.prepare(run.contract.good)
  await fresh.execute(await fresh.list(plan), plan)
  const sidePlan = await run.prepare(run.contract.good)
  const items = await run.list(sidePlan)
  await run.prepare(run.contract.nothing)
  await run.execute(items, sidePlan)
  return { plain: await fresh.bench.state(), side: await run.bench.state() }
}
