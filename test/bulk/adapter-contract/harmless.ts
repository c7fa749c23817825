import assert from 'node:assert/strict'
import { listGood, type Plan, type Run } from './run.ts'

/** Runs a part of the adapter that may change nothing: neither may a write be received, nor anything be other than before. */
export async function changesNothing(run: Run, what: string, part: (plan: Plan) => Promise<unknown>): Promise<void> {
  const { plan } = await listGood(run)
  const before = await run.bench.state()
  await run.bench.ledger.clear()
  await part(plan)
  const writes = (await run.received()).filter(({ kind }) => kind === 'write')
  assert.deepEqual(writes, [], `${what} sent a write`)
  assert.deepEqual(await run.bench.state(), before, `${what} changed something`)
}
