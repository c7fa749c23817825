import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { jobKey } from '../../src/jobs/store/keys.ts'
import type { RedisClient } from '../../src/lib/redis/connect.ts'
import { alice, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { type BulkHttp, follow, startBulkHttp } from '../helpers/bulk-http.ts'
import { waitUntil } from '../helpers/wait-until.ts'

const NO_JOB = 'jaaaaaaaaaaaaaaaaaaaaaaaaaa'

/** One item every few milliseconds. */
const slow = testAdapter({
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
  const fixture = await startBulkHttp(t, [slow])
  const { id, confirm } = await made(fixture, 100)
  const following = await follow(`${fixture.url}/v1/jobs/${id}/events`)
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
  const late = await follow(`${fixture.url}/v1/jobs/${id}/events`)
  await late.over
  t.strictSame(
    late.events.map(({ event }) => event),
    ['snapshot', 'end']
  )
})

test('a follower that reconnects again and again misses no event and gets none twice', async t => {
  const fixture = await startBulkHttp(t, [slow])
  const { id, confirm } = await made(fixture, 200)
  const seen: string[] = []
  let last: string | undefined
  let ended = false
  let breaks = 0
  await confirm()
  while (!ended) {
    const leaveAt = Math.ceil(Math.random() * 3)
    let heard = 0
    const following = await follow(`${fixture.url}/v1/jobs/${id}/events`, {
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
  const all = await idsIn(fixture.redis.client(), id)
  t.strictSame(seen, all.slice(all.indexOf(seen[0] ?? '')))
  t.ok(breaks >= 3, `${breaks} connections`)
})

test('a follower gets a snapshot if the events since then are gone', async t => {
  const fixture = await startBulkHttp(t, [slow])
  const { id } = await made(fixture, 5)
  const client = fixture.redis.client()
  const [first = '', ...others] = await idsIn(client, id)
  await client.xtrim(jobKey(id, 'events'), 'MAXLEN', '=', 1)
  const firstOf = async (query: string, headers: Record<string, string> = {}) => {
    const { promise, resolve } = Promise.withResolvers<{ event?: string | undefined; data: string; id?: string | undefined }>()
    const following = await follow(`${fixture.url}/v1/jobs/${id}/events${query}`, {
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
  t.strictSame(await firstOf(`?last_event_id=${first}`), { event: 'snapshot', at: now, reset: true }, 'the same in the query')
  t.strictSame(await firstOf('?last_event_id=99999999999999-0'), { event: 'snapshot', at: now, reset: true }, 'an id that was never sent')
  t.strictSame(await firstOf('?last_event_id=nonsense'), { event: 'snapshot', at: now, reset: true }, 'not an id')
  t.strictSame(await firstOf(''), { event: 'snapshot', at: now, reset: false }, 'no id')
  const waiting = firstOf(`?last_event_id=${first}`, { 'last-event-id': now ?? '' })
  await fixture.jobs.cancel(alice, id)
  t.match(await waiting, { event: 'state', reset: undefined }, 'the header takes precedence')
})

test('two hundred followers of one job all get its end over one subscription', async t => {
  const fixture = await startBulkHttp(t, [slow])
  const { id, confirm } = await made(fixture, 50)
  const client = fixture.redis.client()
  const connections = async () => Number(/connected_clients:(\d+)/.exec(await client.info('clients'))?.[1])
  const before = await connections()
  const all = await Promise.all(
    Array.from({ length: 200 }, (_, n) => follow(`${fixture.url}/v1/jobs/${id}/events`, { key: `root-${n % 10}` }))
  )
  t.strictSame(await client.pubsub('NUMSUB', 'tg:jobs:events'), ['tg:jobs:events', 1])
  t.equal(await connections(), before)
  await confirm()
  await Promise.all(all.map(({ over }) => over))
  t.ok(all.every(({ events }) => events.at(-1)?.event === 'end' && JSON.parse(events.at(-2)?.data ?? '').progress.succeeded === 50))
})

test('a silent job sends heartbeats', async t => {
  const fixture = await startBulkHttp(t, [slow], { settings: { heartbeat_ms: 50 } })
  const { id } = await made(fixture, 5)
  const following = await follow(`${fixture.url}/v1/jobs/${id}/events`)
  await waitUntil(() => following.comments.length >= 3, 'three heartbeats')
  t.equal(following.events.length, 1)
  following.leave()
})

test('a follower without access, or of a deleted job, gets an error response', async t => {
  const fixture = await startBulkHttp(t, [slow])
  const { id } = await made(fixture, 5)
  t.equal((await fixture.get(`/v1/jobs/${id}/events`, {}, 'bob')).status, 404)
  t.equal((await fixture.get(`/v1/jobs/${NO_JOB}/events`)).status, 404)
  const byRoot = await follow(`${fixture.url}/v1/jobs/${id}/events`, { key: 'root' })
  await fixture.redis.client().del(jobKey(id, 'meta'), jobKey(id, 'events'))
  await byRoot.over
  t.match(byRoot.events.at(-1), { event: 'end', data: '{"status":null}' }, 'a job that is deleted in the meantime')
  t.equal((await fixture.get(`/v1/jobs/${id}/events`)).status, 410)
})

test('an outage of Redis does not end the stream, and no event is lost', async t => {
  const fixture = await startBulkHttp(t, [slow])
  const { id } = await made(fixture, 5)
  const following = await follow(`${fixture.url}/v1/jobs/${id}/events`)
  await waitUntil(() => following.events.length > 0, 'the first event, before the outage')
  await fixture.redis.restart()
  await until(fixture.jobs, id, ['awaiting_confirmation'])
  await fixture.jobs.cancel(alice, id)
  await following.over
  t.strictSame(
    following.events.map(({ event }) => event),
    ['snapshot', 'state', 'end']
  )
})

test('a reply of Redis that arrives after the timeout is still sent to followers', async t => {
  const fixture = await startBulkHttp(t, [slow])
  const { id } = await made(fixture, 5)
  const following = await follow(`${fixture.url}/v1/jobs/${id}/events`)
  await waitUntil(() => following.events.length > 0, 'the first event')
  const client = fixture.redis.client()
  const [[, was] = ['', []]] = await client.xrevrange(jobKey(id, 'events'), '+', '-', 'COUNT', 1)
  const silent = await client.xadd(jobKey(id, 'events'), '*', ...was) // nothing wakes the follower: its next check finds it, and gets no reply
  fixture.redis.freeze()
  await sleep(4_500)
  fixture.redis.thaw()
  await fixture.jobs.cancel(alice, id)
  await following.over
  t.strictSame(
    following.events.map(({ event, id: at }) => (at === silent ? 'silent' : event)),
    ['snapshot', 'silent', 'state', 'end']
  )
})

test('followers are disconnected when the gateway stops, and can reconnect elsewhere', async t => {
  const fixture = await startBulkHttp(t, [slow])
  const { id } = await made(fixture, 5)
  const following = await follow(`${fixture.url}/v1/jobs/${id}/events`)
  await waitUntil(() => following.events.length > 0, 'the first event')
  fixture.jobs.endWaits()
  await following.over
  t.strictSame(
    following.events.map(({ event }) => event),
    ['snapshot'],
    'the job has not ended'
  )
})

test('a HEAD request of the events, or a call by name, does not hang', async t => {
  const fixture = await startBulkHttp(t, [slow])
  const { id } = await made(fixture, 5)
  const headers = { 'x-api-key': 'alice', 'content-type': 'application/json' }
  const head = await fetch(`${fixture.url}/v1/jobs/${id}/events`, { method: 'HEAD', headers })
  t.match(head, { status: 200 })
  t.equal(head.headers.get('content-type'), 'text/event-stream')
  const named = await fetch(`${fixture.url}/v1/operations/jobs_stream_events`, { method: 'POST', headers, body: JSON.stringify({ id }) })
  t.match(await named.json(), { success: true, data: { url: `/v1/jobs/${id}/events`, content: null, complete: false } })
})

test('the history has every change of the status with its time and reason, and samples that become rarer', async t => {
  const fixture = await startBulkHttp(t, [slow])
  const { jobs } = fixture
  const { id, confirm } = await made(fixture, 300)
  await confirm()
  await until(jobs, id, ['running'])
  await jobs.pause(alice, id)
  await until(jobs, id, ['paused'])
  await jobs.resume(alice, id)
  const { finished_at } = await until(jobs, id, ['completed'])
  const { events, samples } = await jobs.history(alice, id)
  const statuses = events.map(({ status }) => status)
  t.strictSame(statuses.slice(0, 5), ['snapshotting', 'awaiting_confirmation', 'queued', 'running', 'pausing'])
  t.strictSame(statuses.slice(-3), ['queued', 'running', 'completed'])
  t.match(
    events.find(({ status }) => status === 'paused'),
    { reason: 'asked' }
  )
  t.match(events.at(-1), { at: finished_at, done: 300, succeeded: 300, failed: 0 })
  t.ok(samples.length > events.length, 'samples are taken while it runs')
  t.ok(samples.length < 60, 'not one for each item')
  t.strictSame(
    samples.map(({ done }) => done),
    samples.map(({ done }) => done).toSorted((a, b) => a - b)
  )
  const response = await fixture.get(`/v1/jobs/${id}/history`)
  t.match(await response.json(), { success: true, data: { events, samples } })
  await jobs.delete(alice, id)
  t.equal(await fixture.redis.client().exists(jobKey(id, 'history')), 0)
})
