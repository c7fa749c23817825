import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { jobKey } from '../../src/bulk/keys.ts'
import type { RedisClient } from '../../src/lib/redis/connect.ts'
import { alice, shelfAction, succeeded, until } from '../helpers/bulk.ts'
import { type BulkHttp, follow, startBulkHttp } from '../helpers/bulk-http.ts'

const NO_JOB = 'jaaaaaaaaaaaaaaaaaaaaaaaaaa'

/** One item every few milliseconds. */
const slow = shelfAction({
  max_batch: 1,
  executeBatch: async function* (items) {
    await sleep(10)
    for (const item of items) yield succeeded(item)
  }
})

async function made({ jobs, request }: BulkHttp, many: number): Promise<{ id: string; confirm: () => Promise<unknown> }> {
  const { id, confirm_token } = await jobs.create(request(slow, { input: { many } }))
  return { id, confirm: () => jobs.confirm(alice, id, confirm_token ?? '') }
}

const idsIn = async (redis: RedisClient, id: string): Promise<string[]> =>
  (await redis.xrange(jobKey(id, 'events'), '-', '+')).map(([entry]) => entry)

test('a follower gets a snapshot, then every change, then the end', async t => {
  const house = await startBulkHttp(t, [slow])
  const { id, confirm } = await made(house, 100)
  const following = await follow(`${house.url}/v1/jobs/${id}/events`)
  await confirm()
  await following.over
  const { events, retry } = following
  t.equal(retry, 2_000)
  t.equal(events[0]?.event, 'snapshot')
  t.match(JSON.parse(events[0]?.data ?? ''), { status: 'awaiting_confirmation', reset: false, progress: { done: 0, pending: 100 } })
  t.strictSame(
    events.filter(({ event }) => event === 'state').map(({ data }) => JSON.parse(data).status),
    ['queued', 'running', 'completed']
  )
  t.ok(events.some(({ event, data }) => event === 'progress' && JSON.parse(data).progress.done > 0))
  t.match(JSON.parse(events.at(-2)?.data ?? ''), { status: 'completed', progress: { done: 100, succeeded: 100, percent: 100 } })
  t.match(events.at(-1), { event: 'end', data: '{"status":"completed"}', id: undefined })
  const late = await follow(`${house.url}/v1/jobs/${id}/events`)
  await late.over
  t.strictSame(
    late.events.map(({ event }) => event),
    ['snapshot', 'end']
  )
})

test('a follower whose connection breaks again and again misses nothing and hears nothing twice', async t => {
  const house = await startBulkHttp(t, [slow])
  const { id, confirm } = await made(house, 200)
  const seen: string[] = []
  let last: string | undefined
  let ended = false
  let breaks = 0
  await confirm()
  while (!ended) {
    const leaveAt = Math.ceil(Math.random() * 3)
    let heard = 0
    const following = await follow(`${house.url}/v1/jobs/${id}/events`, {
      headers: last === undefined ? {} : { 'last-event-id': last },
      onEvent: ({ event, id: at }, leave) => {
        if (event === 'end') ended = true
        if (at !== undefined) {
          seen.push(at)
          last = at
        }
        if (!ended && ++heard >= leaveAt) leave()
      }
    })
    await Promise.race([following.over, sleep(Math.random() * 400)])
    following.leave()
    await following.over
    breaks += 1
  }
  const all = await idsIn(house.redis.client(), id)
  t.strictSame(seen, all.slice(all.indexOf(seen[0] ?? '')))
  t.ok(breaks >= 3, `${breaks} connections`)
})

test('where the events since then are gone, a snapshot says so', async t => {
  const house = await startBulkHttp(t, [slow])
  const { id } = await made(house, 5)
  const client = house.redis.client()
  const [first = '', ...others] = await idsIn(client, id)
  await client.xtrim(jobKey(id, 'events'), 'MAXLEN', '=', 1)
  const firstOf = async (query: string, headers: Record<string, string> = {}) => {
    const { promise, resolve } = Promise.withResolvers<{ event?: string | undefined; data: string; id?: string | undefined }>()
    const following = await follow(`${house.url}/v1/jobs/${id}/events${query}`, {
      headers,
      onEvent: (event, leave) => {
        resolve(event)
        leave()
      }
    })
    await following.over
    const { event, data, id: at } = await promise
    return { event, at, reset: JSON.parse(data).reset }
  }
  const now = others.at(-1)
  t.strictSame(await firstOf('', { 'last-event-id': first }), { event: 'snapshot', at: now, reset: true }, 'trimmed')
  t.strictSame(await firstOf(`?last_event_id=${first}`), { event: 'snapshot', at: now, reset: true }, 'the twin in the query')
  t.strictSame(await firstOf('?last_event_id=99999999999999-0'), { event: 'snapshot', at: now, reset: true }, 'never told')
  t.strictSame(await firstOf('?last_event_id=nonsense'), { event: 'snapshot', at: now, reset: true }, 'no id')
  t.strictSame(await firstOf(''), { event: 'snapshot', at: now, reset: false }, 'none given')
  const waiting = firstOf(`?last_event_id=${first}`, { 'last-event-id': now ?? '' })
  await house.jobs.cancel(alice, id)
  t.match(await waiting, { event: 'state', reset: undefined }, 'the header is heeded first')
})

