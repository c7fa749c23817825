import { test } from 'tap'
import { createFairPool } from '../../src/lib/fair-pool.ts'

const settled = () => new Promise(resolve => setImmediate(resolve))
const patient = new AbortController().signal

/** A pool whose work ends on request, and the work that has started so far. */
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

test('one owner never has all slots, so that another need not wait', async t => {
  const { bring, begun } = bench({ max: 3, each: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void bring(name)
  await settled()
  t.same(begun, ['a1', 'a2'])
  void bring('b1')
  await settled()
  t.same(begun, ['a1', 'a2', 'b1'])
})

test('a free slot goes to the owner with the least work running, then to the first that came', async t => {
  const { bring, begun, end } = bench({ max: 2, each: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) void bring(name)
  for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(name)
  t.same(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})

test('a slot is free again after failed work', async t => {
  const pool = createFairPool({ max: 1, each: 1 })
  await t.rejects(
    pool.run('a', patient, () => Promise.reject(new Error('no'))),
    { message: 'no' }
  )
  t.equal(await pool.run('a', patient, async () => 'next'), 'next')
})

test('one owner never has the whole queue, so that another can wait', async t => {
  const { bring, begun } = bench({ max: 1, each: 1, waiting: { max: 3, each: 2, refuse: () => new Error('too many') } })
  for (const name of ['a1', 'a2', 'a3']) void bring(name)
  await t.rejects(bring('a4'), { message: 'too many' })
  void bring('b1')
  await t.rejects(bring('c1'), { message: 'too many' }, 'and the queue does not exceed its maximum')
  t.same(begun, ['a1'])
})

test('a caller that aborts while waiting leaves the queue, and its work does not run', async t => {
  const { bring, begun, end } = bench({ max: 1, each: 1 })
  void bring('a1')
  const going = new AbortController()
  const waiting = bring('b1', going.signal)
  void bring('c1')
  going.abort(new Error('gone'))
  await t.rejects(waiting, { message: 'gone' })
  await t.rejects(bring('d1', going.signal), { message: 'gone' }, 'neither does a caller that aborted before')
  await end('a1')
  t.same(begun, ['a1', 'c1'])
})

test('callers above the maximum of the queue are refused, and waiting ones are not', async t => {
  const { bring, begun, end } = bench({ max: 1, each: 1, waiting: { max: 1, refuse: () => new Error('busy') } })
  void bring('a1')
  void bring('b1')
  await t.rejects(bring('c1'), { message: 'busy' })
  await end('a1')
  t.same(begun, ['a1', 'b1'])
})
