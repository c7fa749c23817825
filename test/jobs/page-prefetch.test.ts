import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { digestNext } from '../../src/jobs/model/confirm-token.ts'
import { createJobStore } from '../../src/jobs/store/job-store.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { alice, pageOf, startBulk, testAdapter, until } from '../helpers/bulk.ts'
import { waitUntil } from '../helpers/wait-until.ts'

const actions: BulkAdapter[] = []
const { jobs, request, redis, startWorker } = await startBulk(t, actions, {
  worker: false,
  settings: { preview_wait_ms: 1, list_timeout_ms: 20_000, turn_ms: 60_000 }
})
const client = redis.client()

interface Asked {
  id: Promise<string>
  offset: number
  cursor: string | undefined
  signal: AbortSignal
  warn: (text: string) => void
}

/** A job over pages of five items. Runs a hook before a page is returned. */
async function listing(name: string, many: number, before: (asked: Asked) => Promise<void>): Promise<string> {
  const made = Promise.withResolvers<string>()
  const action = testAdapter({
    name,
    page_size: 5,
    nextBatch: async (query, at, { signal, warn }) => {
      await before({ ...at, id: made.promise, signal, warn })
      return pageOf(query, at)
    }
  })
  actions.push(action)
  const { id } = await jobs.create(request(action, { input: { many } }))
  made.resolve(id)
  return id
}

const pagesKept = async (id: string): Promise<number> => Number(await client.hget(jobKey(id, 'meta'), 'page'))
const untilKept = async (id: string, pages: number): Promise<void> => {
  await waitUntil(async () => (await pagesKept(id)) >= pages, `${pages} pages are stored`)
}

t.test('the next page is requested while the previous one is written to Redis', async t => {
  const kept: number[] = []
  const id = await listing('overlap', 15, async asked => {
    const [id, at] = [await asked.id, asked.offset / 5]
    if (at > 0) kept.push(await pagesKept(id))
    if (at > 0) await client.client('UNPAUSE')
    await untilKept(id, at)
    if (at < 2) await client.client('PAUSE', 5_000, 'WRITE') // this page is not written before the next one is requested
  })
  const worker = startWorker()
  t.match(await until(jobs, id, ['awaiting_confirmation']), { preview: { total: { value: 15 } } })
  t.same(kept, [0, 1])
  await worker.close()
})

/** Events that make a running page request useless, while the page before it is kept. */
const ENDS: Record<string, (id: string) => Promise<unknown>> = {
  'the job is cancelled': (id: string) => jobs.cancel(alice, id),
  'another worker has the job': (id: string) => client.hincrby(jobKey(id, 'meta'), 'epoch', 1),
  'Redis refuses writes': () => client.config('SET', 'maxmemory', '1')
}

for (const [at, [what, happens]] of Object.entries(ENDS).entries())
  t.test(`a running page request is aborted and awaited if ${what}`, async t => {
    const aborted = Promise.withResolvers<unknown>()
    let [left, over] = [false, false]
    const id = await listing(`end_${at}`, 50, async ({ id, offset, signal }) => {
      if (over) return
      if (offset === 5) {
        await untilKept(await id, 1)
        await happens(await id)
      }
      if (offset < 10) return
      over = true
      const broken = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => broken.resolve())
      if (!signal.aborted) await broken.promise
      aborted.resolve(signal.reason)
      await sleep(500)
      left = true
      throw signal.reason
    })
    const worker = startWorker()
    t.match(await aborted.promise, { name: 'AbortError' }, 'not because of its deadline')
    await client.config('SET', 'maxmemory', '0')
    await worker.close()
    t.ok(left)
    t.equal(await pagesKept(id), 1)
    await jobs.cancel(alice, id)
  })

t.test('a page that is requested again adds its warnings once, and they are not kept before the page is', async t => {
  const asked: (string | undefined)[] = []
  const warnings: unknown[] = []
  const id = await listing('limited', 20, async ({ id, offset, cursor, warn }) => {
    asked.push(cursor)
    warn(`page ${offset}`)
    if (cursor !== '10' || warnings.length === 2) return
    await untilKept(await id, 2)
    warnings.push(JSON.parse((await client.hget(jobKey(await id, 'meta'), 'warnings')) ?? ''))
    throw new OperationError('rate_limit_exceeded', 'Slow down')
  })
  const worker = startWorker()
  const { preview } = await until(jobs, id, ['awaiting_confirmation'])
  t.same(asked, [undefined, '5', '10', '10', '10', '15'])
  t.same(warnings, [
    ['page 0', 'page 5'],
    ['page 0', 'page 5']
  ])
  t.same(preview?.warnings, ['page 0', 'page 5', 'page 10', 'page 15'])
  await worker.close()
})

t.test('if the reply to a written page was lost, the page is there once, and the prefetched one is used', async t => {
  const asked: (string | undefined)[] = []
  const id = await listing('repeated', 15, async ({ offset, cursor, ...call }) => {
    asked.push(cursor)
    if (offset !== 5) return
    const id = await call.id
    await untilKept(id, 1)
    // As the turn itself will write it: it then learns that the page is already stored.
    const [epoch = '', digest = ''] = await client.hmget(jobKey(id, 'meta'), 'epoch', 'digest')
    const items = [5, 6, 7, 8, 9].map(n => ({ id: `item-${n}`, etag: undefined, data: '', sample: '', startedRow: '' }))
    const place = { number: 1, cursor: '10', ended: false, digest: digestNext(String(digest), items), size: 5, expected: '' }
    t.equal(
      await createJobStore(client, id).appendPage(String(epoch), { ...place, warnings: { texts: [], more: 0, counts: [] }, items }),
      'ok'
    )
  })
  const worker = startWorker()
  t.match(await until(jobs, id, ['awaiting_confirmation']), { preview: { total: { value: 15, relation: 'eq' } } })
  t.same(asked, [undefined, '5', '10'])
  const items = await client.lrange(jobKey(id, 'ids'), 0, -1)
  t.same(
    items,
    Array.from({ length: 15 }, (_, n) => `item-${n}`)
  )
  await worker.close()
})
