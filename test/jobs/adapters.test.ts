import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { OperationError } from '../../src/contract/errors.ts'
import { alice, itemNamed, manyOf, refusal, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'

test('only a missing next ends a listing: pages may be empty, and an item listed twice counts once', async t => {
  const pages: string[][] = [[], ['a', 'b'], [], [], ['b', 'c', 'c'], []]
  const seen: (string | undefined)[] = []
  const action = testAdapter({
    nextBatch: async (_query, { cursor }) => {
      seen.push(cursor)
      const at = Number(cursor ?? 0)
      return { items: (pages[at] ?? []).map(itemNamed), ...(at + 1 < pages.length && { next: String(at + 1) }) }
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const end = await runToEnd(jobs, request(action))
  t.match(end, { status: 'completed', progress: { total: { value: 3, relation: 'eq' }, succeeded: 3 } })
  t.same(seen, [undefined, '1', '2', '3', '4', '5'])
})

test('ids named by the caller replace the selection', async t => {
  const acted: unknown[] = []
  const lists = testAdapter({ nextBatch: () => Promise.reject(new Error('this must not be called')) })
  const looksUp = testAdapter({
    name: 'looks_up',
    keeps_data: true,
    page_size: 2,
    lookUp: async ids =>
      ids.filter(id => id !== 'gone').map(id => ({ id, display_name: `Known ${id}`, etag: `v-${id}`, data: { size: id.length } })),
    executeBatch: async function* (items) {
      acted.push(...items)
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [lists, looksUp])
  const plain = await runToEnd(jobs, request(lists, { ids: ['x', 'y', 'x'] }))
  t.match(plain, { status: 'completed', progress: { succeeded: 2 } })
  const found = request(looksUp, { ids: ['x', 'gone', 'yy'] })
  const { preview } = await jobs.create(found)
  t.match(preview?.sample, [{ display_name: 'Known x', data: { size: 1 } }, { display_name: 'gone' }, {}])
  t.match(await runToEnd(jobs, found), { progress: { succeeded: 3 } })
  t.same(acted, [
    { id: 'x', display_name: 'x', etag: 'v-x', data: { size: 1 } },
    { id: 'gone', display_name: 'gone', data: null },
    { id: 'yy', display_name: 'yy', etag: 'v-yy', data: { size: 2 } }
  ])
})

test('the sample gets its names from describe if the listing has none', async t => {
  const action = testAdapter({
    nextBatch: async query => ({ items: Array.from({ length: manyOf(query) }, (_, at) => ({ id: `${at}`, display_name: `${at}` })) }),
    describe: async items => items.map(item => ({ ...item, display_name: `Subject of ${item.id}` }))
  })
  const { jobs, request } = await startBulk(t, [action])
  const made = await jobs.create(request(action, { input: { many: 30 } }))
  t.equal(made.preview?.sample.length, 20)
  t.match(made.preview?.sample[19], { item_id: '19', display_name: 'Subject of 19' })
})

test('more items than max_items are refused with the number', async t => {
  const counted = testAdapter()
  const uncounted = testAdapter({ name: 'uncounted', count: async () => ({ value: 3, relation: 'estimate' }) })
  const paged = testAdapter({ name: 'paged', page_size: 4, count: async () => ({ value: 3, relation: 'estimate' }) })
  const { jobs, request } = await startBulk(t, [counted, uncounted, paged])
  const options = { dry_run: false, max_items: 9, on_failure: 'continue' } as const
  t.match(await jobs.create(request(counted, { options })), {
    status: 'failed',
    reason: 'too_many_items',
    error: { code: 'VALIDATION_ERROR', message: /^10 items match, and max_items is 9/ }
  })
  t.match(await jobs.create(request(uncounted, { options })), { status: 'failed', error: { message: /^10 items match/ } })
  t.match(await jobs.create(request(paged, { options, input: { many: 20 } })), {
    status: 'failed',
    error: { message: /^At least 12 items match/ }
  })
})

test('a failed count is reported in the preview, a failed listing on the job', async t => {
  const fails = () => Promise.reject(new OperationError('upstream_refused', 'Vendor says: bad query', { source: 'upstream' }))
  const noCount = testAdapter({ name: 'no_count', count: fails })
  const noList = testAdapter({ name: 'no_list', nextBatch: fails })
  const defect = testAdapter({ name: 'defect', nextBatch: () => Promise.reject(new TypeError('secret internals')) })
  const refuses = testAdapter({
    name: 'refuses',
    prepare: () => Promise.reject(new OperationError('invalid_field_value', 'No such label'))
  })
  const { jobs, request } = await startBulk(t, [noCount, noList, defect])
  t.match(await jobs.create(request(noCount)), {
    status: 'awaiting_confirmation',
    preview: { warnings: [/could not be counted.*Vendor says: bad query/] }
  })
  t.match(await jobs.create(request(noList)), {
    status: 'failed',
    error: { reason: 'upstream_refused', message: 'Vendor says: bad query' }
  })
  const broken = await jobs.create(request(defect))
  t.match(broken, { status: 'failed', reason: 'unexpected' })
  t.notMatch(broken.error?.message, /secret/)
  await t.rejects(jobs.create(request(refuses)), refusal('invalid_field_value'), 'a refusal by prepare is returned at once')
})

test('a listing that violates the contract fails before anything is executed', async t => {
  const broken = {
    too_many: testAdapter({ name: 'too_many', page_size: 3, nextBatch: async () => ({ items: ['a', 'b', 'c', 'd'].map(itemNamed) }) }),
    for_ever: testAdapter({ name: 'for_ever', nextBatch: async () => ({ items: [], next: 'same' }) }),
    no_id: testAdapter({ name: 'no_id', nextBatch: async () => ({ items: [itemNamed('')] }) }),
    too_large: testAdapter({
      name: 'too_large',
      keeps_data: true,
      nextBatch: async () => ({ items: [{ ...itemNamed('a'), data: 'x'.repeat(3000) }] })
    })
  }
  const { jobs, request } = await startBulk(t, Object.values(broken))
  for (const [name, action] of Object.entries(broken)) {
    t.match(await jobs.create(request(action)), { status: 'failed', reason: 'adapter_broke_contract', error: { message: /\w/ } }, name)
  }
})

test('missing results are unknown, and the job pauses', async t => {
  const action = testAdapter({
    executeBatch: async function* (items) {
      for (const item of items) if (!item.id.endsWith('3')) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const paused = await runToEnd(jobs, request(action, { input: { many: 25 } }))
  t.match(paused, {
    status: 'paused',
    reason: 'adapter_broke_contract',
    error: { message: /omitted the results of 1 items/ },
    progress: { succeeded: 9, unknown: 1, pending: 15 },
    errors: [{ reason: 'adapter_broke_contract', count: 1, sample_item_ids: ['item-3'] }]
  })
})

test('missing results of the last batch end the job, and it reports why', async t => {
  const action = testAdapter({
    executeBatch: async function* (items) {
      for (const item of items) if (item.id !== 'item-24') yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  t.match(await runToEnd(jobs, request(action, { input: { many: 25 } })), {
    status: 'completed',
    reason: 'adapter_broke_contract',
    error: { message: /omitted the results of 1 items/ },
    progress: { succeeded: 24, unknown: 1, pending: 0 }
  })
})

test('invented or repeated results pause the job; no item counts twice', async t => {
  const results = { invented: 'item-99', repeated: 'item-0' }
  const actions = Object.entries(results).flatMap(([name, extra]) =>
    [true, false].map(idempotent =>
      testAdapter({
        name: `${name}_${idempotent}`,
        idempotent,
        executeBatch: async function* (items) {
          if (items[0]) yield succeeded(items[0])
          yield { item_id: extra, outcome: 'succeeded' }
          for (const item of items.slice(1)) yield succeeded(item)
        }
      })
    )
  )
  const { jobs, request } = await startBulk(t, actions)
  for (const action of actions) {
    const paused = await runToEnd(jobs, request(action))
    const rest = action.idempotent ? { unknown: 0, pending: 9 } : { unknown: 9, pending: 0 }
    const status = action.idempotent ? 'paused' : 'completed'
    t.match(paused, { status, reason: 'adapter_broke_contract', progress: { succeeded: 1, ...rest } }, action.id)
  }
})

test('a call that ended early clears its timeout', async t => {
  const signals: AbortSignal[] = []
  const action = testAdapter({
    executeBatch: async function* (_items, _action, { signal }) {
      signals.push(signal)
      yield { item_id: 'item-99', outcome: 'succeeded' }
    }
  })
  const batch_timeout_ms = 1_000
  const { jobs, request } = await startBulk(t, [action], { settings: { batch_timeout_ms } })
  t.match(await runToEnd(jobs, request(action)), { status: 'paused', reason: 'adapter_broke_contract' })
  await sleep(batch_timeout_ms + 100)
  t.same(
    signals.map(({ aborted }) => aborted),
    [false]
  )
})

test('a defect of an adapter pauses the job, and its message stays in the log', async t => {
  let broken = true
  const action = testAdapter({
    executeBatch: async function* (items) {
      if (broken) throw new TypeError('secret internals')
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const paused = await runToEnd(jobs, request(action))
  t.match(paused, { status: 'paused', reason: 'unexpected', progress: { pending: 10, unknown: 0 } })
  t.notMatch(JSON.stringify(paused), /secret/)
  broken = false
  await jobs.resume(alice, paused.id)
  t.match(await until(jobs, paused.id, ['completed']), { error: null, progress: { succeeded: 10 } })
})

test('an adapter that hangs is abandoned: its items are unknown, or run again if that is harmless', async t => {
  let hang = true
  const parts = {
    max_batch: 1,
    executeBatch: async function* (items: { id: string }[]) {
      if (hang) await new Promise(() => undefined)
      for (const { id } of items) yield { item_id: id, outcome: 'succeeded' as const }
    }
  }
  const [again, once] = [testAdapter({ ...parts, name: 'again' }), testAdapter({ ...parts, name: 'once', idempotent: false })]
  const { jobs, request } = await startBulk(t, [again, once], {
    settings: { batch_timeout_ms: 100, abort_grace_ms: 50, first_wait_ms: 300 }
  })
  for (const action of [again, once]) {
    hang = true
    const made = await jobs.create(request(action, { input: { many: 3 } }))
    await jobs.confirm(alice, made.id, made.confirm_token ?? '')
    t.match(await until(jobs, made.id, ['waiting']), { reason: 'network', error: { reason: 'deadline_exceeded' } })
    hang = false
    const end = await until(jobs, made.id, ['completed'])
    t.match(end.progress, action.idempotent ? { succeeded: 3, unknown: 0 } : { succeeded: 2, unknown: 1 })
  }
})

test('a response that arrives after the call was abandoned changes nothing', async t => {
  const [late, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked: string[] = []
  const action = testAdapter({
    idempotent: false,
    max_batch: 1,
    executeBatch: async function* ([item]) {
      asked.push(item?.id ?? '')
      if (item?.id === 'item-0') await late.promise
      if (item?.id === 'item-2') await held.promise
      if (item) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { batch_timeout_ms: 1_500, abort_grace_ms: 50, first_wait_ms: 10 } })
  const made = await jobs.create(request(action, { input: { many: 4 } }))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  t.match(await until(jobs, made.id, job => job.progress.succeeded === 1), { progress: { unknown: 1 } })
  late.resolve()
  held.resolve()
  const end = await until(jobs, made.id, ['completed'])
  t.match(end, { progress: { succeeded: 3, unknown: 1 }, errors: [{ reason: 'deadline_exceeded', sample_item_ids: ['item-0'] }] })
  t.same(asked, ['item-0', 'item-1', 'item-2', 'item-3'])
})

test('a slow upstream that responds in time keeps its items and its job beyond lock and turn', async t => {
  const asked: string[] = []
  const action = testAdapter({
    idempotent: false,
    max_batch: 1,
    concurrency: 4,
    executeBatch: async function* ([item]) {
      asked.push(item?.id ?? '')
      await sleep(2_000)
      if (item) yield succeeded(item)
    }
  })
  const { jobs, request, startWorker } = await startBulk(t, [action], { settings: { turn_ms: 100 } })
  startWorker()
  t.match(await runToEnd(jobs, request(action, { input: { many: 4 } })), { status: 'completed', progress: { succeeded: 4, unknown: 0 } })
  t.equal(asked.length, 4)
})

test('a job that stores data of its items runs only some at once, however large its calls', async t => {
  const sizes: number[] = []
  const action = testAdapter({
    keeps_data: true,
    max_batch: 1_500,
    concurrency: 2,
    executeBatch: async function* (items) {
      sizes.push(items.length)
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  await runToEnd(jobs, request(action, { input: { many: 2_500 } }))
  t.same(sizes.slice(0, 2), [1_500, 500])
})

test('failures are grouped; outcomes and rows are kept', async t => {
  const action = testAdapter({
    executeBatch: async function* (items) {
      for (const item of items) {
        const at = Number(item.id.slice(5))
        if (at % 4 === 0) yield succeeded(item)
        if (at % 4 === 1) yield { item_id: item.id, outcome: 'skipped', data: { why: 'already so' } }
        if (at % 4 === 2)
          yield { item_id: item.id, outcome: 'failed', error: { code: 'NOT_FOUND_ERROR', reason: `r${at % 48}`, message: `No ${item.id}` } }
        if (at % 4 === 3) yield { item_id: item.id, outcome: 'unknown' }
      }
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const end = await runToEnd(jobs, request(action, { input: { many: 400 } }))
  t.match(end.progress, { succeeded: 100, skipped: 100, failed: 100, unknown: 100, not_attempted: 0, done: 400 })
  t.ok(end.errors.length <= 20)
  t.equal(
    end.errors.reduce((sum, { count }) => sum + count, 0),
    200
  )
  t.match(end.errors[0], { reason: 'answer_lost', count: 100, sample_item_ids: ['item-3', 'item-7', 'item-11', 'item-15', 'item-19'] })
})

test('calls run side by side, up to the concurrency of the action', async t => {
  let now = 0
  let most = 0
  const action = testAdapter({
    max_batch: 1,
    concurrency: 7,
    executeBatch: async function* (items) {
      most = Math.max(most, ++now)
      await sleep(5)
      now--
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  t.match(await runToEnd(jobs, request(action, { input: { many: 100 } })), { progress: { succeeded: 100 } })
  t.equal(most, 7)
})
