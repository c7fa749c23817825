import fc from 'fast-check'
import t from 'tap'
import { type Inline, readMarkdown } from '../../console/lib/markdown.ts'
import { plainMarkdown } from '../../src/lib/markdown.ts'

const text = (value: string): Inline => ({ kind: 'text', text: value })

t.test('the Markdown of responses has its tables, lists, quotes and fences', t => {
  const items = [
    { id: 1, name: 'a|b', note: null },
    { id: 2, name: 'c', note: 'd' }
  ]
  t.match(readMarkdown(plainMarkdown({ items, next_cursor: 'x' })), [
    {
      kind: 'table',
      head: [[text('id')], [text('name')], [text('note')]],
      rows: [
        [[text('1')], [text('a|b')], []],
        [[text('2')], [text('c')], [text('d')]]
      ]
    },
    { kind: 'paragraph', children: [text('More: cursor '), { kind: 'code', text: 'x' }] }
  ])
  t.match(readMarkdown(plainMarkdown({ title: 'T', body: 'one\n```\ntwo' })), [
    { kind: 'list', items: [[{ kind: 'paragraph', children: [{ kind: 'strong', children: [text('title')] }, text(': T')] }]] },
    { kind: 'paragraph' },
    { kind: 'code', text: 'one\n```\ntwo' }
  ])
  t.match(readMarkdown('> a warning\n> of two lines\n\n# Title\n\n1. one\n2. two\n   - inner\n\n---'), [
    { kind: 'quote', blocks: [{ kind: 'paragraph', children: [text('a warning'), { kind: 'break' }, text('of two lines')] }] },
    { kind: 'heading', children: [text('Title')] },
    { kind: 'list', start: 1, items: [[{ kind: 'paragraph' }], [{ kind: 'paragraph' }, { kind: 'list' }]] },
    { kind: 'rule' }
  ])
  t.end()
})

t.test('marks of a line', t => {
  const line = (value: string): unknown => {
    const [block] = readMarkdown(value)
    return block?.kind === 'paragraph' ? block.children : block
  }
  t.strictSame(line('a **b** and *c* `d_e`'), [
    text('a '),
    { kind: 'strong', children: [text('b')] },
    text(' and '),
    { kind: 'em', children: [text('c')] },
    text(' '),
    { kind: 'code', text: 'd_e' }
  ])
  t.strictSame(line('snake_case_name 2 * 3 * 4 \\*x\\* **open'), [
    text('snake_case_name 2 * 3 * 4 '),
    text('*'),
    text('x'),
    text('*'),
    text(' **open')
  ])
  t.strictSame(line('[site](https://a.example/x) https://b.example/y.'), [
    { kind: 'link', href: 'https://a.example/x', text: 'site' },
    text(' '),
    { kind: 'link', href: 'https://b.example/y', text: 'https://b.example/y' },
    text('.')
  ])
  t.strictSame(
    line('![](https://a.example/i.png)'),
    [{ kind: 'link', href: 'https://a.example/i.png', text: 'https://a.example/i.png' }],
    'an image is a link'
  )
  t.end()
})

t.test('HTML and addresses that run code are text', t => {
  for (const hostile of [
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,1)',
    '[x](JaVaScRiPt:alert(1))',
    '<svg/onload=alert(1)>'
  ])
    t.strictSame(readMarkdown(hostile), [{ kind: 'paragraph', children: [text(hostile)] }], hostile)
  t.end()
})

/** All text of a part, in order. */
function textIn(part: unknown): string {
  if (Array.isArray(part)) return part.map(textIn).join('')
  if (typeof part !== 'object' || part === null) return ''
  const { kind: _kind, ...rest }: { kind?: unknown } = part
  return Object.values(rest)
    .map(one => (typeof one === 'string' ? one : textIn(one)))
    .join('')
}

t.test('any text is read without an error, and no letter is lost', t => {
  const pieces = fc.constantFrom(
    '*',
    '**',
    '_',
    '`',
    '```',
    '[',
    ']',
    '(',
    ')',
    '|',
    '---',
    '- ',
    '1. ',
    '> ',
    '# ',
    '\n',
    '\n\n',
    '  ',
    'a',
    'b',
    'https://x.example',
    '\\'
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), parts => {
      const source = parts.join('')
      const letters = (one: string): string => one.replace(/[^b]/g, '')
      return letters(textIn(readMarkdown(source))).length >= letters(source).length
    })
  )
  for (const long of [
    '*'.repeat(200_000),
    '[a]('.repeat(50_000),
    '> '.repeat(20_000),
    '|'.repeat(100_000),
    '- '.repeat(50_000),
    `${'| a '.repeat(5_000)}\n${'|-'.repeat(5_000)}`
  ])
    t.ok(readMarkdown(long).length > 0)
  t.end()
})
