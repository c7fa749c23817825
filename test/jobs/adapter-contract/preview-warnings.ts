import assert from 'node:assert/strict'
import type { BulkAdapter, BulkItem, BulkResult, Foreseen } from '../../../src/contract/bulk.ts'
import { idsOf, listGood, type Plan, type Run } from './run.ts'

/** Warnings of the preview about items, before the action is executed. */
export const FORESEEN_CHECKS = {
  async 'the preview predicts no failure and no skip of items that succeed'(run: Run) {
    const { plan, items } = await listGood(run)
    const shown = [...(await run.shown(items, plan)), ...(await run.named(idsOf(items))).items]
    assert.deepEqual(
      shown.filter(({ foreseen }) => foreseen),
      [],
      'These would succeed'
    )
  },

  /** Once the action has been executed, nothing is left to do: items that are listed again or named are skipped or fail. */
  async 'the preview predicts each item that will be skipped or fail'(run: Run) {
    const { plan, items } = await listGood(run)
    await run.execute(items, plan)
    await comesTrue(run, await run.shown(await run.list(plan), plan), plan)
    if (!readsNamed(run.contract.adapter)) return
    const named = await run.named(idsOf(items))
    await comesTrue(run, named.items, named.plan)
  },

  async 'the preview predicts that an item that does not exist is skipped or fails'(run: Run) {
    const { items } = await listGood(run)
    const named = await run.named(items.slice(0, 1).map(({ id }) => absentAs(id)))
    await comesTrue(run, named.items, named.plan)
  }
} satisfies Record<string, (run: Run) => Promise<void>>

/** An ID of the same form that no item has. */
const absentAs = (id: string): string =>
  id.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, last => (last === '7' ? '8' : '7')).replace(/[0-9](?=[^0-9]*[0-9a-z]$)/, '9')

/** Whether the adapter reads named items before they are executed. */
export const readsNamed = ({ lookUp, describe }: BulkAdapter): boolean => lookUp !== undefined || describe !== undefined

/** Executes the items, and compares each outcome with the preview. */
async function comesTrue(run: Run, items: BulkItem[], plan: Plan): Promise<void> {
  const { results, error } = await run.execute(items, plan)
  assert.equal(error, undefined, `executeBatch threw ${error}`)
  const foreseen = new Map(items.map(item => [item.id, item.foreseen]))
  const wrong = results.filter(({ item_id, outcome }) => !fits(foreseen.get(item_id), outcome))
  assert.deepEqual(wrong, [], `The preview foresaw otherwise: ${JSON.stringify([...foreseen])}`)
}

const fits = (foreseen: Foreseen | undefined, outcome: BulkResult['outcome']): boolean =>
  foreseen?.outcome === 'may_fail' || (foreseen?.outcome ?? 'succeeded') === outcome
