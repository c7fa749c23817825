import { test } from 'tap'
import { type BulkItem, willBeSkipped, willFail } from '../../src/contract/bulk.ts'
import { manyOf, pageOf, runToEnd, startBulk, testAdapter } from '../helpers/bulk.ts'

/** Of every ten items, two are locked, and one needs no change. */
const withForeseen = (item: BulkItem): BulkItem => {
  const digit = item.id.at(-1) ?? ''
  return { ...item, ...('12'.includes(digit) && willFail('the item is locked')), ...(digit === '3' && willBeSkipped('it is so already')) }
}

test('a preview counts items that will fail or be skipped, over all pages, each item once', async t => {
  const action = testAdapter({
    page_size: 7,
    nextBatch: async (query, at) => {
      const { items, next } = pageOf(query, at)
      const again = at.offset > 0 ? [{ id: 'item-1', display_name: 'Listed twice' }] : []
      return { items: [...items.slice(0, at.size - again.length), ...again].map(withForeseen), ...(next !== undefined && { next }) }
    }
  })
  const whole = testAdapter({
    name: 'whole',
    nextBatch: async (query, at) => ({ ...pageOf(query, at), items: pageOf(query, at).items.map(withForeseen) })
  })
  const { jobs, request } = await startBulk(t, [action, whole])
  const { preview } = await jobs.create(request(whole, { input: { many: 1_230 } }))
  t.strictSame(preview?.warnings, ['246 items will fail: the item is locked', '123 items will be skipped: it is so already'])
  t.match(preview?.sample.slice(0, 4), [
    { warning: undefined },
    { warning: 'will fail: the item is locked' },
    {},
    { warning: 'will be skipped: it is so already' }
  ])
  const twice = await jobs.create(request(action, { input: { many: 7 } }))
  t.strictSame(twice.preview?.warnings, ['2 items will fail: the item is locked', '1 item will be skipped: it is so already'])
  t.match(await runToEnd(jobs, request(whole, { input: { many: 20 } })), { status: 'completed' }, 'the job does not depend on it')
})

test('named items are checked when the sample is described, and the preview states how many were checked', async t => {
  const action = testAdapter({ describe: async items => items.map(withForeseen) })
  const { jobs, request } = await startBulk(t, [action])
  const few = await jobs.create(request(action, { ids: ['item-1', 'item-3', 'item-5'] }))
  t.strictSame(few.preview?.warnings, ['1 item will fail: the item is locked', '1 item will be skipped: it is so already'])
  t.match(few.preview?.sample, [{ warning: 'will fail: the item is locked' }, {}, {}])
  const ids = Array.from({ length: 30 }, (_, at) => `item-${at}`)
  const many = await jobs.create(request(action, { ids }))
  t.strictSame(many.preview?.warnings, [
    '4 items will fail: the item is locked (only the first 20 items were checked)',
    '2 items will be skipped: it is so already (only the first 20 items were checked)'
  ])
})

test('reasons beyond the limit of a job are counted, and no text is taken for a property of an object', async t => {
  const action = testAdapter({
    nextBatch: async (query, at) => ({
      items: Array.from({ length: manyOf(query) }, (_, n) => ({
        id: `item-${n}`,
        display_name: `Item ${n}`,
        ...willFail(n === 0 ? '__proto__' : `reason ${n}`)
      })),
      ...(at.cursor === undefined && { next: undefined })
    })
  })
  const { jobs, request } = await startBulk(t, [action])
  const { preview } = await jobs.create(request(action, { input: { many: 60 } }))
  t.equal(preview?.warnings.length, 51)
  t.equal(preview?.warnings[0], '1 item will fail: __proto__')
  t.equal(preview?.warnings.at(-1), 'and 10 more')
})
