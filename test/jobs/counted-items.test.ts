import { test } from 'tap'
import { OperationError } from '../../src/contract/errors.ts'
import { runToEnd, startBulk, succeeded, testAdapter } from '../helpers/bulk.ts'

/** Counts items as the limits of a key do. */
function counter() {
  const counted = { items: 0 }
  const takeItems = async (_keyId: string, _system: string, items: number) => {
    counted.items += items
    return (unsent: number) => {
      counted.items -= unsent
    }
  }
  return { counted, takeItems }
}

test('items count once, however often they are sent, and not if they were not sent', async t => {
  const { counted, takeItems } = counter()
  let calls = 0
  const action = testAdapter({
    executeBatch: async function* (items) {
      calls += 1
      if (calls === 1) throw new OperationError('rate_limit_exceeded', 'Too many.', { outcome: 'not_executed', retry_after_ms: 50 })
      if (calls === 2) throw new OperationError('connection_failed', 'It failed.', { outcome: 'unknown', retry_after_ms: 50 })
      if (calls === 3) t.equal(counted.items, 10, 'of the two calls before, only one was sent')
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action], { takeItems })
  t.match(await runToEnd(jobs, request(action)), { status: 'completed', progress: { succeeded: 10 } })
  t.ok(calls > 2)
  t.equal(counted.items, 10)
})

test('a worker that was frozen while it counted sends nothing that must not be done twice, until it is sure that the job is its own', async t => {
  const { counted, takeItems } = counter()
  const lock_ms = 2_000
  let sent = 0
  let isSlow = true
  const unsent: number[] = []
  const action = testAdapter({
    idempotent: false,
    executeBatch: async function* (items) {
      sent += 1
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action], {
    settings: { lock_ms, turn_ms: 60_000 },
    async takeItems(...parts) {
      const giveBack = await takeItems(...parts)
      if (isSlow) for (const until = performance.now() + lock_ms / 2; performance.now() < until; );
      isSlow = false
      return items => {
        unsent.push(items)
        giveBack(items)
      }
    }
  })
  t.match(await runToEnd(jobs, request(action)), { status: 'completed', progress: { succeeded: 10, unknown: 0 } })
  t.strictSame({ sent, unsent, counted }, { sent: 1, unsent: [10, 0], counted: { items: 10 } })
})
