import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { createHashTable, createListedIds } from '../../src/jobs/store/listed-ids.ts'
import { alice, itemNamed, startBulk, testAdapter, until } from '../helpers/bulk.ts'
import { startTestRedis } from '../helpers/redis.ts'

test('a table finds every position of a hash, even after it has grown, and none of another', async t => {
  const table = createHashTable()
  const sums = Array.from({ length: 5_000 }, (_, at) => (at % 2_500) * 1_718_003)
  for (const sum of sums) table.add(sum % 2 ** 32)
  t.equal(table.size(), 5_000)
  t.same(
    table.find((77 * 1_718_003) % 2 ** 32).toSorted((a, b) => a - b),
    [77, 2_577]
  )
  t.same(table.find(5), [])
})

test('entries that Redis evicted are not taken for listed, but their replacements are', async t => {
  const client = (await startTestRedis(t)).client()
  const listed = createListedIds(client)
  const idsAfter = async (total: number, ...ids: string[]): Promise<string[]> =>
    (await listed.newItems('j', total, ids.map(itemNamed))).map(({ id }) => id)
  await client.rpush(jobKey('j', 'ids'), 'a', 'b', 'c')
  t.same(await idsAfter(3, 'c', 'd'), ['d'])
  await client.rpop(jobKey('j', 'ids'), 2)
  await client.rpush(jobKey('j', 'ids'), 'x')
  t.same(await idsAfter(2, 'a', 'b', 'x'), ['b'])
})

test('an item listed twice counts once, whichever workers listed it, on whichever page', async t => {
  const pages = 60
  const action = testAdapter({
    page_size: 10,
    count: async () => ({ value: 600, relation: 'estimate' }),
    nextBatch: async (_query, { cursor }) => {
      await sleep(5)
      const at = Number(cursor ?? 0)
      // Half of each page was on the previous page; the last pages are the first ones again.
      const items = Array.from({ length: 10 }, (_, n) => itemNamed(`item-${((at % 40) * 5 + n) % 200}`))
      return { items, ...(at + 1 < pages && { next: String(at + 1) }) }
    }
  })
  const { jobs, request, startWorker } = await startBulk(t, [action], { settings: { turn_ms: 30, preview_wait_ms: 1 } })
  startWorker()
  const made = await jobs.create(request(action))
  t.match(await until(jobs, made.id, ['awaiting_confirmation']), { progress: { total: { value: 200, relation: 'eq' } } })
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await jobs.items(alice, made.id, { limit: 100, ...(cursor && { cursor }) })
    ids.push(...page.items.map(({ item_id }) => item_id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  t.equal(new Set(ids).size, 200)
})

test('the table of a job is dropped when it is unused, and read again when needed', async t => {
  const redis = await startTestRedis(t)
  const client = redis.client()
  await client.rpush(jobKey('j', 'ids'), 'a', 'b')
  const reads = async (): Promise<number> => Number(/cmdstat_lrange:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0)
  const listed = createListedIds(client, 2_000)
  const fresh = async () => (await listed.newItems('j', 2, [itemNamed('b'), itemNamed('c')])).map(({ id }) => id)
  t.same(await fresh(), ['c'])
  t.same(await fresh(), ['c'])
  t.equal(await reads(), 1)
  await sleep(4_000)
  t.same(await fresh(), ['c'])
  t.equal(await reads(), 2)
})

test('five jobs list at once, which is more than the number of tables that a worker keeps', async t => {
  const action = testAdapter({ page_size: 7 })
  const { jobs, request } = await startBulk(t, [action], { settings: { turn_ms: 5 } })
  const made = await Promise.all(Array.from({ length: 5 }, () => jobs.create(request(action, { input: { many: 300 } }))))
  for (const { id } of made) t.match(await until(jobs, id, ['awaiting_confirmation']), { progress: { total: { value: 300 } } })
})
