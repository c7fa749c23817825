import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'tap'
import { OperationError } from '../../src/contract/errors.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { itemNamed, manyOf, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { startGateway } from '../helpers/gateway.ts'

test('warnings of an adapter while it lists are in the preview, in the order of the pages', async t => {
  const action = testAdapter({
    page_size: 5,
    prepare: async (input, { warn }) => {
      warn('from prepare')
      return { query: { many: input.many }, action: {}, metadata: { warnings: ['from metadata'] } }
    },
    count: async (query, { warn }) => {
      warn('from count')
      return { value: manyOf(query), relation: 'eq' }
    },
    nextBatch: async (_query, { offset }, { warn }) => {
      warn(`from page ${offset}`)
      warn('each time')
      return { items: [itemNamed(`item-${offset}`)], ...(offset < 2 && { next: String(offset) }) }
    },
    describe: async (items, { warn }) => {
      warn('from describe')
      return items
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const { preview } = await jobs.create(request(action))
  t.same(preview?.warnings, [
    'from prepare',
    'from metadata',
    'from count',
    'from page 0',
    'each time',
    'from page 1',
    'from page 2',
    'from describe'
  ])
})

test('warnings are limited to fifty of 500 characters, and the number of omitted ones', async t => {
  const action = testAdapter({
    nextBatch: async (_query, { offset }, { warn }) => {
      for (let at = 0; at < 70; at++) warn(`${offset}/${at} ${'x'.repeat(900)}`)
      return { items: [itemNamed(`item-${offset}`)], ...(offset < 1 && { next: String(offset) }) }
    }
  })
  const { jobs, request } = await startBulk(t, [action])
  const { preview } = await jobs.create(request(action))
  t.equal(preview?.warnings.length, 51)
  t.ok(preview?.warnings.every(text => text.length <= 500))
  t.equal(preview?.warnings.at(-1), 'and 90 more')
})

test('the preview reports a file that is skipped because it is too large', async t => {
  const folder = await temporaryFolder(t)
  const roots = path.join(folder, 'files')
  await mkdir(roots)
  await writeFile(path.join(roots, 'small.txt'), 'the old one')
  await writeFile(path.join(roots, 'large.txt'), `the old one ${'x'.repeat(11 * 1024 * 1024)}`)
  const { url } = await startGateway(t, { roots, dataDirectory: path.join(folder, 'data') })
  const answer = await fetch(`${url}/v1/filesystem/bulk/replace_in_files`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ glob: '**/*.txt', search: 'old', replacement: 'new' })
  })
  t.match(await answer.json(), {
    data: { preview: { total: { value: 1 }, warnings: [/^large\.txt is over 10 MB and was skipped\.$/] } }
  })
})

const HANG = () => new Promise<never>(() => undefined)

test('a listing call that ignores its signal does not block the job: it waits and is retried', async t => {
  for (const part of ['nextBatch', 'lookUp'] as const) {
    const action = testAdapter({ [part]: HANG })
    const { jobs, request } = await startBulk(t, [action], { settings: { list_timeout_ms: 100, abort_grace_ms: 50, preview_wait_ms: 1 } })
    const made = await jobs.create(request(action, part === 'lookUp' ? { ids: ['a'] } : {}))
    t.match(await until(jobs, made.id, ['waiting']), { reason: 'network', error: { reason: 'deadline_exceeded' } }, part)
  }
})

test('a job continues without a count or a describe that ignores its signal', async t => {
  const action = testAdapter({ count: HANG, describe: HANG })
  const { jobs, request } = await startBulk(t, [action], { settings: { list_timeout_ms: 100, abort_grace_ms: 50 } })
  const made = await jobs.create(request(action))
  t.match(await until(jobs, made.id, ['awaiting_confirmation']), {
    preview: { total: { value: 10 }, warnings: [/could not be counted/] }
  })
})

test('a prepare that ignores its signal returns deadline_exceeded', async t => {
  const action = testAdapter({ prepare: HANG })
  const { jobs, request } = await startBulk(t, [action], { settings: { list_timeout_ms: 100, abort_grace_ms: 50 } })
  await t.rejects(jobs.create(request(action)), { name: 'OperationError', reason: 'deadline_exceeded' })
})

test('names, data and facts of a preview are bounded', async t => {
  const action = testAdapter({
    prepare: async () => ({ query: {}, action: {}, metadata: { fact: 'x'.repeat(90_000) } }),
    nextBatch: async () => ({ items: [{ id: 'a', display_name: 'n'.repeat(9_000), data: 'd'.repeat(9_000) }] })
  })
  const { jobs, request } = await startBulk(t, [action])
  const { preview } = await jobs.create(request(action))
  t.same(preview?.sample, [{ item_id: 'a', display_name: 'n'.repeat(300), data: { left_out: 'over 2048 bytes' } }])
  t.same(preview?.metadata, { left_out: 'over 16384 bytes' })
})

