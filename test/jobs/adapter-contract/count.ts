import assert from 'node:assert/strict'
import { OperationError } from '../../../src/contract/errors.ts'
import { changesNothing } from './changes-nothing.ts'
import { faultOf, idsOf, listGood, type Run } from './run.ts'

export const COUNT_CHECKS = {
  async 'count is correct within its relation'(run: Run) {
    const { plan, items } = await listGood(run)
    const nothing = await run.prepare(run.contract.nothing)
    for (const [query, many] of [
      [plan, new Set(idsOf(items)).size],
      [nothing, (await run.list(nothing)).length]
    ] as const) {
      const { value, relation } = await run.count(query)
      assert.ok(Number.isSafeInteger(value) && value >= 0, `${value} is not a count`)
      if (relation === 'eq') assert.equal(value, many, 'relation is eq, but the listing has a different number of items')
      if (relation === 'gte') assert.ok(value <= many, `relation is gte ${value}, but the listing has only ${many} items`)
    }
  },

  async 'count does not read item bodies'(run: Run) {
    const { plan } = await listGood(run)
    await run.count(plan)
    assert.deepEqual(
      (await run.received()).filter(({ kind }) => kind === 'item'),
      [],
      'count read single items'
    )
  },

  async 'count sends no more requests than the listing'(run: Run) {
    const plan = await run.prepare(run.contract.good)
    await run.testSystem.requestLog.clear()
    await run.list(plan)
    const most = (await run.received()).length
    await run.testSystem.requestLog.clear()
    await run.count(plan)
    const taken = (await run.received()).length
    assert.ok(taken <= most, `count sent ${taken} requests, but listing everything takes ${most}`)
  },

  async 'count executes nothing'(run: Run) {
    await changesNothing(run, 'count', plan => run.count(plan))
  },

  async "count throws the system's error if it fails"(run: Run) {
    const { plan } = await listGood(run)
    const words = await faultOf(run, 'count')()
    const answer = await run.count(plan).catch((error: unknown) => error)
    assert.ok(answer instanceof OperationError, `The count failed, but count returned ${JSON.stringify(answer)}`)
    assert.ok(answer.message.includes(words), `The error does not contain the system's message ${words}: ${answer.message}`)
  }
}
