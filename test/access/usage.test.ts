import t from 'tap'
import { createUsage, type UsageCounter } from '../../src/access/usage/usage.ts'
import { HOUR_MS, noCounts, rowName, storeBatch, storedRows } from '../../src/access/usage/usage-store.ts'
import type { UsageFilter } from '../../src/contract/usage.ts'
import type { RedisClient } from '../../src/lib/redis/connect.ts'
import { silentLog } from '../helpers/bulk.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { waitUntil } from '../helpers/wait-until.ts'

const redis = await startTestRedis(t)
const client = redis.client()

/** Opens the counters as a process does, with a Redis of its own. */
const open = (client: RedisClient): UsageCounter => {
  const usage = createUsage(client, silentLog, ['gitlab', 'trello'])
  t.teardown(usage.close)
  return usage
}

const ALICE = { id: 'alice', scopes: ['*:read'] }
const BOB = { id: 'bob', scopes: ['*:read'] }
const ALL = { id: 'admin', scopes: ['calls:read_all'] }
const { signal } = new AbortController()
const list = (usage: UsageCounter, caller: typeof ALICE, filter: Partial<UsageFilter & { limit: number; cursor: string }> = {}) =>
  usage.list(caller, { limit: 50, group_by: ['principal', 'system'], ...filter }, signal)

const HOUR = Math.floor(Date.now() / HOUR_MS)

t.test('what keys use is summed over all processes, and a key sees its own only', async t => {
  const [one, two] = [open(client), open(client)]
  one.add(ALICE, 'gitlab', { calls: 1, failed: 1, bytes_in: 10, bytes_out: 300, tokens: 100 })
  two.add(ALICE, 'gitlab', { calls: 2, bytes_in: 5 })
  two.add(ALICE, 'trello', { job_items: 40 })
  two.add(ALICE, 'trello', { job_items: -2 })
  two.add(BOB, 'trello', { calls: 7 })
  await one.close()
  await two.close()
  const gitlab = {
    principal: 'key:alice',
    system: 'gitlab',
    at: null,
    calls: 3,
    failed: 1,
    bytes_in: 15,
    bytes_out: 300,
    tokens: 100,
    job_items: 0
  }
  const trello = { principal: 'key:alice', system: 'trello', at: null, ...noCounts(), job_items: 38 }
  const own = await list(one, ALICE)
  t.strictSame(own.items, [gitlab, trello])
  t.match(own, { all_keys: false, next_cursor: null, total: { value: 2 }, totals: { calls: 3, job_items: 38 } })
  const all = await list(one, ALL)
  t.strictSame(all.items, [gitlab, trello, { principal: 'key:bob', system: 'trello', at: null, ...noCounts(), calls: 7 }])
  t.match(all, { all_keys: true, totals: { calls: 10 } })
  t.strictSame((await list(one, ALICE, { principal: 'key:bob' })).items, [], 'of another key')
  t.match((await list(one, ALL, { principal: 'key:bob' })).items, [{ calls: 7 }])
  const constrained = { ...ALL, constraints: { operations: ['gitlab_*'] } }
  t.match(await list(one, constrained), { items: [], all_keys: false }, 'to a constrained key')
  t.match((await list(one, ALL, { system: 'trello', group_by: ['system'] })).items, [
    { principal: null, system: 'trello', calls: 7, job_items: 38 }
  ])
  const first = await list(one, ALL, { limit: 2 })
  t.match(first, { items: [{ system: 'gitlab' }, { system: 'trello' }], total: { value: 3 }, totals: { calls: 10 } })
  const second = await list(one, ALL, { limit: 2, cursor: first.next_cursor ?? '' })
  t.match(second, { items: [{ principal: 'key:bob' }], next_cursor: null })
  t.equal(second.items.length, 1)
  await t.rejects(
    list(one, ALICE, { cursor: first.next_cursor ?? '' }),
    { reason: 'invalid_field_value', name: 'OperationError' },
    'the cursor of another list'
  )
  await t.rejects(list(one, ALICE, { cursor: 'second' }), { reason: 'invalid_field_value', name: 'OperationError' })
})

