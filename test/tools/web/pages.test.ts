import { brotliCompressSync, gzipSync } from 'node:zlib'
import { encode } from 'iconv-lite'
import t from 'tap'
import { listen } from '../../helpers/listen.ts'
import { makeDrawnPdf, makeEastAsianPdf, makePdf } from '../../helpers/pdf.ts'
import { openWeb, savedPage } from '../../helpers/web.ts'

interface Expected {
  type?: string
  title?: string | null
  language?: string
  author?: string
  site_name?: string
  description?: string
  published_time?: string
  /** The content of the text, in this order. */
  holds: readonly string[]
  lacks?: readonly string[]
  warns?: RegExp
}

const HTML = 'text/html'

/** The content of each saved page, and what is omitted around it. */
const PAGES: Readonly<Record<string, Expected>> = {
  'article-news.html': {
    title: 'River floods three towns | The Valley Post',
    author: 'Jo Field',
    site_name: 'The Valley Post',
    description: 'Three towns are under water after four days of rain.',
    published_time: '2026-02-11T06:30:00Z',
    language: 'en',
    holds: ['After four days of rain', 'called the night “a warning”.', 'forty million.'],
    lacks: ['cookies', 'Log in', 'Quiz of the week', 'Copyright', 'do not read me']
  },
  'article-blog.html': {
    title: 'Why I stopped using global state',
    author: 'Sam Rivers',
    holds: ['For ten years', '![Graph of imports](http', 'one’s back', '> Make dependencies visible'],
    lacks: ['Log in', 'Imprint', '@context']
  },
  'docs-reference.html': {
    title: 'fs.readFile - Reference',
    holds: [
      'Reads the whole of a file',
      '```js\nconst { readFile }',
      'console.log(text.length < 10)',
      '| Name | Type | Default |',
      '`encoding`',
      'two gigabytes'
    ],
    lacks: ['/api/chmod']
  },
  'table-data.html': { title: 'Countries by population', holds: ['| Country', '| Cedaria', '15,400,210', '330,090', 'surveyed'] },
  'table-layout.html': { title: 'Welcome to the chess club', holds: ['We meet every Tuesday', 'first of March'] },
  'code-bare-pre.html': {
    title: 'A Makefile for small projects',
    holds: ['three targets', '````\nall: main', '\t./run-tests   # with ```backticks```', 'Mind the tabs']
  },
  'japanese-shift-jis.html': { title: '東京の天気', language: 'ja', holds: ['明日の東京は、朝から晴れて', '傘をお持ちください。'] },
  'russian-windows-1251.html': {
    type: 'text/html; charset=windows-1251',
    title: 'Новости города',
    holds: ['открылся новый мост', 'даже зимой.']
  },
  'chinese-gbk.html': { title: '茶的历史', language: 'zh', holds: ['《茶经》', '不同文化之间的交流。'] },
  'arabic-rtl.html': { title: 'تاريخ القهوة', language: 'ar', holds: ['جبال اليمن', 'كثير من البيوت.'] },
  'german-latin1-undeclared.html': { title: 'Über Brücken', holds: ['steinerne mit fünf Bögen', 'Fußgänger'] },
  'french-utf16.html': { title: 'Le marché', language: 'fr', holds: ['les maraîchers', 'jusqu’en octobre.'] },
  'broken-unclosed.html': {
    title: 'Unclosed',
    holds: ['never closes', '- first', '- second', 'inner', '- third', 'After the list', 'without quotes']
  },
  'broken-stray.html': { title: 'Stray', holds: ['never was opened', 'as text'], lacks: ['lost'] },
  'no-markup.html': { title: null, holds: ['Just some words', 'without a single tag.'] },
  'forum-thread.html': {
    title: 'Printer prints blank pages - Forum',
    holds: ['blank pages, although', 'install version 4.2', 'That was it']
  },
  'list-index.html': { title: 'All articles', holds: ['[Article number 1](http', '[Article number 40](http'], lacks: ['Imprint'] },
  'recipe.html': { title: 'Potato soup', holds: ['cold evenings', '- 1 kg potatoes', '1. Peel', '3. Blend'], lacks: ['cookies'] },
  'wiki.html': { title: 'Lighthouse - Wiki', holds: ['**lighthouse**', '[Fresnel](http', 'work by themselves'] },
  'images-relative.html': {
    title: 'Birds of the marsh',
    holds: ['![A heron](http', '/marsh/guide/img/heron.jpg)', '[Map of the paths](http', '/marsh/map.html)'],
    lacks: ['data:', 'javascript:']
  },
  'faq-details.html': {
    title: 'Questions and answers',
    holds: ['Do I need an account?', 'list of favourites', 'What does it cost?', 'end of 2030']
  },
  'script-only.html': { title: 'App', holds: [], lacks: ['made by a script'], warns: /no readable text.*reader: jina/ },
  'one-form.html': {
    title: 'Opening hours',
    holds: ['# Opening hours', 'Monday to Friday', 'closed in August'],
    lacks: ['Imprint', 'Search']
  },
  'late-pictures.html': {
    title: 'Harbour',
    holds: ['## The quay\n', '![Cranes](http', '/late/cranes.jpg)', 'shown when found'],
    lacks: ['data:', '¶', 'edit this', '[\\[']
  },
  'forum-comments.html': {
    title: 'Blank pages',
    holds: ['The printer began'],
    lacks: ['Reply number 1:'],
    warns: /^Only about \d+% of the text.*main_only: false/
  },
  'behind-dialog.html': {
    title: 'Tides',
    holds: ['Twice a day the sea', 'a table of them on the door'],
    lacks: ['§']
  },
  'picture-titles.html': {
    title: 'Steps to the summit',
    holds: ['1. Take the bus', '2. Follow the red', '3. Turn back'],
    lacks: ['Close menu', 'NaN']
  },
  'xhtml.html': { type: 'application/xhtml+xml', title: 'Strict', language: 'en', holds: ['well formed', 'it still says'] },
  'xhtml-closed.html': {
    type: 'application/xhtml+xml',
    title: 'Closed',
    holds: ['# Closed', 'What stands behind a script is read', '[link](http']
  },
  'powers.html': {
    title: 'Constants',
    holds: [
      ...['×10<sup>23</sup>', '10<sup>−19</sup>', 'E=mc<sup>2</sup>', 'H<sub>2</sub>O', 'x<sub>i+1</sub>', '19th century[\\[1\\]](http'],
      ...['`10^6`', '2^16 = 65536', '| 3<sup>4</sup> | 81 |']
    ]
  },
  'cards.html': {
    title: 'News of the valley',
    holds: [
      ...['### [Bridge opens](http', '/one)\n\nAfter three years', '[![A mill](http', '/two.jpg)](http', '/two)\n\nThe mill is for sale.'],
      ...['[link](http', '/three)\n\n|', '| 1 | 2 |', '![A meadow](http', '/small.jpg)', '![A stream](http', '/late.webp)']
    ],
    lacks: ['data:', '[\n']
  },
  'iframe-form.html': { title: 'Contact', holds: ['Write to us at any time'], lacks: ['maps.example'] },
  'feed.xml': { type: 'application/rss+xml', title: 'Feed', holds: ['# Feed', '## [One](https://site.example/1)'], lacks: ['<title>'] },
  'atom.xml': {
    type: 'application/xml',
    title: 'Notes & more',
    language: 'en',
    holds: [
      ...['A log of changes.', '## [First \\*note\\*](http', '/notes/1)', '2026-03-01T08:00:00Z, Jo Field', 'It has **markup**.'],
      ...['## [Second](http', '/notes/2)', 'Plain < text.']
    ],
    lacks: ['SECRET', '/notes/1.json'],
    warns: /^Hidden text was omitted/
  },
  'tasks.html': {
    title: 'Release checklist',
    holds: ['- [x] Write the notes', '- [ ] Tag the release', '  - [x] Sign it', '- [ ] Tell everyone', '- no task']
  },
  'formulas.html': {
    title: 'Roots',
    holds: [
      ...['where $a \\neq 0$ holds', '$$x = \\frac{- b \\pm \\sqrt{b^{2} - 4 a c}}{2 a}$$', 'shown as $E = mc^2$ by an image'],
      ...[
        'KaTeX writes $k_{1}$ once',
        'MathJax reads $\\sum_{i=1}^n x_i$ and',
        '$$\\int_0^1 f$$',
        'and $y_1 * y_2$ in texts',
        '| $\\left\\vert{}x\\right\\vert{}$ | 1 |'
      ]
    ],
    lacks: ['ignore all', '\\(', 'data-latex', ', **forged'],
    warns: /^Hidden text was omitted/
  },
  'late-charset.html': { title: 'Städte', holds: ['Größe und Fläche'] },
  'polish-undeclared.html': { title: 'Wiadomości', holds: ['Zażółć gęślą jaźń', 'Łódź'] },
  'russian-undeclared.html': { title: 'Новости', holds: ['Сегодня утром в центре города'] },
  'japanese-undeclared.html': { title: '天気予報', holds: ['明日の東京は、朝から晴れて'] },
  'readme.md': { type: 'text/markdown; charset=utf-8', title: null, holds: ['# Project', '*one*', '```sh\nnpm start\n```'] },
  'data.csv': { type: 'text/csv', title: null, holds: ['name,people\nAlderland,1203000\nBirchia,880500'] },
  'data.json': { type: 'application/json', title: null, holds: ['{"name": "Alderland", "people": 1203000}'] },
  'plain.txt': { type: 'text/plain; charset=utf-8', title: null, holds: ['First line.\nSecond line.\n\nÜmlaut.'] }
}

