import { test } from 'tap'
import type { BulkResult } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { alice, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'

/** Results that adapters return although their types forbid them. */
function wild(id: string, parts: Record<string, unknown>): BulkResult {
  const result: BulkResult = { item_id: id, outcome: 'succeeded' }
  return Object.defineProperties(result, Object.getOwnPropertyDescriptors(parts))
}

const circle: Record<string, unknown> = {}
circle['self'] = circle
const UNKEEPABLE: Record<string, Record<string, unknown>> = {
  circular: { data: circle },
  bigint: { data: { size: 1n } },
  function: { data: () => 1 },
  before: { before: circle },
  getter: {
    get data() {
      throw new TypeError('secret internals')
    }
  }
}

test('a result that cannot be stored leaves its item unknown, and no item is executed twice', async t => {
  const done: string[] = []
  const actions = Object.entries(UNKEEPABLE).map(([name, parts]) =>
    testAdapter({
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
  t.equal(done.length, 10 * actions.length)
})

test('a failure without code, reason or message is still a failure, with a default message', async t => {
  const errors: unknown[] = [{}, { code: 7, reason: null }, { message: 'x'.repeat(9_000), code: 'C'.repeat(900) }, null, 'no']
  const action = testAdapter({
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

test('an undefined outcome is unknown', async t => {
  const action = testAdapter({
    executeBatch: async function* (items) {
      for (const { id } of items) yield wild(id, { outcome: 'constructor' })
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  t.match(await until(jobs, made.id, ['completed']), { progress: { unknown: 10 } })
})

test('codes of jobs are those of calls: a failure of the system contains its name', async t => {
  const error = { code: 'UPSTREAM_SERVER_ERROR', reason: 'server_error', message: 'It fell over' }
  const items = testAdapter({
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'failed', error }
    }
  })
  const listing = testAdapter({ name: 'listing', nextBatch: () => Promise.reject(new OperationError('server_error', 'It fell over')) })
  const { jobs, request } = await startBulk(t, [items, listing])
  const end = await runToEnd(jobs, request(items))
  t.match(end.errors, [{ code: 'SHELF_SERVER_ERROR', count: 10 }])
  t.match((await jobs.items(alice, end.id, { limit: 1 })).items, [{ error: { code: 'SHELF_SERVER_ERROR' } }])
  const made = await jobs.create(request(listing))
  t.match(await until(jobs, made.id, ['waiting']), { error: { code: 'SHELF_SERVER_ERROR' } })
})

test('a success without data has no row', async t => {
  const nothings = [undefined, null, {}, []]
  const action = testAdapter({
    executeBatch: async function* (items) {
      for (const [at, { id }] of items.entries()) yield wild(id, { data: nothings[at % 4], before: nothings[at % 4] })
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action])
  const end = await runToEnd(jobs, request(action))
  t.equal(end.progress.succeeded, 10)
  t.equal(await redis.client().exists(jobKey(end.id, 'results')), 0)
})

test('the message of a job is a sentence, however long its parameters', async t => {
  const action = testAdapter({ message: () => 'x'.repeat(10_000) })
  const { jobs, request } = await startBulk(t, [action])
  t.equal((await jobs.create(request(action))).message.length, 300)
})

test('a text that is cut within an emoji, or contains half of one, does not prevent a result from being written', async t => {
  const message = `${'m'.repeat(499)}\u{1f600} and more`
  const action = testAdapter({
    idempotent: false,
    executeBatch: async function* (items, _action, call) {
      call.warn(`half \ud83d`)
      for (const { id } of items)
        yield {
          item_id: id,
          outcome: 'failed',
          error: { code: 'VALIDATION_ERROR', reason: 'cannot_be_honoured', message },
          data: { half: '\ud83d', path: 'C:\\ud83d' }
        }
    },
    describe: async (items, call) => {
      call.warn(message)
      return items
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const end = await runToEnd(jobs, request(action))
  t.match(end, { status: 'completed', progress: { failed: 10, unknown: 0 }, errors: [{ count: 10 }] })
  const [item] = (await jobs.items(alice, end.id, { limit: 1 })).items
  t.match(item?.data, { half: '\ufffd', path: 'C:\\ud83d' })
})

test('items have the names that the preview showed, and later ones their ids', async t => {
  const action = testAdapter({
    describe: async items => items.map(item => ({ ...item, display_name: `Number ${item.id.slice(5)}` }))
  })
  const { jobs, request } = await startBulk(t, [action])
  const { id } = await runToEnd(jobs, request(action, { input: { many: 30 } }))
  const { items } = await jobs.items(alice, id, { limit: 100 })
  t.same(
    items.map(({ display_name }) => display_name),
    Array.from({ length: 30 }, (_, at) => (at < 20 ? `Number ${at}` : `item-${at}`))
  )
})