t.test('days and hours: the latest first, and for as long as they are kept', async t => {
  const usage = open(client)
  const hours = [0, 1, 24, 24 * 29, 24 * 60]
  for (const [at, ago] of hours.entries())
    await storeBatch(client, 'days', {
      id: `${at}`,
      hour: HOUR - ago,
      rows: new Map([[rowName('gitlab', 'key:carl'), { ...noCounts(), calls: 10 ** at }]])
    })
  const CARL = { id: 'carl', scopes: ['*'] }
  const times = async (filter: Partial<UsageFilter>) =>
    (await list(usage, CARL, { principal: 'key:carl', ...filter })).items.map(({ at, calls }) => [at, calls])
  const hour = (ago: number): string => new Date((HOUR - ago) * HOUR_MS).toISOString()
  t.strictSame(await times({ group_by: ['hour'] }), [
    [hour(0), 1],
    [hour(1), 10],
    [hour(24), 100]
  ])
  t.strictSame(await times({ group_by: ['hour'], from: hour(1), to: hour(0) }), [[hour(1), 10]])
  const day = (ago: number): string => `${hour(ago).slice(0, 10)}T00:00:00.000Z`
  const days = await times({ group_by: ['day'], from: hour(24 * 60) })
  t.equal(days[0]?.[0], day(0))
  t.strictSame(days.at(-1), [day(24 * 60), 10_000])
  t.equal(
    days.reduce((sum, [, calls]) => sum + Number(calls), 0),
    11_111
  )
  t.match(await times({}), [[null, 1_111]], 'the last 30 days')
  t.match(await list(usage, CARL, { principal: 'key:carl', from: '2020-01-01T00:00:00Z' }), {
    from: day(24 * 90),
    items: [{ calls: 11_111 }]
  })
  const ttl = await client.ttl(`tg:{usage}:${day(0).slice(0, 10)}`)
  t.ok(ttl > 90 * 86_400 && ttl <= 91 * 86_400, `${ttl} s`)
  t.ok((await client.ttl(`tg:{usage}:${hour(0).slice(0, 13)}`)) <= 49 * 3_600)
})

t.test('a batch whose response was lost is stored once', async t => {
  const batch = { id: 'b', hour: HOUR, rows: new Map([[rowName('gitlab', 'key:dora'), { ...noCounts(), calls: 3 }]]) }
  await storeBatch(client, 'repeats', batch)
  await storeBatch(client, 'repeats', batch)
  t.match(await list(open(client), { id: 'dora', scopes: [] }), { totals: { calls: 3 } })
})

t.test('principals that exceed the rows of a day are counted together', async t => {
  const hour = HOUR - 24 * 10
  const rows = (from: number, count: number) =>
    new Map(Array.from({ length: count }, (_, at) => [rowName('gitlab', `user:shop/${from + at}`), { ...noCounts(), calls: 1 }]))
  await storeBatch(client, 'many', { id: '1', hour, rows: rows(0, 4_999) })
  await storeBatch(client, 'many', { id: '2', hour, rows: rows(4_998, 4) })
  const stored = await storedRows(client, hour * HOUR_MS, 'day')
  t.equal(stored.length, 5_001)
  const of = (principal: string) => stored.find(row => row.principal === principal)?.counts.calls
  t.equal(of('user:shop/4998'), 2, 'a row that exists goes on')
  t.equal(of('user:shop/4999'), 1)
  t.equal(of('other'), 2)
})

t.test('while Redis is unavailable, calls are counted in memory and reads fail', async t => {
  const own = await startTestRedis(t)
  const failing = own.client({
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 5_000
  })
  failing.on('error', () => undefined)
  await waitUntil(() => failing.status === 'ready', 'Redis is connected')
  const usage = open(failing)
  usage.add(ALICE, 'gitlab', { calls: 1 })
  await own.kill9()
  await t.rejects(list(usage, ALICE), { reason: 'redis_unavailable', name: 'OperationError' })
  usage.add(ALICE, 'gitlab', { calls: 2 })
  await own.restart()
  await waitUntil(() => failing.status === 'ready', 'Redis is connected again')
  t.match(await list(usage, ALICE), { totals: { calls: 3 } })
})