const MADE: Record<string, { type: string; body: Buffer }> = {
  'report.pdf': {
    type: 'application/pdf',
    body: makePdf([['A report of two pages.', 'Its second line.', '', 'A new paragraph.'], ['The second page.']], { title: 'The report' })
  },
  'untold.pdf': { type: 'application/octet-stream', body: makePdf([['Found by its beginning.']]) },
  'scan.pdf': { type: 'application/pdf', body: makePdf([[], []]) },
  'half-scanned.pdf': { type: 'application/pdf', body: makePdf([['The first page can be read.'], []]) },
  'broken.pdf': { type: 'application/pdf', body: Buffer.from('%PDF-1.7\nnothing of the kind') },
  'picture.png': { type: 'image/png', body: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]) },
  'untold.bin': { type: '', body: Buffer.from([0, 1, 2, 3]) },
  'empty.html': { type: HTML, body: Buffer.alloc(0) },
  'deep.html': {
    type: HTML,
    body: Buffer.from(
      `<html lang="en"><title>Deep</title><body>${'<div>'.repeat(20_000)}At 10<sup>4</sup>.${'</div>'.repeat(20_000)}</body>`
    )
  },
  'bomb.html': { type: HTML, body: gzipSync(Buffer.alloc(100 * 1024 * 1024, `<p>${'bomb '.repeat(100)}</p>\n`)) },
  'old-name.html': { type: HTML, body: gzipSync('<title>Old</title><p>Packed by a name of before.</p>') },
  'identity.html': { type: HTML, body: Buffer.from('<title>Plain</title><p>Not packed at all, as the site says.</p>') },
  'odd.html': { type: HTML, body: Buffer.from('1f9d90', 'hex') },
  'small.html.br': { type: HTML, body: brotliCompressSync(Buffer.from('<title>Packed</title><p>What was packed comes out as it was.</p>')) }
}

