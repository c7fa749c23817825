import t from 'tap'
import { jsonLength, type Position, takePart } from '../../src/pipeline/result/slice.ts'
import { joined } from '../helpers/join-parts.ts'

const lines = Array.from({ length: 300 }, (_, at) => `line ${at} "quoted"`).join('\n')
const VALUES: Readonly<Record<string, unknown>> = {
  text: lines,
  'a text without any break': 'x'.repeat(5_000),
  'characters of two halves': '\u{1f600}'.repeat(900),
  'control characters': '\u0000\u0007"\\'.repeat(500),
  base64: Buffer.from(lines).toString('base64'),
  'an object with a long text': { id: 7, title: 'T', content: lines, sha256: 'abc' },
  'several long texts': { a: lines, b: 'short', c: lines.slice(9), next_offset: 12 },
  'a list of long and short items': {
    files: [
      { path: 'a', diff: lines },
      { path: 'b', diff: '' },
      { path: 'c', diff: lines }
    ],
    more: null
  },
  'a tree': { tree: tree(4) },
  'an object of many names': Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`name_${at}`, at])),
  'many short items': { items: Array.from({ length: 500 }, (_, id) => ({ id, ok: id % 2 === 0 })), total: { value: 500 } },
  'nested lists': { rows: Array.from({ length: 30 }, (_, row) => Array.from({ length: 30 }, (_, cell) => `${row}.${cell}`)) }
}

function tree(depth: number): object {
  return { name: `level ${depth}`, children: depth === 0 ? [] : Array.from({ length: 5 }, () => tree(depth - 1)) }
}

for (const [name, value] of Object.entries(VALUES)) {
  t.test(`${name}: the parts together are complete, each within its size`, async t => {
    for (const size of [600, 1_111, 3_000, 20_000]) {
      let part = takePart(value, [], size)
      let whole = part.value
      let parts = 1
      t.ok(jsonLength(part.value) <= size, `${jsonLength(part.value)} of ${size}`)
      while (part.next) {
        const from: Position = part.next
        const path = part.path ?? ''
        part = takePart(value, from, size)
        t.ok(jsonLength(part.value) <= size, `${jsonLength(part.value)} of ${size}`)
        whole = joined(whole, part.value, path)
        parts += 1
        if (parts > 1_000) throw new Error('it does not end')
      }
      t.strictSame(whole, value)
      t.ok(parts <= 1 + (3 * jsonLength(value)) / size, `${parts} parts of ${size}`)
    }
  })
}

t.test('a size that is too small for any value still reaches the end', async t => {
  const value = { id: 'x'.repeat(150), content: 'y'.repeat(300) }
  let part = takePart(value, [], 10)
  let content = Object(part.value).content ?? ''
  for (let count = 0; part.next && count < 100; count++) {
    part = takePart(value, part.next, 10)
    content += Object(part.value).content ?? ''
  }
  t.equal(content, value.content)
  t.notOk(part.next)
})

t.test('no character and no group of base64 is split', async t => {
  const smiles = takePart('\u{1f600}'.repeat(900), [], 501)
  t.ok(String(smiles.value).isWellFormed())
  const base64 = takePart(Buffer.from(lines).toString('base64'), [], 501)
  t.equal(String(base64.value).length % 4, 0)
})

t.test('cursors of further data are in the last part only', async t => {
  const value = { content: lines, metadata: { next_offset: 20, size: 3 } }
  let part = takePart(value, [], 1_000)
  t.notMatch(JSON.stringify(part.value), 'next_offset')
  while (part.next) part = takePart(value, part.next, 1_000)
  t.match(part.value, { metadata: { next_offset: 20 } })
})
