import { readFileSync } from 'node:fs'
import t from 'tap'
import { isTested, testsIn } from '../../helpers/named-tests.ts'
import { outside } from '../../helpers/outside.ts'
import { DATA_MODEL } from './seed/entities.ts'
import { HEADINGS } from './seed/headings.ts'
import { linesOf } from './seed/lines.ts'

const { path: seed, skip } = outside('seeds/confluence-tool-contract.md')

t.test('every line of the seed is in the map, and nothing else', { skip }, async t => {
  const lines = linesOf(readFileSync(seed, 'utf8'))
  t.strictSame(Object.keys(HEADINGS), Object.keys(lines))
  for (const [heading, rows] of Object.entries(HEADINGS)) t.strictSame(Object.keys(rows).toSorted(), lines[heading]?.toSorted(), heading)
})

for (const [heading, rows] of Object.entries({ ...HEADINGS, 'Data model': DATA_MODEL })) {
  t.test(`every line of ${heading} has a test that runs, or a reason to differ`, async t => {
    for (const [line, { tests, departs }] of Object.entries(rows)) {
      t.ok(tests.length > 0 || departs !== undefined, `${line} has no test`)
      for (const [file, name] of tests) t.ok(isTested(file, name), `${line}: ${file}: ${name}`)
    }
  })
}

t.test('a test that is skipped, todo or commented out does not count', async t => {
  const source = [
    "t.test('one', async t => t.pass())",
    "  test('it is `two`', { timeout: 5 }, async t => t.pass())",
    "t.test('three', { skip: mode === 'cloud' }, async t => t.pass())",
    `t.test(\`four \${name}\`, async t => t.pass())`,
    "t.test('five', { skip: true }, async t => t.pass())",
    "t.test('six', { skip: 'later' }, async t => t.pass())",
    "t.test('seven', { todo: true }, async t => t.pass())",
    "// t.test('eight', async t => t.pass())",
    "t.skip('nine', async t => t.pass())",
    "t.todo('ten')"
  ].join('\n')
  t.strictSame(testsIn(source), ['one', 'it is `two`', 'three', `four \${name}`])
})

t.test('the seed is parsed line by line: members, enum values, nesting, and no arguments', async t => {
  const lines = linesOf(
    [
      '## Part',
      '### One',
      'const x = {',
      "  name: 'x',",
      '  // not this: one',
      '  async *call(',
      '    input: Input,',
      '  ): void',
      '  below?: {',
      '    inner: number',
      '  }',
      '  list: [',
      "    'word',",
      "    'other'",
      '  ]',
      '}',
      '### Two',
      'interface Y {',
      '  inner(): string',
      '}'
    ].join('\n')
  )
  t.strictSame(lines, { One: ['name', 'call', 'below.inner', 'list.word', 'list.other'], Two: ['inner'] })
})
