import fc from 'fast-check'
import t from 'tap'
import { openSqlite } from '../../src/tools/memory/store/database/sqlite.ts'
import { benchOver } from '../helpers/memory-graph.ts'
import { history, plays } from '../helpers/memory-histories.ts'

t.test('20,000 random histories against a naive model', { timeout: 1_700_000 }, async t => {
  const engine = await openSqlite(':memory:', { writes: true })
  t.teardown(() => engine.close())
  const bench = benchOver(engine)
  await fc.assert(
    fc.asyncProperty(history, async events => await plays(bench, events)),
    { numRuns: 20_000 }
  )
})
