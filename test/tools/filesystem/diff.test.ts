import { applyPatch } from 'diff'
import fc from 'fast-check'
import t from 'tap'
import { unifiedDiff } from '../../../src/tools/filesystem/client/diff.ts'
import { positionsOf } from '../../../src/tools/filesystem/client/positions.ts'
import { applied } from '../../../src/tools/filesystem/client/replacement.ts'

const line = fc.constantFrom('a', 'b', 'x', 'xx', '', 'ax', 'xb', 'long line')
const text = fc.tuple(fc.array(line, { maxLength: 60 }), fc.boolean()).map(([lines, ended]) => lines.join('\n') + (ended ? '\n' : ''))
const piece = fc.constantFrom('x', 'a\n', '\nx', 'x\nx', 'a\nb\n', '\n', 'long line\n')

t.test('the diff of any replacement, applied to the text before, gives the text after', async () => {
  await fc.assert(
    fc.asyncProperty(text, piece, fc.constantFrom('', 'y', 'y\ny', '\n', 'y\n\n', 'x'), async (before, wanted, fresh) => {
      const at = await positionsOf(before, wanted, new AbortController().signal)
      if (at.length === 0 || wanted === fresh) return
      const replacement = { before, at, length: wanted.length, fresh }
      const { diff, complete } = unifiedDiff('file', replacement)
      const after = applied(replacement)
      if (!complete || applyPatch(before, diff) !== after) throw new Error(`${JSON.stringify({ before, after })}\n${diff}`)
    }),
    { numRuns: 3000 }
  )
})

t.test('applied puts the text in at every place', async t => {
  t.equal(applied({ before: 'a-b-c', at: [1, 3], length: 1, fresh: '$&' }), 'a$&b$&c')
  t.equal(applied({ before: 'abc', at: [0], length: 3, fresh: '' }), '')
})

t.test('one change that is larger than a diff is worth is not shown', async t => {
  const before = 'old line\n'.repeat(200_000)
  const started = performance.now()
  const { diff, complete } = unifiedDiff('file', { before, at: [0], length: before.length, fresh: 'new line\n'.repeat(200_000) })
  t.ok(performance.now() - started < 60_000)
  t.equal(complete, false)
  t.equal(diff, '--- a/file\n+++ b/file\n')
})
