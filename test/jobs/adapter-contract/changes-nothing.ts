import assert from 'node:assert/strict'
import { listGood, type Plan, type Run } from './run.ts'

/** Runs a part of the adapter that must not change anything: it sends no write, and the state stays the same. */
export async function changesNothing(run: Run, what: string, part: (plan: Plan) => Promise<unknown>): Promise<void> {
  const { plan } = await listGood(run)
  const before = await run.testSystem.state()
  await run.testSystem.requestLog.clear()
  await part(plan)
  const writes = (await run.received()).filter(({ kind }) => kind === 'write')
  assert.deepEqual(writes, [], `${what} sent a write`)
  assert.deepEqual(await run.testSystem.state(), before, `${what} changed something`)
}
