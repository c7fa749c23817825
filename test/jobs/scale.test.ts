import { test } from 'tap'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { alice, itemNamed, manyOf, runToEnd, startBulk, testAdapter, until } from '../helpers/bulk.ts'
import { flatLives } from '../helpers/bulk-scale.ts'

test('memory of gateway and worker stays flat from listing to download, and Redis stores little besides the ids', t =>
  flatLives(t, { few: 5_000, many: 20_000, more: { gateway: 40, worker: 70 }, heap: 96 }))

test('Redis stores the data of items and their images in little more than their own size, and nothing else grows with them', async t => {
  const many = 3_000
  const [data, before] = ['d'.repeat(200), 'b'.repeat(300)]
  const action = testAdapter({
    keeps_data: true,
    max_batch: 500,
    page_size: 500,
    nextBatch: async (query, { size, offset }) => {
      const left = manyOf(query) - offset
      const items = Array.from({ length: Math.min(size, left) }, (_, at) => ({ ...itemNamed(`item-${offset + at}`), data }))
      return { items, next: left > size ? String(offset + size) : undefined }
    },
    executeBatch: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: 'succeeded', before }
    },
    undo: { idempotent: true, executeBatch: async function* () {} }
  })
  const { jobs, request, redis } = await startBulk(t, [action])
  const client = redis.client()
  const bytesOf = async (id: string, part: Parameters<typeof jobKey>[1]): Promise<number> =>
    Number((await client.memory('USAGE', jobKey(id, part), 'SAMPLES', 0)) ?? 0) / many
  const { id } = await runToEnd(jobs, request(action, { input: { many } }))
  t.ok((await bytesOf(id, 'data')) < data.length + 20, `data: ${await bytesOf(id, 'data')} bytes per item`)
  t.ok((await bytesOf(id, 'results')) < before.length + 150, `before: ${await bytesOf(id, 'results')} bytes per item`)
  const idBytes = 'item-1000'.length
  for (const part of ['ids', 'status', 'meta', 'events', 'preview', 'errors'] as const)
    t.ok((await bytesOf(id, part)) < idBytes + 20, `${part}: ${await bytesOf(id, part)} bytes per item`)

  const undone = await jobs.undo(alice, id, new AbortController().signal)
  await until(jobs, undone.job.id, ['awaiting_confirmation'])
  const kept = await bytesOf(undone.job.id, 'data')
  t.ok(kept < data.length + before.length + 80, `an undo: ${kept} bytes per item, of data and image`)
})

test('a job of few items is stored compactly; one of many in segments that a step finds directly', async t => {
  const action = testAdapter({ max_batch: 1_000 })
  const { jobs, request, redis } = await startBulk(t, [action])
  const client = redis.client()
  const metaOf = async (many: number) => {
    const { id } = await runToEnd(jobs, request(action, { input: { many } }))
    const key = jobKey(id, 'meta')
    return { bytes: Number(await client.memory('USAGE', key, 'SAMPLES', 0)), encoding: await client.object('ENCODING', key) }
  }
  const [one, thousand] = [await metaOf(1), await metaOf(1_000)]
  t.ok(one.bytes < 5_000, `${one.bytes} bytes for one item, most of them its encrypted texts`)
  t.equal(thousand.encoding, 'hashtable')
})
