import assert from 'node:assert/strict'
import { type ErrorCode, OperationError } from '../../../src/contract/errors.ts'
import { type Executed, faultOf, listGood, type Run, saysUnsent, writesOf } from './run.ts'

/** Errors that end a turn, and the state they leave behind. */
export const FAULT_CHECKS = {
  async 'a rate limit is thrown, and items without a result were not sent'(run: Run) {
    await endsTurn(run, 'rate_limit', 'RATE_LIMIT_ERROR')
  },

  async 'a refused credential is thrown, and items without a result were not sent'(run: Run) {
    await endsTurn(run, 'credential', 'AUTHENTICATION_ERROR')
  },

  async 'a write whose response was lost is unknown and never sent again'(run: Run) {
    const { plan, items, middle } = await listGood(run)
    await faultOf(run, 'lost')(middle.id)
    const { results, error } = await run.execute(items, plan)
    const sent = (await writesOf(run)).get(middle.id)?.length ?? 0
    assert.equal(sent, 1, `The write was sent ${sent} times`)
    const result = results.find(({ item_id }) => item_id === middle.id)
    if (result) assert.ok(result.outcome === 'unknown' || result.outcome === 'succeeded', `Its outcome is ${result.outcome}`)
    else assert.ok(!saysUnsent(error), 'The error states not_executed, but the write was executed')
  }
}

async function endsTurn(run: Run, fault: 'rate_limit' | 'credential', code: ErrorCode): Promise<void> {
  const { plan, items, middle } = await listGood(run)
  await faultOf(run, fault)(middle.id)
  const { results, error } = await run.execute(items, plan)
  assert.ok(
    error instanceof OperationError && error.code === code,
    `Expected ${code}, but it ended with ${error ?? outcomesOf({ results })}`
  )
  assert.ok(
    run.contract.adapter.idempotent || saysUnsent(error),
    'The error does not state not_executed, so items that were never sent would be unknown'
  )
  const settled = new Set(results.map(({ item_id }) => item_id))
  const writes = await writesOf(run)
  const done = [...writes].filter(([id, requests]) => !settled.has(id) && requests.some(({ status }) => status === null || status < 400))
  if (saysUnsent(error)) assert.deepEqual(done, [], 'The error says not_executed, and these were written')
  assert.equal(writes.get(middle.id)?.length, 1, 'Writes to the item that the system refused')
}

const outcomesOf = ({ results }: Executed): string => results.map(({ item_id, outcome }) => `${item_id} ${outcome}`).join(', ')
