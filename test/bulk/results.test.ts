import { test } from 'tap'
import type { BulkResult } from '../../src/contract/bulk.ts'
import { alice, runToEnd, shelfAction, startBulk, succeeded, until } from '../helpers/bulk.ts'

/** What adapters answer that types would not let them. */
const wild = (id: string, parts: Record<string, unknown>): BulkResult => ({ item_id: id, outcome: 'succeeded', ...parts })

const circle: Record<string, unknown> = {}
circle['self'] = circle
const UNKEEPABLE: Record<string, Record<string, unknown>> = {
  circular: { data: circle },
  bigint: { data: { size: 1n } },
  function: { data: () => 1 },
  before: { before: circle }
}

test('an answer that cannot be kept leaves its item unknown, and no item is done twice', async t => {
  const done: string[] = []
  const actions = Object.entries(UNKEEPABLE).map(([name, parts]) =>
    shelfAction({
      name,
      idempotent: false,
      max_batch: 5,
      executeBatch: async function* (items) {
        for (const item of items) {
          done.push(`${name} ${item.id}`)
          yield item.id === 'item-2' ? wild(item.id, parts) : succeeded(item)
        }
      }
    })
  )
  const { jobs, request } = await startBulk(t, actions)
  for (const action of actions) {
    t.match(
      await runToEnd(jobs, request(action)),
      {
        status: 'completed',
        progress: { succeeded: 9, unknown: 1 },
        errors: [{ reason: 'adapter_broke_contract', count: 1, sample_item_ids: ['item-2'] }]
      },
      action.name
    )
  }
  t.equal(new Set(done).size, done.length)
  t.equal(done.length, 40)
})

test('a failure without code, reason or message is a failure still, said in our own words', async t => {
  const errors: unknown[] = [{}, { code: 7, reason: null }, { message: 'x'.repeat(9_000), code: 'C'.repeat(900) }, null, 'no']
  const action = shelfAction({
    executeBatch: async function* (items) {
      for (const [at, { id }] of items.entries()) yield at < 5 ? wild(id, { outcome: 'failed', error: errors[at] }) : wild(id, {})
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const end = await runToEnd(jobs, request(action))
  t.match(end, { status: 'completed', progress: { succeeded: 5, failed: 5 } })
  const { items } = await jobs.items(alice, end.id, { limit: 10, outcome: 'failed' })
  for (const { error } of items) {
    t.match(error, { code: /^.{1,64}$/, reason: /^.{1,64}$/, message: /^.{1,500}$/ })
  }
})

test('an outcome of no name is unknown', async t => {
  const action = shelfAction({
    executeBatch: async function* (items) {
      for (const { id } of items) yield wild(id, { outcome: 'constructor' })
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  t.match(await until(jobs, made.id, ['completed']), { progress: { unknown: 10 } })
})
