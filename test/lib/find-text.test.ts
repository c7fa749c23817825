import { deepStrictEqual as same } from 'node:assert'
import fc from 'fast-check'
import t from 'tap'
import { countOf, type FindOptions, findPositions, findPositionsSync, replacedAll } from '../../src/lib/find-text.ts'

const { signal } = new AbortController()
const find = (text: string, wanted: string, bounds?: FindOptions): Promise<number[]> => findPositions(text, wanted, signal, bounds)

/** Uses indexOf and continues `step` characters after each hit. */
function expected(text: string, wanted: string, step: number): number[] {
  const found: number[] = []
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + step)) found.push(at)
  return found
}

/** A small alphabet, so that texts repeat themselves. */
const words = (maxLength: number, minLength = 0) =>
  fc.array(fc.constantFrom('a', 'b', 'ab', 'é', '😀', '\n'), { minLength, maxLength }).map(parts => parts.join(''))

t.test('finds the same positions as indexOf', () =>
  fc.assert(
    fc.asyncProperty(words(200), words(8, 1), async (text, wanted) => {
      same(await find(text, wanted), expected(text, wanted, wanted.length))
    }),
    { numRuns: 2000 }
  )
)

t.test('finds overlapping occurrences on request', () =>
  fc.assert(
    fc.asyncProperty(words(200), words(8, 1), async (text, wanted) => {
      same(await find(text, wanted, { overlapping: true }), expected(text, wanted, 1))
    }),
    { numRuns: 2000 }
  )
)

t.test('finds a text that spans two slices', async t => {
  for (const before of [524_280, 524_287, 524_288, 524_289]) {
    const text = `${'ab'.repeat(600_000).slice(0, before)}xyabxz${'ab'.repeat(100)}`
    t.strictSame(await find(text, 'xyabxz'), [before])
  }
})

t.test('stops at the limit', async t => {
  t.strictSame(await find('a'.repeat(2_000_000), 'a', { limit: 2 }), [0, 1])
})

t.test('an adversarial text is searched in linear time, and the event loop is not blocked', async t => {
  const text = 'a'.repeat(10 * 1024 * 1024)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const before = process.cpuUsage()
  t.strictSame(await find(text, `${'a'.repeat(2000)}b${'a'.repeat(2000)}`), [])
  clearInterval(timer)
  t.ok(process.cpuUsage(before).user < 5_000_000, 'of CPU time, however busy the machine is')
  t.ok(turns > 3)
})

t.test('stops between two slices when aborted', async t => {
  const stop = new AbortController()
  const search = findPositions('a'.repeat(10_000_000), 'ab', stop.signal)
  stop.abort(new Error('stop'))
  await t.rejects(search, { message: 'stop' })
})

t.test('the search at once finds and replaces the same as replaceAll', async () =>
  fc.assert(
    fc.property(words(200), words(100, 1), words(8), (text, wanted, replacement) => {
      const positions = expected(text, wanted, wanted.length)
      same(countOf(text, wanted), positions.length)
      same(findPositionsSync(text, wanted, 0, 3), positions.slice(0, 3))
      same(
        replacedAll(text, wanted, replacement),
        text.replaceAll(wanted, () => replacement)
      )
    }),
    { numRuns: 1000 }
  )
)

t.test('a text that almost occurs everywhere is searched in time that grows with the length', async t => {
  const { user } = process.threadCpuUsage()
  t.equal(countOf('a'.repeat(2_000_000), `b${'a'.repeat(100_000)}`), 0)
  t.ok(process.threadCpuUsage().user - user < 5_000_000)
})

t.test('millions of occurrences are counted without a list of their positions', async t => {
  const text = 'a'.repeat(5_000_000)
  const before = process.memoryUsage().heapUsed
  t.equal(countOf(text, 'a'), text.length)
  const used = process.memoryUsage().heapUsed - before
  t.ok(used < 16 * 1024 * 1024, `${used} bytes`)
})
