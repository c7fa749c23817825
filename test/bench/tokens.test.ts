import t from 'tap'
import { countTokens, TARGETS } from '../../bench/tokens/count.ts'
import { LEAN } from '../../src/surfaces/shared/listed-tool.ts'

for (const several of [false, true])
  t.test(`a tool of every default list has few tokens, ${several ? 'with' : 'without'} a choice of instances`, async t => {
    const counts = await countTokens({ ...LEAN, hasSeveral: () => several })
    t.equal(counts.length, 7)
    for (const { list, mean, p95 } of counts) {
      t.ok(mean <= TARGETS.mean, `${list}: mean ${mean}`)
      t.ok(p95 <= TARGETS.p95, `${list}: p95 ${p95}`)
    }
  })