const drawn = (size: number, x: number, y: number, text: string): string => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`
MADE['structured.pdf'] = {
  type: 'application/pdf',
  body: makeDrawnPdf(
    [
      drawn(24, 72, 740, 'Annual report'),
      drawn(16, 72, 700, 'Results'),
      drawn(11, 72, 670, 'Sales grew in all regions.'),
      drawn(11, 72, 656, 'Costs did not.'),
      ...[
        ['Region', 'Sales', 'Growth'],
        ['North', '1,200', '4 %'],
        ['South', '', '2 %']
      ].flatMap((row, at) => row.flatMap((text, column) => (text === '' ? [] : [drawn(11, 72 + 150 * column, 630 - 16 * at, text)]))),
      drawn(16, 72, 560, 'Outlook of'),
      drawn(16, 72, 542, 'the coming year'),
      drawn(11, 72, 515, 'It stays as it is.')
    ].join('\n')
  )
}

/** A page that does not declare its charset, or only after its first kilobyte. */
const inCharset = (charset: string, title: string, text: string, head = ''): { type: string; body: Buffer } => ({
  type: HTML,
  body: encode(`<html><head>${head}<title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`, charset)
})
MADE['late-charset.html'] = inCharset(
  'iso-8859-15',
  'Städte',
  'Größe und Fläche der Städte.',
  `<!-- <meta charset="koi8-r"> --><script>${'x()\n'.repeat(800)}</script><meta charset="iso-8859-15">`
)
MADE['polish-undeclared.html'] = inCharset(
  'iso-8859-2',
  'Wiadomości',
  'Zażółć gęślą jaźń. Wczoraj w mieście Łódź odbyło się spotkanie mieszkańców, którzy rozmawiali o nowych drogach i szkołach.'
)
MADE['russian-undeclared.html'] = inCharset(
  'windows-1251',
  'Новости',
  'Сегодня утром в центре города открылся новый мост, по которому можно ходить пешком даже зимой.'
)
MADE['japanese-undeclared.html'] = inCharset(
  'euc-jp',
  '天気予報',
  '明日の東京は、朝から晴れて気温が上がるでしょう。午後は雲が広がり、夜には雨が降ります。'
)

const EAST_ASIAN = {
  'japanese.pdf': { says: '東京', font: 'HeiseiMin-W3', ordering: 'Japan1', encoding: '90ms-RKSJ-H', bytes: '938c8b9e' },
  'chinese.pdf': { says: '北京', font: 'STSong-Light', ordering: 'GB1', encoding: 'GBK-EUC-H', bytes: 'b1b1bea9' },
  'korean.pdf': { says: '서울', font: 'HYSMyeongJo-Medium', ordering: 'Korea1', encoding: 'KSCms-UHC-H', bytes: 'bcadbfef' }
} as const
for (const [name, file] of Object.entries(EAST_ASIAN)) MADE[name] = { type: 'application/pdf', body: makeEastAsianPdf(file) }

const ENCODED: Readonly<Record<string, string>> = {
  'bomb.html': 'gzip',
  'small.html.br': 'br',
  'old-name.html': 'x-gzip',
  'identity.html': 'identity',
  'odd.html': 'compress'
}

t.test('pages of every kind', async t => {
  const { url, port } = await listen(t, (response, { url: asked }) => {
    const name = asked.slice(1)
    const made = MADE[name]
    const type = made?.type ?? PAGES[name]?.type ?? HTML
    response.writeHead(200, { ...(type !== '' && { 'content-type': type }), ...(ENCODED[name] && { 'content-encoding': ENCODED[name] }) })
    response.end(made?.body ?? savedPage(name))
  })
  const { call } = await openWeb(t, { allowPrivate: [`127.0.0.1:${port}`] })
  const read = (name: string, more = {}) => call('read_url', { url: `${url}/${name}`, ...more })

  for (const [name, { type: _type, holds, lacks = [], warns, ...facts }] of Object.entries(PAGES)) {
    await t.test(`${name} is read`, async t => {
      const { status, data, error } = await read(name)
      t.equal(status, 200, error?.message)
      t.match(data, { ...facts, url: `${url}/${name}`, status: 200, reader: 'embedded', next_offset: null, untrusted: true })
      let from = 0
      for (const part of holds) {
        const at = data.content.indexOf(part, from)
        t.ok(at >= from, `${JSON.stringify(part)} is there, in its order: ${data.content}`)
        from = Math.max(at, from)
      }
      for (const part of lacks) t.notMatch(data.content, part)
      if (warns) t.match(data.warnings.join(' '), warns)
      else t.same(data.warnings, [])
      t.equal(data.content_length, data.content.length)
    })
  }

  t.test('a PDF is read page by page, with its title and its paragraphs', async t => {
    const { data } = await read('report.pdf')
    t.match(data, {
      media_type: 'application/pdf',
      title: 'The report',
      content: 'A report of two pages.\nIts second line.\n\nA new paragraph.\n\nThe second page.'
    })
  })

  t.test('headings and tables of a PDF are Markdown, and plain text without marks', async t => {
    const { data } = await read('structured.pdf')
    t.equal(
      data.content,
      '# Annual report\n\n## Results\n\nSales grew in all regions.\nCosts did not.\n\n| Region | Sales | Growth |\n| --- | --- | --- |\n| North | 1,200 | 4 % |\n| South |  | 2 % |\n\n## Outlook of the coming year\n\nIt stays as it is.'
    )
    const { data: plain } = await read('structured.pdf', { format: 'text' })
    t.match(plain.content, 'Annual report\n\nResults\n\nSales grew')
    t.match(plain.content, 'North\t1,200\t4 %')
  })

  t.test('a PDF with a wrong media type is recognized by its first bytes', async t => {
    t.match((await read('untold.pdf')).data, { content: 'Found by its beginning.' })
  })

  t.test('a PDF of images is reported', async t => {
    const { data } = await read('scan.pdf')
    t.equal(data.content, '')
    t.match(data.warnings, [/^The PDF contains no readable text/])
  })

  t.test('a PDF with some pages of images reports how many', async t => {
    t.match((await read('half-scanned.pdf')).data, {
      content: 'The first page can be read.',
      warnings: [/^1 of the 2 pages of the PDF contain no readable text/]
    })
  })

  for (const [name, { says }] of Object.entries(EAST_ASIAN)) {
    t.test(`${name}, in an encoding that the PDF does not contain, is read`, async t => {
      t.match((await read(name)).data, { content: says, warnings: [] })
    })
  }

  t.test('an invalid PDF, an image and unknown bytes are refused with their type', async t => {
    t.match(await read('broken.pdf'), { status: 422, error: { details: { reason: 'cannot_be_honoured' }, message: /cannot be read/ } })
    t.match(await read('picture.png'), { status: 422, error: { message: /image\/png/ } })
    t.match(await read('untold.bin'), { status: 422 })
  })

  t.test('an empty page is a success with a warning', async t => {
    t.match(await read('empty.html'), { status: 200, data: { content: '', warnings: [/no readable text/] } })
  })

  t.test('a page nested too deeply is returned as plain text', async t => {
    t.match(await read('deep.html'), {
      status: 200,
      data: { title: 'Deep', language: 'en', content: 'At 10^4.', warnings: [/too large or too deeply nested/] }
    })
  })

  t.test('a compressed page is decompressed', async t => {
    t.match((await read('small.html.br')).data, { title: 'Packed', content: /comes out as it was/ })
  })

  t.test('an old name of an encoding is supported, and an unknown encoding is refused and never returned as it is', async t => {
    t.match((await read('old-name.html')).data, { title: 'Old', content: 'Packed by a name of before.' })
    t.match((await read('identity.html')).data, { title: 'Plain' })
    t.match(await read('odd.html'), {
      status: 422,
      error: { message: /content encoding compress/, details: { reason: 'cannot_be_honoured' } }
    })
  })

  t.test('a page that decompresses endlessly is truncated at the limit, with a warning (web pitfall 10)', async t => {
    const before = process.memoryUsage().rss
    const { status, data } = await read('bomb.html', { max_chars: 1000 })
    t.equal(status, 200)
    t.match(data.warnings.join(' '), /larger than 10 MB/)
    t.match(data.content, /^(bomb ?){100}/)
    t.ok(process.memoryUsage().rss - before < 1_200 * 1024 * 1024, 'memory use stays bounded')
  })

  t.test('main_only: false returns the whole page', async t => {
    const { data } = await read('article-news.html', { main_only: false })
    t.match(data.content, /Log in/)
    t.notMatch(data.content, /do not read me/)
  })

  for (const wish of [{ main_only: false }, { main_only: true }, { main_only: false, format: 'text' }])
    t.test(`text that a page hides from people is removed, with a warning: ${JSON.stringify(wish)}`, async t => {
      const { data, metadata } = await read('hidden-text.html', wish)
      t.notMatch(data.content, /SECRET/)
      for (const text of ['at four', 'On Sundays at five.', 'Cake is extra.', 'Which teas', 'Green and black.']) t.match(data.content, text)
      t.match(metadata.warnings, [/^Hidden text was omitted \(43 characters\)/])
    })

  t.test('a panel that a click opens is read, and so is text that a style shows although it is marked as hidden', async t => {
    const { data } = await read('panels.html', { main_only: false })
    for (const text of ['First panel', 'Second panel', 'Shown all the same']) t.match(data.content, text)
    t.notMatch(data.content, 'SECRET')
  })

  t.test('plain text has no Markdown syntax', async t => {
    const { data } = await read('recipe.html', { format: 'text' })
    t.match(data.content, /cold evenings/)
    t.notMatch(data.content, /^#/m)
  })

  t.test('a table as plain text has a line per row, and its numbers stay separate', async t => {
    const { data } = await read('table-data.html', { format: 'text' })
    t.match(data.content, 'Population and area\nCountry\tPeople\tkm²\nAlderland\t1,203,000\t41,200\nBirchia\t880,500\t12,044\n')
    const { data: layout } = await read('table-layout.html', { format: 'text' })
    t.match(layout.content, /Welcome to the chess club\n\nWe meet every Tuesday/)
  })

  t.test('powers and indices in plain text do not merge with the number before them', async t => {
    const { content } = (await read('powers.html', { format: 'text' })).data
    for (const part of [
      '×10^23 per',
      '10^−19 ',
      'E=mc^2 ',
      'H_2O',
      'x_(i+1) comes',
      '19th century[1],',
      ' 10^6,',
      '2^16 = 65536',
      '3^4\t81'
    ])
      t.ok(content.includes(part), `${part} in ${content}`)
  })

  t.test('links and images are listed on request, with absolute URLs and once each', async t => {
    t.notOk('links' in (await read('images-relative.html')).data)
    const { data } = await read('images-relative.html', { include_links: true, include_images: true })
    t.same(data.links, [{ text: 'Map of the paths', url: `${url}/marsh/map.html` }])
    t.same(data.images, [{ text: 'A heron', url: `${url}/marsh/guide/img/heron.jpg` }])
  })

  t.test('max_chars splits at the end of a paragraph, and the parts are the whole (web pitfall 10)', async t => {
    const whole = (await read('article-news.html')).data.content
    const parts: string[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const { data, metadata } = await read('article-news.html', { max_chars: 300, content_offset: offset })
      t.ok(data.content.length <= 300)
      if (data.next_offset !== null) t.match(metadata.truncated, { reason: 'size', omitted: whole.length - data.next_offset })
      parts.push(data.content)
      offset = data.next_offset
    }
    t.ok(parts.length > 1)
    t.equal(parts.join(''), whole)
  })

  t.test('an offset after the end is an error that reports the length', async t => {
    t.match(await read('plain.txt', { content_offset: 9999 }), {
      status: 400,
      error: { details: { issues: [{ path: 'content_offset' }] } }
    })
  })
})
