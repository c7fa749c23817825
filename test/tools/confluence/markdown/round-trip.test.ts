import t from 'tap'
import { RICH } from '../../../../sandbox/confluence/state/rich.ts'
import { fromMarkdown } from '../../../../src/tools/confluence/client/content/from-markdown.ts'
import { toMarkdown } from '../../../../src/tools/confluence/client/content/markdown.ts'
import { faultIn } from '../../../../src/tools/confluence/client/content/storage.ts'
import { pageToMarkdown } from '../../../../src/tools/confluence/client/content/to-markdown.ts'
import { DOCUMENTS } from './documents.ts'
import { FRAGMENTS } from './fragments.ts'
import { generatedPage, randomFrom } from './generated.ts'

const read = async (storage: string): Promise<string> => (await pageToMarkdown(storage))?.value ?? 'not well-formed'

async function write(markdown: string, before: string): Promise<string> {
  const converted = await fromMarkdown(markdown, before)
  if (!('storage' in converted)) throw new Error(`a macro: ${converted.macro}`)
  const fault = faultIn(converted.storage)
  if (fault) throw new Error(`not well-formed: ${fault.message} in ${converted.storage}`)
  return converted.storage
}

const named = DOCUMENTS.filter(({ markdown }) => markdown !== undefined)

t.test('the documents and fragments', async t => {
  t.ok(DOCUMENTS.length >= 20)
  t.ok(FRAGMENTS.length >= 20)
})

for (const { construct, storage, markdown } of DOCUMENTS) {
  t.test(`document: ${construct}`, async t => {
    const shown = await read(storage)
    if (markdown !== undefined) t.equal(shown, markdown)
    else t.match(shown, '{=storage}')
    t.equal(await write(shown, storage), storage, 'read and written back, nothing changes')
    const page = `<p>Before it.</p>\n${storage}<p>After it.</p>`
    const edited = (await read(page)).replace('Before it.', 'A *new* beginning.').replace('After it.', 'Another end.')
    t.equal(
      await write(edited, page),
      page.replace('Before it.', 'A <em>new</em> beginning.').replace('After it.', 'Another end.'),
      'it survives an edit to the paragraphs around it'
    )
    t.equal(await read(await write(shown, '')), shown, 'written to a new page, its Markdown is the same')
    t.equal((await write(`${shown}\n\nMore.`, storage)).slice(0, storage.length), storage, 'a paragraph is appended')
  })
}

for (const { construct, view, markdown } of FRAGMENTS)
  t.test(`view: ${construct}`, async t => {
    const { value } = await toMarkdown(view)
    t.equal(value, markdown)
    t.equal(await read(await write(value, '')), value.replace('@Bea Builder', '@5b10'), 'written to a page, its Markdown is the same')
  })

t.test('the figures: constructs that are faithful, and contents that a read and a write leave unchanged', async t => {
  let faithful = 0
  for (const { storage, markdown } of named) {
    const page = `<p>Before.</p>${storage}`
    const shown = await read(page)
    const isNative = shown === `Before.\n\n${markdown}` && !shown.includes('{=storage}')
    const survives = (await write(shown.replace('Before.', 'Changed.'), page)) === page.replace('Before.', 'Changed.')
    if (isNative && survives) faithful++
  }
  for (const { view, markdown } of FRAGMENTS)
    if ((await toMarkdown(view)).value === markdown && !markdown.includes('{=storage}')) faithful++
  let unchanged = 0
  const contents = [
    ...DOCUMENTS.map(({ storage }) => storage),
    ...(await Promise.all(FRAGMENTS.map(({ markdown }) => write(markdown, ''))))
  ]
  for (const storage of contents) if ((await write(await read(storage), storage)) === storage) unchanged++
  const all = named.length + FRAGMENTS.length
  t.comment(`faithful: ${faithful} of ${all}; unchanged: ${unchanged} of ${contents.length}`)
  t.ok(faithful >= 0.95 * all)
  t.equal(unchanged, contents.length)
})