test('two hundred followers of one job all see its end, over one subscription', async t => {
  const house = await startBulkHttp(t, [slow])
  const { id, confirm } = await made(house, 50)
  const client = house.redis.client()
  const connections = async () => Number(/connected_clients:(\d+)/.exec(await client.info('clients'))?.[1])
  const before = await connections()
  const all = await Promise.all(Array.from({ length: 200 }, () => follow(`${house.url}/v1/jobs/${id}/events`)))
  t.strictSame(await client.pubsub('NUMSUB', 'tg:jobs:news'), ['tg:jobs:news', 1])
  t.equal(await connections(), before)
  await confirm()
  await Promise.all(all.map(({ over }) => over))
  t.ok(all.every(({ events }) => events.at(-1)?.event === 'end' && JSON.parse(events.at(-2)?.data ?? '').progress.succeeded === 50))
})

test('a silent job is heard of all the same', async t => {
  const house = await startBulkHttp(t, [slow], { settings: { heartbeat_ms: 50 } })
  const { id } = await made(house, 5)
  const following = await follow(`${house.url}/v1/jobs/${id}/events`)
  while (following.comments.length < 3) await sleep(20)
  t.equal(following.events.length, 1)
  following.leave()
})

test('who may not see the job, or comes too late, is told so in an answer', async t => {
  const house = await startBulkHttp(t, [slow])
  const { id } = await made(house, 5)
  t.equal((await house.get(`/v1/jobs/${id}/events`, {}, 'bob')).status, 404)
  t.equal((await house.get(`/v1/jobs/${NO_JOB}/events`)).status, 404)
  const byRoot = await follow(`${house.url}/v1/jobs/${id}/events`, { key: 'root' })
  await house.redis.client().del(jobKey(id, 'meta'), jobKey(id, 'events'))
  await byRoot.over
  t.match(byRoot.events.at(-1), { event: 'end', data: '{"status":null}' }, 'a job that goes meanwhile')
  t.equal((await house.get(`/v1/jobs/${id}/events`)).status, 410)
})

test('an outage of Redis is not heard of; what happened is', async t => {
  const house = await startBulkHttp(t, [slow])
  const { id } = await made(house, 5)
  const following = await follow(`${house.url}/v1/jobs/${id}/events`)
  while (following.events.length === 0) await sleep(10) // what it is told first, it is told before the outage
  await house.redis.restart()
  await until(house.jobs, id, ['awaiting_confirmation'])
  await house.jobs.cancel(alice, id)
  await following.over
  t.strictSame(
    following.events.map(({ event }) => event),
    ['snapshot', 'state', 'end']
  )
})

test('what Redis answers so late that nobody waits for it any more is told all the same', async t => {
  const house = await startBulkHttp(t, [slow])
  const { id } = await made(house, 5)
  const following = await follow(`${house.url}/v1/jobs/${id}/events`)
  while (following.events.length === 0) await sleep(10)
  const client = house.redis.client()
  const [[, was] = ['', []]] = await client.xrevrange(jobKey(id, 'events'), '+', '-', 'COUNT', 1)
  const silent = await client.xadd(jobKey(id, 'events'), '*', ...was) // nobody rings for it: the next look finds it, and is not answered
  house.redis.freeze()
  await sleep(4_500)
  house.redis.thaw()
  await house.jobs.cancel(alice, id)
  await following.over
  t.strictSame(
    following.events.map(({ event, id: at }) => (at === silent ? 'silent' : event)),
    ['snapshot', 'silent', 'state', 'end']
  )
})

test('followers are let go when the gateway ends, and may come back elsewhere', async t => {
  const house = await startBulkHttp(t, [slow])
  const { id } = await made(house, 5)
  const following = await follow(`${house.url}/v1/jobs/${id}/events`)
  while (following.events.length === 0) await sleep(5)
  house.jobs.endWaits()
  await following.over
  t.strictSame(
    following.events.map(({ event }) => event),
    ['snapshot'],
    'the job has not ended'
  )
})

test('a HEAD of the events, or a call by name, does not hang', async t => {
  const house = await startBulkHttp(t, [slow])
  const { id } = await made(house, 5)
  const headers = { 'x-api-key': 'alice', 'content-type': 'application/json' }
  const head = await fetch(`${house.url}/v1/jobs/${id}/events`, { method: 'HEAD', headers })
  t.match(head, { status: 200 })
  t.equal(head.headers.get('content-type'), 'text/event-stream')
  const named = await fetch(`${house.url}/v1/operations/jobs_stream_events`, { method: 'POST', headers, body: JSON.stringify({ id }) })
  t.match(await named.json(), { success: true, data: { url: `/v1/jobs/${id}/events`, content: null, complete: false } })
})