test('a listing that loops fails, whatever the length of the loop and of the way to it', async t => {
  const circles = [
    ['A', 'B'],
    ['A', 'B', 'C', 'D', 'E', 'F', 'G']
  ]
  for (const circle of circles) {
    let pages = 0
    const action = testAdapter({
      nextBatch: async () => {
        const at = pages++
        return { items: at < 3 ? [itemNamed(`item-${at}`)] : [], next: at < 5 ? `way ${at}` : circle[at % circle.length] }
      }
    })
    const { jobs, request } = await startBulk(t, [action])
    const made = await jobs.create(request(action))
    t.match(await until(jobs, made.id, ['failed']), { reason: 'adapter_broke_contract', error: { message: /returned before/ } })
    t.ok(pages < 40, `${pages} pages`)
  }
})

test('pages that add nothing are not a loop while their cursors advance, and neither are repeated cursors with new items', async t => {
  const long = testAdapter({
    name: 'long',
    nextBatch: async (_query, { cursor }) =>
      cursor === 'c 99' ? { items: [itemNamed('a')] } : { items: [], next: `c ${Number(cursor?.slice(2) ?? 0) + 1}` }
  })
  let pages = 0
  const again = testAdapter({
    name: 'again',
    nextBatch: async () => ({ items: [itemNamed(`item-${pages++}`)], ...(pages < 20 && { next: pages % 2 ? 'A' : 'B' }) })
  })
  const counting = testAdapter({
    name: 'counting', // uses only the offset
    nextBatch: async (_query, { offset }) => ({ items: [itemNamed(`item-${offset}`)], next: offset < 9 ? 'more' : undefined })
  })
  const { jobs, request } = await startBulk(t, [long, again, counting])
  const made = await Promise.all([long, again, counting].map(action => jobs.create(request(action))))
  const ends = await Promise.all(made.map(({ id }) => until(jobs, id, ['awaiting_confirmation'])))
  t.same(
    ends.map(({ preview }) => preview?.total.value),
    [1, 20, 10]
  )
})

test('a listing ends with the named ids, even if some no longer exist', async t => {
  const action = testAdapter()
  const { jobs, request, redis, startWorker } = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  const made = await jobs.create(request(action, { ids: ['a', 'b'] }))
  await redis.client().del(jobKey(made.id, 'named_ids'))
  startWorker()
  t.match(await until(jobs, made.id, ['failed']), { reason: 'job_expired', error: { message: /create the job again/ } })
})

test('a job follows the declaration of its action at its creation, even if a later release differs', async t => {
  const parts = { max_batch: 1, retries: 0 }
  const before = testAdapter({ ...parts, keeps_data: true })
  const seen: unknown[] = []
  let refusals = 2
  const after = testAdapter({
    ...parts,
    idempotent: false,
    nextBatch: async () => ({ items: [0, 1, 2].map(at => ({ ...itemNamed(`item-${at}`), data: { at } })) }),
    executeBatch: async function* ([item]) {
      if (refusals-- > 0) throw new OperationError('rate_limit_exceeded', 'Later', { outcome: 'unknown' })
      seen.push(item?.data)
      yield { item_id: item?.id ?? '', outcome: 'succeeded' }
    }
  })
  const { jobs, request } = await startBulk(t, [after])
  t.match(await runToEnd(jobs, request(before)), { status: 'completed', progress: { succeeded: 3, unknown: 0 } })
  t.same(seen, [{ at: 0 }, { at: 1 }, { at: 2 }])
})

test('an id that cannot be reported again fails the listing, and nothing is executed', async t => {
  const bad = { half: ['\ud83da', '\ud83ea'], nul: ['a\0b'] }
  const done: string[] = []
  const actions = Object.entries(bad).flatMap(([name, ids]) =>
    [1, 10].map(max_batch =>
      testAdapter({
        name: `${name}_${max_batch}`,
        idempotent: false,
        max_batch,
        nextBatch: async () => ({ items: ids.map(itemNamed) }),
        executeBatch: async function* (items) {
          for (const item of items) {
            done.push(item.id)
            yield succeeded(item)
          }
        }
      })
    )
  )
  const halfTag = testAdapter({ name: 'half_etag', nextBatch: async () => ({ items: [{ ...itemNamed('a'), etag: 'v\ud83d' }] }) })
  const { jobs, request } = await startBulk(t, [...actions, halfTag])
  for (const action of [...actions, halfTag]) {
    const made = await jobs.create(request(action))
    t.match(made, { status: 'failed', reason: 'adapter_broke_contract', error: { message: /NUL|unpaired surrogate/ } }, action.name)
  }
  t.same(done, [])
})

test('an id or an etag that is too long fails the listing with a message', async t => {
  const long = 'x'.repeat(1_025)
  const actions = [
    testAdapter({ name: 'long_id', nextBatch: async () => ({ items: [itemNamed(long)] }) }),
    testAdapter({ name: 'long_etag', nextBatch: async () => ({ items: [{ ...itemNamed('a'), etag: long }] }) })
  ]
  const { jobs, request } = await startBulk(t, actions)
  for (const action of actions) {
    t.match(await jobs.create(request(action)), {
      status: 'failed',
      reason: 'adapter_broke_contract',
      error: { message: /at most 1024 characters/ }
    })
  }
})