t.test('edits within a construct keep what Markdown does not show', async t => {
  for (const [storage, search, replacement, expected] of [
    [
      DOCUMENTS[0]?.storage ?? '',
      '[ ] Write the **notes**',
      '[x] Write the **notes**',
      '<ac:task-status>complete</ac:task-status>\n<ac:task-body><span'
    ],
    [
      DOCUMENTS[0]?.storage ?? '',
      'Cut the branch',
      'Cut the *release*',
      '<ac:task-id>12</ac:task-id>\n<ac:task-status>complete</ac:task-status>\n<ac:task-body>Cut the <em>release</em></ac:task-body>'
    ],
    [
      DOCUMENTS[1]?.storage ?? '',
      '- two',
      '- two\n> - three',
      'ac:macro-id="b5f1c0de-0001-4000-8000-00000000000a"><ac:parameter ac:name="title">Mind the gap</ac:parameter>'
    ],
    [
      DOCUMENTS[10]?.storage ?? '',
      'class A',
      'class B',
      '<ac:parameter ac:name="linenumbers">true</ac:parameter><ac:plain-text-body><![CDATA[class B {'
    ],
    [
      DOCUMENTS[13]?.storage ?? '',
      '| tall |',
      '| taller |',
      '<td rowspan="2" data-highlight-colour="#e3fcef"><p>taller</p></td><td><p>1</p></td>'
    ],
    [
      DOCUMENTS[9]?.storage ?? '',
      'It is',
      'Now it is',
      'ac:macro-id="b5f1c0de-0001-4000-8000-00000000000a"><ac:parameter ac:name="colour">Green'
    ],
    [DOCUMENTS[18]?.storage ?? '', 'Right', 'Wrong', '<p local-id="p">Wrong <ac:structured-macro'],
    [
      RICH,
      'Cut the branch',
      'Cut the release',
      '<ac:task-id>2</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>Cut the release 🌿'
    ]
  ] as const) {
    const shown = await read(storage)
    t.match(shown, search)
    const after = await write(shown.replace(search, replacement), storage)
    t.match(after, expected)
    const [a, b] = [storage.replace(/\s/g, ''), after.replace(/\s/g, '')]
    t.ok(Math.abs(a.length - b.length) < 60, 'nothing else is lost')
  }
})

t.test('the limits of syntax: ends of tags, code, formulas, attributes and expands', async t => {
  const details = (count: number): string => `${'<details>\n\n'.repeat(count)}x\n\n${'</details>\n\n'.repeat(count)}`
  for (const [markdown, expected] of [
    ['a <u>b <u>c</u> d</u > e', '<p>a <u>b <u>c</u> d</u> e</p>'],
    ['<u>a <sub>b</u> c', '<p><u>a &lt;sub&gt;b</u> c</p>'],
    ['*<u>a* b</u>', '<p>*<u>a* b</u></p>'],
    ['`` a`b ``{=storage}', '<p> a`b </p>'],
    ['`<b>x</b>`{=storage} and `y`', '<p><b>x</b> and <code>y</code></p>'],
    ['$$ x $$', 'ac:name="mathblock"><ac:plain-text-body><![CDATA[x]]>'],
    ['$$\nx\n$$', 'ac:name="mathblock"><ac:plain-text-body><![CDATA[x]]>'],
    ['$$$$', '<p>$$$$</p>'],
    ['$$x', '<p>$$x</p>'],
    ['``` js {title="A b" 1x=y}\nz\n```', '<ac:parameter ac:name="title">A b</ac:parameter><ac:parameter ac:name="x">y</ac:parameter>'],
    ['``` js {title="A b"\nz\n```', '<ac:structured-macro ac:name="code"><ac:plain-text-body>'],
    ['- <details>\n\n  x\n\n  </details>', '<li>\n<ac:structured-macro ac:name="expand">'],
    ['- <details>\n- </details>', '<li>&lt;details&gt;</li>'],
    [details(3), '<ac:rich-text-body>\n<p>x</p>\n</ac:rich-text-body>'],
    [details(101), '<p>&lt;details&gt;</p>\n<ac:structured-macro ac:name="expand">']
  ] as const) {
    const storage = await write(markdown, '')
    t.ok(storage.includes(expected), `${markdown.slice(0, 40)}: ${storage.slice(0, 200)}`)
  }
})

t.test('long texts of signs that do not end what they begin', async t => {
  const TIMES = 5000
  for (const [unit, expected] of [
    ['a```', 'a'],
    ['<u>', '&lt;u&gt;'],
    ['[@', '[@'],
    ['$a ', '$a '],
    ['- <details>\n', '<li>&lt;details&gt;</li>\n'],
    ['<details>\n', '&lt;details&gt;\n']
  ] as const) {
    const storage = await write((unit.startsWith('a') ? '`' : '') + unit.repeat(TIMES), '')
    t.ok(storage.split(expected).length > TIMES - 2, JSON.stringify(unit))
  }
  for (const [begin, end] of [
    ['<p/>', ''],
    ['<br/>', 'x'],
    ['<div><ac:x/></div>', '']
  ] as const) {
    const storage = `<p>x</p>${begin.repeat(TIMES)}${end}`
    t.equal(await write(await read(storage), storage), storage, begin)
  }
  const cell = `<table><tbody><tr><td>x${'<br />'.repeat(TIMES)}y</td></tr></tbody></table>`
  t.match(await read(cell), `| x${'<br>'.repeat(TIMES)}y |`)
})

