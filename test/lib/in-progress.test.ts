import t from 'tap'
import { createInProgress } from '../../src/lib/in-progress.ts'

t.test('what is removed in any order leaves the others', async t => {
  const { add, all } = createInProgress<number>()
  const removers = new Map(Array.from({ length: 100 }, (_, number) => [number, add(number)]))
  for (const number of [...removers.keys()].toSorted(() => Math.random() - 0.5)) {
    const remove = removers.get(number)
    remove?.()
    remove?.()
    removers.delete(number)
    t.strictSame(
      all().toSorted((a, b) => a - b),
      [...removers.keys()]
    )
  }
  add(7)
  t.strictSame(all(), [7])
})
