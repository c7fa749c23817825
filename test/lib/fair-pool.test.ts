import { test } from 'tap'
import { createFairPool } from '../../src/lib/fair-pool.ts'

const settled = () => new Promise(resolve => setImmediate(resolve))
const patient = new AbortController().signal

/** Work that ends when it is told to, and what has begun so far. */
function bench(options: Parameters<typeof createFairPool>[0]) {
  const pool = createFairPool(options)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const bring = (name: string, signal = patient) =>
    pool.run(name.slice(0, 1), signal, async () => {
      begun.push(name)
      await new Promise<void>(resolve => ends.set(name, resolve))
      return name
    })
  const end = async (name: string): Promise<void> => {
    await settled()
    ends.get(name)?.()
    await settled()
  }
  return { bring, begun, end }
}

test('one owner never has all places, so that another need not wait', async t => {
  const { bring, begun } = bench({ most: 3, each: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void bring(name)
  await settled()
  t.same(begun, ['a1', 'a2'])
  void bring('b1')
  await settled()
  t.same(begun, ['a1', 'a2', 'b1'])
})

test('a place that gets free goes to who has least under way, then to who came first', async t => {
  const { bring, begun, end } = bench({ most: 2, each: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) void bring(name)
  for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(name)
  t.same(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})

test('a place is free again after work that failed', async t => {
  const pool = createFairPool({ most: 1, each: 1 })
  await t.rejects(
    pool.run('a', patient, () => Promise.reject(new Error('no'))),
    { message: 'no' }
  )
  t.equal(await pool.run('a', patient, async () => 'next'), 'next')
})

test('one owner never has all places to wait in, so that another may', async t => {
  const { bring, begun } = bench({ most: 1, each: 1, waiting: { most: 3, each: 2, refuse: () => new Error('too many') } })
  for (const name of ['a1', 'a2', 'a3']) void bring(name)
  await t.rejects(bring('a4'), { message: 'too many' })
  void bring('b1')
  await t.rejects(bring('c1'), { message: 'too many' }, 'nor are there more places than there are')
  t.same(begun, ['a1'])
})

test('who goes away while waiting is gone, and nothing is done for them', async t => {
  const { bring, begun, end } = bench({ most: 1, each: 1 })
  void bring('a1')
  const going = new AbortController()
  const waiting = bring('b1', going.signal)
  void bring('c1')
  going.abort(new Error('gone'))
  await t.rejects(waiting, { message: 'gone' })
  await t.rejects(bring('d1', going.signal), { message: 'gone' }, 'or who has gone before')
  await end('a1')
  t.same(begun, ['a1', 'c1'])
})

test('more than may wait are refused, and those who wait are not', async t => {
  const { bring, begun, end } = bench({ most: 1, each: 1, waiting: { most: 1, refuse: () => new Error('busy') } })
  void bring('a1')
  void bring('b1')
  await t.rejects(bring('c1'), { message: 'busy' })
  await end('a1')
  t.same(begun, ['a1', 'b1'])
})