t.test('a row is added to a table with merged cells, and one is removed', async t => {
  const storage = DOCUMENTS[13]?.storage ?? ''
  const shown = await read(storage)
  const more = await write(`${shown}\n| new | 5 | **6** |`, storage)
  t.equal(
    more,
    storage.replace('</tr></tbody>', '</tr><tr><td><p>new</p></td><td><p>5</p></td><td><p><strong>6</strong></p></td></tr></tbody>')
  )
  const less = await write(shown.replace('\n| ^ | 3 | 4 |', ''), storage)
  t.match(less, '<td><p>tall</p></td><td><p>1</p></td>')
  t.match(less, '<colgroup><col style="width: 40.0px;" />')
})

t.test('a marked block can be moved and removed, and its removal is reported', async t => {
  const toc = '<ac:structured-macro ac:name="toc" ac:macro-id="x" />'
  const storage = `<p>One</p>${toc}<p>Two</p>`
  const shown = await read(storage)
  const moved = await fromMarkdown(`${shown.split('\n\n').toReversed().join('\n\n')}`, storage)
  t.match(moved, { removed: [] })
  t.match(moved, { storage: /Two[\s\S]*ac:macro-id="x" \/>[\s\S]*One/ })
  t.match(await fromMarkdown('One\n\nTwo', storage), { removed: ['ac:structured-macro'], storage: '<p>One</p><p>Two</p>' })
})

t.test('hidden text stays in the page, and is not in its Markdown', async t => {
  const hidden = '<p style="display: none;">SECRET</p>'
  const storage = `<p>One</p>${hidden}<p>Two</p>`
  const shown = await pageToMarkdown(storage)
  t.equal(shown?.value, 'One\n\nTwo')
  t.match(shown?.warnings, [/Hidden text was omitted/])
  t.equal(await write('One\n\nTwo', storage), storage)
  t.equal(await write('Other\n\nTwo', storage), `<p>Other</p>${hidden}<p>Two</p>`)
  t.match(await write('Two', storage), hidden)
})

t.test('an emoji of the site keeps its bytes when its paragraph is edited', async t => {
  const emoji = '<ac:emoticon ac:name="blue-star" ac:emoji-shortname=":our_logo:" ac:emoji-id="7c8" ac:emoji-fallback=":our_logo:" />'
  const storage = `<p>By ${emoji}</p>`
  t.equal(await read(storage), 'By :our_logo:')
  t.equal(await write('Made by :our_logo:', storage), `<p>Made by ${emoji}</p>`)
})

t.test('text that looks like Markdown stays text', async t => {
  for (const text of [
    '* a',
    '- a',
    '+ a',
    '> a',
    '# a',
    '1. a',
    '1) a',
    '---',
    '===',
    '```',
    '~~~',
    '$$',
    'a*b*c',
    '_a_',
    'a_b_c',
    '[a](b)',
    '![a](b)',
    '[^1]',
    '^[a]',
    '`a`',
    '~~a~~',
    '$a$ and $b$',
    ':smile:',
    '|a|b|',
    '<sub>x</sub>',
    '&amp;',
    '\\',
    'a\\',
    '\\*',
    '[x]: y',
    '[^a]: b',
    '[!NOTE]',
    '{a=b}',
    '<!-- -->',
    '<details>',
    'a<br>b',
    '`a`{=storage}',
    '**',
    'a ** b',
    'http://a_b_c/*x*'
  ]) {
    const storage = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`
    const shown = await read(storage)
    t.equal((await write(shown, '')).trim(), storage, `${text} as ${shown}`)
  }
})

t.test('generated pages: nothing changes unless it is edited, and Markdown is stable', async t => {
  let unchanged = 0
  let survived = 0
  let stable = 0
  const pages = 300
  for (let seed = 1; seed <= pages; seed++) {
    const storage = generatedPage(randomFrom(seed))
    const shown = await read(storage)
    if ((await write(shown, storage)) === storage) unchanged++
    else t.comment(`seed ${seed} changed: ${storage}`)
    const page = `<p>Zero.</p>${storage}<p>Omega.</p>`
    const edited = (await read(page)).replace('Zero.', 'First.').replace(/Omega\.$/, 'Last.')
    if ((await write(edited, page)) === page.replace('Zero.', 'First.').replace(/Omega\.<\/p>$/, 'Last.</p>')) survived++
    else t.comment(`seed ${seed} did not survive: ${storage}`)
    const again = await read(await write(shown, ''))
    if (again === shown) stable++
    else t.comment(`seed ${seed} is not stable:\n${storage}\n${shown}\n=>\n${again}`)
  }
  t.comment(`unchanged ${unchanged}, survived ${survived}, stable ${stable} of ${pages}`)
  t.equal(unchanged, pages)
  t.equal(survived, pages)
  t.ok(stable >= 0.99 * pages, `${stable} of ${pages} are the same on a new page`)
})

t.test('a long run of backticks is read and written at once', async t => {
  const run = '`'.repeat(60)
  t.match(await read(`<p><code>x${run}</code></p>`), run)
  t.match(await write(`\`x${run} y`, ''), run)
})
