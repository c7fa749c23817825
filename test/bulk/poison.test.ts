import { test } from 'tap'
import { OperationError } from '../../src/contract/errors.ts'
import { alice, runToEnd, shelfAction, startBulk, succeeded, until } from '../helpers/bulk.ts'

const down = () => new OperationError('server_error', 'The system fell over', { source: 'upstream', outcome: 'unknown' })
const settings = { first_wait_ms: 10 }

test('one item that makes every call with it fail is given up, and the others are done', async t => {
  for (const concurrency of [1, 3]) {
    const action = shelfAction({
      max_batch: 10,
      concurrency,
      executeBatch: async function* (items) {
        if (items.some(({ id }) => id === 'item-7')) throw down()
        for (const item of items) yield succeeded(item)
      }
    })
    const { jobs, request } = await startBulk(t, [action], { settings })
    t.match(
      await runToEnd(jobs, request(action, { input: { many: 45 } })),
      {
        status: 'completed',
        progress: { succeeded: 44, failed: 1, unknown: 0 },
        errors: [{ reason: 'server_error', message: 'The system fell over', sample_item_ids: ['item-7'] }]
      },
      `${concurrency} at once`
    )
  }
})

test('past the suspects, calls are as large as before', async t => {
  const sizes: number[] = []
  const action = shelfAction({
    max_batch: 10,
    executeBatch: async function* (items) {
      if (items.some(({ id }) => id === 'item-2')) throw down()
      sizes.push(items.length)
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings })
  await runToEnd(jobs, request(action, { input: { many: 40 } }))
  t.ok(sizes.includes(10), sizes.join(', '))
})

test('a system that is down for a while costs few items, and none once it is back', async t => {
  let calls = 0
  const action = shelfAction({
    executeBatch: async function* (items) {
      calls += 1
      if (calls <= 4) throw down()
      for (const item of items) yield succeeded(item)
    }
  })
  const refusesAll = shelfAction({
    name: 'refuses_all',
    executeBatch: () => {
      throw new OperationError('connection_failed', 'Nobody is there')
    }
  })
  const { jobs, request } = await startBulk(t, [action, refusesAll], { settings })
  t.match(await runToEnd(jobs, request(action)), { status: 'completed', progress: { succeeded: 10, failed: 0 } })
  const made = await jobs.create(request(refusesAll))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await new Promise(resolve => setTimeout(resolve, 1_500))
  t.match(await jobs.get(alice, made.id), { progress: { failed: 0, pending: 10 } }, 'a connection that fails is no item’s doing')
  await jobs.cancel(alice, made.id)
  await until(jobs, made.id, ['cancelled'])
})
