import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import type { ItemOutcome, JobItem } from '../../src/contract/job.ts'
import { alice, refusal, root, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { startBulkHttp } from '../helpers/bulk-http.ts'

const mixed = testAdapter({
  executeBatch: async function* (items) {
    for (const item of items) {
      const failed = Number(item.id.slice(5)) % 10 === 7
      if (failed)
        yield { item_id: item.id, outcome: 'failed', error: { code: 'CONFLICT_ERROR', reason: 'version_conflict', message: 'Changed' } }
      else yield { ...succeeded(item), data: { length: item.id.length } }
    }
  }
})

test('items are read page by page, all or by outcome', async t => {
  const { jobs, request } = await startBulk(t, [mixed])
  const { id } = await runToEnd(jobs, request(mixed, { input: { many: 250 } }))
  async function readAll(outcome?: ItemOutcome, limit = 60): Promise<{ rows: JobItem[]; pages: number; total: number }> {
    const rows: JobItem[] = []
    let pages = 0
    let cursor: string | null = null
    let total = 0
    do {
      const page = await jobs.items(alice, id, { limit, ...(outcome && { outcome }), ...(cursor !== null && { cursor }) })
      rows.push(...page.items)
      pages++
      total = page.total.value
      cursor = page.next_cursor
    } while (cursor !== null)
    return { rows, pages, total }
  }
  const all = await readAll()
  t.same(
    all.rows.map(({ index }) => index),
    Array.from({ length: 250 }, (_, at) => at)
  )
  t.match({ pages: all.pages, total: all.total }, { pages: 5, total: 250 })
  t.same(all.rows[3], {
    index: 3,
    item_id: 'item-3',
    display_name: 'The item item-3',
    outcome: 'succeeded',
    success: true,
    error: null,
    data: { length: 6 }
  })
  const failed = await readAll('failed', 10)
  t.match(
    { pages: failed.pages, total: failed.total, first: failed.rows[0] },
    { pages: 3, total: 25, first: { index: 7, success: false, error: { message: 'Changed' } } }
  )
  t.equal(failed.rows.length, 25)
  const failedFrom = async (offset: number, limit = 5) =>
    (await jobs.items(alice, id, { outcome: 'failed', offset, limit })).items.map(({ index }) => index)
  t.same(await failedFrom(22), [227, 237, 247], 'a page in the middle, by outcome')
  t.same(await failedFrom(25), [])
  t.same(
    (await jobs.items(alice, id, { offset: 248, limit: 10 })).items.map(({ index }) => index),
    [248, 249]
  )
  t.match(await jobs.items(alice, id, { offset: 1000, limit: 10 }), { items: [], next_cursor: null, total: { value: 250 } })
  t.same((await readAll('unknown')).rows, [])
  t.match(await readAll('not_attempted'), { rows: [], total: 0 })
  await t.rejects(jobs.items(alice, id, { limit: 10, cursor: 'nonsense' }), refusal('invalid_field_value', { status: 400 }))
})

test('before the end an item is pending; after a cancel it was not attempted', async t => {
  const { jobs, request } = await startBulk(t, [mixed])
  const made = await jobs.create(request(mixed))
  t.match((await jobs.items(alice, made.id, { limit: 1 })).items, [{ outcome: null, success: null, error: null }])
  t.match(await jobs.items(alice, made.id, { limit: 1, outcome: 'not_attempted' }), { items: [], total: { value: 0 } })
  await jobs.cancel(alice, made.id)
  t.match(await jobs.items(alice, made.id, { limit: 1, outcome: 'not_attempted' }), {
    items: [{ outcome: 'not_attempted', success: false }],
    total: { value: 10 },
    next_cursor: /./
  })
})

test('jobs are listed newest first, page by page, with filters; each key sees its own', async t => {
  const other = testAdapter({ name: 'other' })
  const { jobs, request } = await startBulk(t, [mixed, other])
  const made: string[] = []
  for (let at = 0; at < 7; at++) {
    made.unshift((await jobs.create(request(at % 2 ? other : mixed))).id)
    await sleep(2)
  }
  const bob = { id: 'bob', scopes: [] }
  const foreign = (await jobs.create(request(mixed, { caller: bob }))).id
  const first = await jobs.list(alice, { limit: 3 })
  const second = await jobs.list(alice, { limit: 3, cursor: first.next_cursor ?? '' })
  const third = await jobs.list(alice, { limit: 3, cursor: second.next_cursor ?? '' })
  t.same(
    [...first.items, ...second.items, ...third.items].map(({ id }) => id),
    made
  )
  t.equal(third.next_cursor, null)
  t.same((await jobs.list(alice, { limit: 7 })).total, { value: 7, relation: 'eq' })
  t.same((await jobs.list(alice, { limit: 7 })).next_cursor, null)
  t.equal((await jobs.list(root, { limit: 100 })).items[0]?.id, foreign)
  t.equal((await jobs.list(alice, { limit: 100, operation: 'shelf_bulk_other' })).items.length, 3)
  await jobs.cancel(alice, made[2] ?? '')
  t.same(
    (await jobs.list(alice, { limit: 100, status: ['cancelled'] })).items.map(({ id }) => id),
    [made[2]]
  )
  await t.rejects(jobs.list(alice, { limit: 3, cursor: 'bm9uc2Vuc2U' }), refusal('invalid_field_value'))
})

test('a long poll returns when the status changes or at its timeout; many share one connection', async t => {
  let go = false
  const action = testAdapter({
    executeBatch: async function* (items, _action, { signal }) {
      while (!go && !signal.aborted) await sleep(5)
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action])
  const made = await jobs.create(request(action))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await until(jobs, made.id, ['running'])
  const before = performance.now()
  t.equal((await jobs.get(alice, made.id, { wait: 0.3 })).status, 'running')
  t.ok(performance.now() - before > 250)

  const client = redis.client()
  const connections = async () => Number(/connected_clients:(\d+)/.exec(await client.info('clients'))?.[1])
  const before100 = await connections()
  const waiting = Array.from({ length: 100 }, () => jobs.get(alice, made.id, { wait: 20 }))
  const leaves = new AbortController()
  const left = jobs.get(alice, made.id, { wait: 20, signal: leaves.signal })
  await sleep(100)
  t.equal(await connections(), before100)
  leaves.abort()
  t.equal((await left).status, 'running', 'a disconnected caller is not waited for')
  go = true
  for (const job of await Promise.all(waiting)) t.equal(job.status, 'completed')
})

test('jobs are filtered by state, system, kind, outcome, parent and time', async t => {
  const { jobs, request } = await startBulk(t, [mixed])
  const ids: string[] = []
  for (let at = 0; at < 4; at++) {
    ids.push((await jobs.create(request(mixed))).id)
    await sleep(5)
  }
  const [first = '', second = '', third = '', fourth = ''] = ids
  await jobs.cancel(alice, first)
  await jobs.confirm(alice, second, (await jobs.get(alice, second)).confirm_token ?? '')
  await until(jobs, second, ['completed'])
  const found = async (filter: object): Promise<string[]> => (await jobs.list(alice, { limit: 100, ...filter })).items.map(({ id }) => id)
  t.strictSame(await found({ status: ['cancelled', 'completed'] }), [second, first])
  t.strictSame(await found({ system: 'shelf' }), [fourth, third, second, first])
  t.strictSame(await found({ system: 'shel' }), [])
  t.strictSame(await found({ kind: 'bulk', status: ['completed'] }), [second])
  t.strictSame(await found({ kind: 'process' }), [])
  t.strictSame(await found({ outcome: ['failed'] }), [second], 'some of its items failed')
  t.strictSame(await found({ outcome: ['unknown'] }), [])
  t.strictSame(await found({ outcome: ['unknown', 'succeeded'], status: ['completed'] }), [second])

  const made = (await jobs.get(alice, third)).created_at
  t.strictSame(await found({ created_after: made }), [fourth, third])
  t.strictSame(await found({ created_before: made }), [second, first])
  t.strictSame(await found({ created_after: '2999-01-01T00:00:00Z' }), [])
  t.strictSame(await found({ created_before: '2020-01-01T00:00:00Z' }), [])
  t.match(await jobs.list(alice, { limit: 1, status: ['completed', 'cancelled'] }), { total: null, next_cursor: /./ }, 'not counted')

  const { job } = await jobs.retry(alice, second, { outcomes: ['failed'], acknowledge_unknown: false }, new AbortController().signal)
  t.strictSame(await found({ parent_id: second }), [job.id])
})

test('an unchanged job returns 304 without a body', async t => {
  const action = testAdapter()
  const { jobs, request, get } = await startBulkHttp(t, [action])
  const { id } = await jobs.create(request(action))
  const first = await get(`/v1/jobs/${id}`)
  const etag = first.headers.get('etag') ?? ''
  t.match(etag, /^W\/"\d+"$/)
  t.equal(first.headers.get('cache-control'), 'private, no-cache')
  const same = await get(`/v1/jobs/${id}`, { 'if-none-match': etag })
  t.match({ status: same.status, etag: same.headers.get('etag'), text: await same.text() }, { status: 304, etag, text: '' })
  t.equal((await get(`/v1/jobs/${id}`, { 'if-none-match': etag }, 'bob')).status, 404, 'to others it does not exist, whatever they know')
  await jobs.cancel(alice, id)
  const changed = await get(`/v1/jobs/${id}`, { 'if-none-match': etag })
  t.equal(changed.status, 200)
  t.not(changed.headers.get('etag'), etag)
})

test('one version has different ETags as JSON and as Markdown, and neither matches the other', async t => {
  const action = testAdapter()
  const { jobs, request, get } = await startBulkHttp(t, [action])
  const { id } = await jobs.create(request(action))
  const markdown = { accept: 'text/markdown' }
  const [json, text] = [await get(`/v1/jobs/${id}`), await get(`/v1/jobs/${id}`, markdown)]
  const [tag, other] = [json, text].map(({ headers }) => headers.get('etag') ?? '')
  t.match([tag, other], [/^W\/"\d+"$/, /^W\/"\d+-md"$/])
  t.same(
    [json, text].map(({ headers }) => headers.get('vary')),
    ['Accept', 'Accept']
  )
  const ask = async (known = '', more = {}) => (await get(`/v1/jobs/${id}`, { 'if-none-match': known, ...more })).status
  t.same([await ask(tag), await ask(other), await ask(`${other}, ${tag}`), await ask('*')], [304, 200, 304, 304])
  t.same([await ask(tag, markdown), await ask(other, markdown), await ask(`${tag}, ${other}`, markdown)], [200, 304, 304])
})

test('with wait, a caller who knows the version gets any change, and 304 if there is none', async t => {
  let release = (): void => {}
  const action = testAdapter({
    max_batch: 2,
    executeBatch: async function* (items) {
      for (const item of items) {
        const { promise, resolve } = Promise.withResolvers<void>()
        release = resolve
        await promise
        yield succeeded(item)
      }
    }
  })
  const { jobs, request, get } = await startBulkHttp(t, [action])
  const made = await jobs.create(request(action, { input: { many: 2 } }))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  const running = await until(jobs, made.id, ({ status, started_at }) => status === 'running' && started_at !== null)
  const etag = (await get(`/v1/jobs/${made.id}`)).headers.get('etag') ?? ''
  t.equal((await get(`/v1/jobs/${made.id}?wait=0.3`, { 'if-none-match': etag })).status, 304, 'nothing happened')

  const waiting = get(`/v1/jobs/${made.id}?wait=20`, { 'if-none-match': etag })
  await sleep(100)
  release()
  const answer = await waiting
  t.match(await answer.json(), { data: { status: 'running', progress: { done: 1 } } }, 'progress is a change')
  t.not(answer.headers.get('etag'), etag)
  const old = await get(`/v1/jobs/${made.id}?wait=20`, { 'if-none-match': `W/"${running.revision - 1}"` })
  t.equal(old.status, 200, 'an outdated version is returned at once')
  release()
  await until(jobs, made.id, ['completed'])
})

test('jobs are found by words of their ID, operation and message', async t => {
  const other = testAdapter({ name: 'other', message: () => 'Sort the “Große” boxes' })
  const { jobs, request } = await startBulk(t, [mixed, other])
  const [first, second] = [await jobs.create(request(mixed)), await jobs.create(request(other))]
  const found = async (query: string) => (await jobs.list(alice, { limit: 10, query })).items.map(({ id }) => id)
  t.same(await found('SORT große'), [second.id])
  t.same(await found('bulk_touch'), [first.id])
  t.same(await found(first.id.slice(0, 12)), [first.id])
  t.same(await found('shelf_bulk'), [second.id, first.id])
  t.same(await found('boxes touch'), [])
})

test('a job shows no link that its key may not use', async t => {
  let mayStart = true
  const permits = (operation: string, { id }: { id: string }): boolean =>
    id === 'root' || (operation === 'shelf_bulk_touch' ? mayStart : ['jobs_confirm', 'jobs_cancel'].includes(operation))
  const { jobs, request } = await startBulk(t, [mixed], { permits })
  const verbs = ({ links }: { links: object }) => Object.keys(links).filter(name => ['confirm', 'cancel', 'delete'].includes(name))
  const made = await jobs.create(request(mixed))
  t.same(verbs(made), ['confirm', 'cancel'])
  t.same(verbs(await jobs.get(root, made.id)), ['confirm', 'cancel', 'delete'])
  mayStart = false
  t.same(verbs(await jobs.get(alice, made.id)), ['cancel'], 'who may not start such a job may still cancel it')
  t.same(verbs((await jobs.list(alice, { limit: 1 })).items[0] ?? { links: {} }), ['cancel'])
})
