import { applyPatch } from 'diff'
import fc from 'fast-check'
import t from 'tap'
import { findPositions } from '../../../src/lib/find-text.ts'
import { unifiedDiff } from '../../../src/tools/filesystem/client/text/diff.ts'
import { applySync } from '../../../src/tools/filesystem/client/text/replacement.ts'

const line = fc.constantFrom('a', 'b', 'x', 'xx', '', 'ax', 'xb', 'long line')
const text = fc.tuple(fc.array(line, { maxLength: 60 }), fc.boolean()).map(([lines, ended]) => lines.join('\n') + (ended ? '\n' : ''))
const piece = fc.constantFrom('x', 'a\n', '\nx', 'x\nx', 'a\nb\n', '\n', 'long line\n')

t.test('applying the diff of any replacement to the old text gives the new text', async () => {
  await fc.assert(
    fc.asyncProperty(text, piece, fc.constantFrom('', 'y', 'y\ny', '\n', 'y\n\n', 'x'), async (before, wanted, newText) => {
      const positions = await findPositions(before, wanted, new AbortController().signal)
      if (positions.length === 0 || wanted === newText) return
      const replacement = { before, positions, length: wanted.length, newText }
      const { diff, complete } = unifiedDiff('file', replacement)
      const after = applySync(replacement)
      if (!complete || applyPatch(before, diff) !== after) throw new Error(`${JSON.stringify({ before, after })}\n${diff}`)
    }),
    { numRuns: 3000 }
  )
})

t.test('applySync replaces every occurrence', async t => {
  t.equal(applySync({ before: 'a-b-c', positions: [1, 3], length: 1, newText: '$&' }), 'a$&b$&c')
  t.equal(applySync({ before: 'abc', positions: [0], length: 3, newText: '' }), '')
})

t.test('a single change over the diff limit is not shown', async t => {
  const before = 'old line\n'.repeat(200_000)
  const started = performance.now()
  const { diff, complete } = unifiedDiff('file', { before, positions: [0], length: before.length, newText: 'new line\n'.repeat(200_000) })
  t.ok(performance.now() - started < 60_000)
  t.equal(complete, false)
  t.equal(diff, '--- a/file\n+++ b/file\n')
})
