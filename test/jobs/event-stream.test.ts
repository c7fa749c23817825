import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { jobKey } from '../../src/jobs/store/keys.ts'
import type { RedisClient } from '../../src/lib/redis/connect.ts'
import { alice, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { waitUntil } from '../helpers/wait-until.ts'

interface JobEvent {
  at: number
  fields: Record<string, string>
}

/** The events in the job's stream. */
async function eventsOf(redis: RedisClient, id: string): Promise<JobEvent[]> {
  const entries = await redis.xrange(jobKey(id, 'events'), '-', '+')
  return entries.map(([entry, flat]) => ({
    at: Number(entry.split('-')[0]),
    fields: Object.fromEntries(flat.flatMap((name, place) => (place % 2 === 0 ? [[name, flat[place + 1] ?? '']] : [])))
  }))
}

const statesOf = (events: JobEvent[]) => events.filter(({ fields }) => fields['kind'] === 'state').map(({ fields }) => fields['status'])

test('every change of status is in the stream, and the last event has the final counters', async t => {
  const action = testAdapter({ max_batch: 1 })
  const { jobs, request, redis } = await startBulk(t, [action])
  const { id } = await runToEnd(jobs, request(action, { input: { many: 57 } }))
  const events = await eventsOf(redis.client(), id)
  t.strictSame(statesOf(events), ['snapshotting', 'awaiting_confirmation', 'queued', 'running', 'completed'])
  t.match(events.at(-1)?.fields, { status: 'completed', succeeded: '57', total: '57' })
  const revisions = events.map(({ fields }) => Number(fields['revision']))
  t.strictSame(
    revisions,
    revisions.toSorted((a, b) => a - b)
  )
})

test('events of counters alone are written at most four times a second', async t => {
  const action = testAdapter({
    max_batch: 1,
    executeBatch: async function* (items) {
      await sleep(5)
      for (const item of items) yield succeeded(item)
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action])
  const { id } = await runToEnd(jobs, request(action, { input: { many: 400 } }))
  const progress = (await eventsOf(redis.client(), id)).filter(({ fields }) => fields['kind'] === 'progress')
  t.ok(progress.length > 2, `${progress.length} events`)
  const gaps = progress.slice(1).map(({ at }, place) => at - (progress[place]?.at ?? 0))
  t.ok(
    gaps.every(gap => gap >= 245),
    gaps.join()
  )
})

test('throttled counters are written even if nothing more happens', async t => {
  let go = false
  const action = testAdapter({
    max_batch: 5,
    executeBatch: async function* (items, _action, { signal }) {
      const [first, second, ...rest] = items
      if (first) yield succeeded(first)
      await sleep(30)
      if (second) yield succeeded(second)
      while (!go && !signal.aborted) await sleep(5)
      for (const item of rest) yield succeeded(item)
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action], { settings: { turn_ms: 60_000 } })
  const made = await jobs.create(request(action, { input: { many: 5 } }))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  await until(jobs, made.id, job => job.progress.done === 2)
  const client = redis.client()
  const isWritten = async () => (await eventsOf(client, made.id)).some(({ fields }) => fields['succeeded'] === '2')
  await waitUntil(isWritten, 'an event with two successes')
  t.ok(await isWritten())
  go = true
  await until(jobs, made.id, ['completed'])
})

test('a listing reports each page', async t => {
  const action = testAdapter({
    page_size: 10,
    nextBatch: async (_query, { offset }) => {
      await sleep(60)
      const items = Array.from({ length: 10 }, (_, at) => ({ id: `item-${offset + at}`, display_name: 'an item' }))
      return { items, next: offset < 90 ? String(offset) : undefined }
    }
  })
  const { jobs, request, redis } = await startBulk(t, [action])
  const { id } = await jobs.create(request(action, { input: { many: 100 } }))
  await until(jobs, id, ['awaiting_confirmation'])
  const listing = (await eventsOf(redis.client(), id)).filter(({ fields }) => fields['kind'] === 'progress')
  t.ok(listing.length > 0 && listing.every(({ fields }) => fields['status'] === 'snapshotting' && Number(fields['total']) > 0))
})

test('the stream exists from the start of its job and expires with it', async t => {
  const action = testAdapter()
  const { jobs, request, redis } = await startBulk(t, [action])
  const { id } = await runToEnd(jobs, request(action))
  const client = redis.client()
  const [job, events] = await Promise.all([client.ttl(jobKey(id, 'meta')), client.ttl(jobKey(id, 'events'))])
  t.ok(events > 0 && Math.abs(job - events) <= 1, `${events} of ${job} seconds`)

  const other = await jobs.create(request(action, { input: { many: 1 } }))
  t.equal(await client.exists(jobKey(other.id, 'events')), 1, 'its first event is there from the beginning')
})

test('warnings of a running action are added to the job, each once and at most fifty', async t => {
  const action = testAdapter({
    max_batch: 5,
    executeBatch: async function* (items, _action, { warn }) {
      await sleep(5)
      for (const item of items) {
        warn('The items are dusty')
        warn(`${item.id} has a scratch`)
        yield succeeded(item)
      }
    }
  })
  const { jobs, request } = await startBulk(t, [action], { settings: { turn_ms: 30 } })
  const few = await runToEnd(jobs, request(action, { input: { many: 5 } }))
  t.same(few.warnings.toSorted(), ['The items are dusty', ...[0, 1, 2, 3, 4].map(n => `item-${n} has a scratch`)])
  t.same(few.preview?.warnings, [], 'they are not those of the preview')
  const many = await runToEnd(jobs, request(action, { input: { many: 200 } }))
  t.equal(many.warnings.length, 51)
  t.match(many.warnings.at(-1), /^and \d+ more$/)
  t.equal(many.warnings.filter(text => text === 'The items are dusty').length, 1, 'even over several turns')
})
