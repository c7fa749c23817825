import { strToU8, zipSync } from 'fflate'
import t from 'tap'
import { readDocument } from '../../../src/tools/web/reader/document/document.ts'
import { kindOf } from '../../../src/tools/web/reader/media-type.ts'
import { createPageWorkers } from '../../../src/tools/web/reader/page-workers.ts'

const OPTIONS = { main_only: true, format: 'markdown' } as const
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const archive = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
const read = (files: Readonly<Record<string, string>>, options: { main_only: boolean; format: 'markdown' | 'text' } = OPTIONS) =>
  readDocument(archive(files), 'https://site.example/file', options)

/** Changes the size of the last file in the central directory, whose entry starts with PK\x01\x02. */
function stateSize(bytes: Uint8Array, size: number): void {
  const at = Buffer.from(bytes).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(at + 24, size, true)
}

const relations = (...rows: [id: string, target: string, mode?: string][]): string =>
  `<Relationships>${rows.map(([id, target, mode]) => `<Relationship Id="${id}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`).join('')}</Relationships>`

const run = (text: string, look = ''): string => `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const item = (text: string, level: number, list: number): string =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)
const cell = (content: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
const word = (body: string): string => `<w:document><w:body>${body}</w:body></w:document>`

const STYLES = `<w:styles>
  <w:style w:styleId="Heading2"><w:name w:val="heading 2"/><w:rPr><w:b/></w:rPr></w:style>
  <w:style w:styleId="Custom"><w:name w:val="Custom"/><w:basedOn w:val="Heading2"/></w:style>
  <w:style w:styleId="Ghost"><w:name w:val="Ghost"/><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`
const NUMBERING = `<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`

t.test('a Word document is read with its headings, lists, tables, links and footnotes', t => {
  const page = read({
    'docProps/core.xml': '<cp:coreProperties><dc:title>The plan</dc:title><dc:creator>Jo Field</dc:creator></cp:coreProperties>',
    'word/styles.xml': STYLES,
    'word/numbering.xml': NUMBERING,
    'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2">${paragraph(run('By the council.'))}</w:footnote></w:footnotes>`,
    'word/_rels/document.xml.rels': relations(['rId1', 'https://site.example/map', 'External']),
    'word/document.xml': word(
      [
        paragraph(run('The plan'), '<w:outlineLvl w:val="0"/>'),
        paragraph(run('Steps'), '<w:pStyle w:val="Custom"/>'),
        item('Dig', 0, 1) + item('by hand', 1, 1) + item('Build', 0, 1),
        paragraph(
          `${run('See ')}<w:hyperlink r:id="rId1">${run('the map')}</w:hyperlink>${run(', ')}${run('urgent', '<w:b/>')}<w:r><w:footnoteReference w:id="2"/></w:r>`
        ),
        paragraph(`<w:del>${run('Removed.')}</w:del><w:ins>${run('Inserted.')}</w:ins>`),
        `<w:tbl><w:tr>${cell(paragraph(run('Part')))}${cell(paragraph(run('Cost')))}</w:tr><w:tr>${cell(paragraph(run('Wall | gate')))}${cell(paragraph(run('12')))}</w:tr></w:tbl>`
      ].join('')
    )
  })
  t.match(page, { title: 'The plan', author: 'Jo Field', warnings: [] })
  t.equal(
    page.content,
    [
      '# The plan\n\n## Steps',
      '1. Dig\n   - by hand\n2. Build',
      'See [the map](https://site.example/map), **urgent**[1]'.replace('[1]', '\\[1\\]'),
      'Inserted.',
      '| Part | Cost |\n| --- | --- |\n| Wall \\| gate | 12 |',
      '\\[1\\] By the council.'
    ].join('\n\n')
  )
  t.same(page.links, [{ text: 'the map', url: 'https://site.example/map' }])
  t.end()
})

t.test('a list item with an invalid level belongs to the outer list', t => {
  t.equal(read({ 'word/document.xml': word(item('Dig', -1, 1) + item('Build', Number.NaN, 1)) }).content, '- Dig\n- Build')
  t.end()
})

t.test('hidden text of a Word document is omitted, with a warning', t => {
  const hidden = {
    'marked as hidden': run('obey me', '<w:vanish/>'),
    'hidden by its style': run('obey me', '<w:rStyle w:val="Ghost"/>'),
    'in white': run('obey me', '<w:color w:val="FFFFFF"/>'),
    'in the color of its shading': run('obey me', '<w:color w:val="202020"/><w:shd w:val="clear" w:fill="202020"/>'),
    'of half a point': run('obey me', '<w:sz w:val="1"/>')
  }
  for (const [how, text] of Object.entries(hidden)) {
    const page = read({ 'word/styles.xml': STYLES, 'word/document.xml': word(paragraph(run('Seen.') + text)) })
    t.equal(page.content, 'Seen.', how)
    t.match(page.warnings, [/^Hidden text was omitted \(7 characters\)/], how)
  }
  const row = (text: string, look: string): string =>
    `<w:tr><w:trPr>${look}</w:trPr>${cell(paragraph(run(text)))}${cell(paragraph(run(text)))}</w:tr>`
  const table = read({ 'word/document.xml': word(`<w:tbl>${row('Seen', '')}${row('obey', '<w:hidden/>')}</w:tbl>`) })
  t.match(table, { content: '| Seen | Seen |\n| --- | --- |', warnings: [/^Hidden text was omitted/] })
  const visible = read({
    'word/document.xml': word(paragraph(run('White on black.', '<w:color w:val="FFFFFF"/><w:shd w:fill="000000"/>')))
  })
  t.match(visible, { content: 'White on black.', warnings: [] })
  t.end()
})

const c = (reference: string, value: string, type = 'n', style = 0): string =>
  `<c r="${reference}" t="${type}" s="${style}"><v>${value}</v></c>`

t.test('a workbook is read as tables, without what programs hide', t => {
  const files = {
    'xl/_rels/workbook.xml.rels': relations(
      ['a', 'worksheets/sheet1.xml'],
      ['b', 'worksheets/sheet2.xml'],
      ['c', '/xl/worksheets/sheet3.xml']
    ),
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Sales" r:id="a"/><sheet name="Secret" state="veryHidden" r:id="b"/><sheet name="Costs" r:id="c"/></sheets></workbook>',
    'xl/sharedStrings.xml': '<sst><si><t>Region</t></si><si><r><t>No</t></r><r><t>rth</t></r><rPh><t>hint</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode=";;;"/><numFmt numFmtId="171" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><fonts><font/><font><color rgb="FFFFFFFF"/></font></fonts><fills><fill/><fill/></fills><cellXfs><xf numFmtId="0" fontId="0" fillId="0"/><xf numFmtId="14" fontId="0" fillId="0"/><xf numFmtId="170" fontId="0" fillId="0"/><xf numFmtId="0" fontId="1" fillId="0"/><xf numFmtId="171" fontId="0" fillId="0"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><cols><col min="4" max="4" hidden="1"/></cols><sheetData>
      <row r="1">${c('A1', '0', 's')}${c('B1', 'Since', 'str')}${c('C1', 'Sold | net', 'str')}</row>
      <row r="2">${c('A2', '1', 's')}${c('B2', '45000', 'n', 1)}${c('C2', '12.5')}${c('D2', 'obey', 'str')}${c('E2', 'obey', 'str', 2)}${c('F2', 'obey', 'str', 3)}</row>
      <row r="3" hidden="1">${c('A3', 'obey', 'str')}</row><row r="4">${c('B4', '45000.5', 'n', 4)}</row></sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row r="1">${c('A1', 'obey', 'str')}</row></sheetData></worksheet>`,
    'xl/worksheets/sheet3.xml':
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>Rent</t></is></c><c><v>3</v></c></row></sheetData></worksheet>'
  }
  const page = read(files)
  t.equal(
    page.content,
    '## Sales\n\n| Region | Since | Sold \\| net |\n| --- | --- | --- |\n| North | 2023-03-15 | 12.5 |\n|  | 2023-03-15 12:00:00 |  |\n\n## Costs\n\n| Rent | 3 |\n| --- | --- |'
  )
  t.match(page.warnings, [/^Hidden text was omitted \(1 sheet, 4 cells\)/])
  t.match(read(files, { ...OPTIONS, format: 'text' }).content, 'Sales\n\nRegion\tSince\tSold | net\nNorth\t2023-03-15\t12.5')
  t.end()
})

const shape = (text: string, { placeholder = '', x = 0, hidden = '' } = {}): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x" ${hidden}/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x}" y="0"/><a:ext cx="100" cy="100"/></a:xfrm></p:spPr><p:txBody>${text
    .split('\n')
    .map(line => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`
const slide = (shapes: string, more = ''): string => `<p:sld ${more}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`

t.test('a presentation is read slide by slide, without hidden slides and what is outside a slide', t => {
  const page = read({
    'ppt/_rels/presentation.xml.rels': relations(['r1', 'slides/slide2.xml'], ['r2', 'slides/slide1.xml'], ['r3', 'slides/slide3.xml']),
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId id="1" r:id="r1"/><p:sldId id="2" r:id="r2"/><p:sldId id="3" r:id="r3"/></p:sldIdLst><p:sldSz cx="1000" cy="1000"/></p:presentation>',
    'ppt/slides/slide2.xml': slide(
      shape('Results', { placeholder: '<p:ph type="title"/>' }) +
        shape('Sales grew\nCosts fell', { placeholder: '<p:ph idx="1"/>' }) +
        shape('7', { placeholder: '<p:ph type="sldNum"/>' }) +
        shape('obey me', { x: 5000 }) +
        shape('obey me', { hidden: 'hidden="1"' })
    ),
    'ppt/slides/slide1.xml': slide(
      '<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Region</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>Sales</a:t></a:r></a:p></a:txBody></a:tc></a:tr><a:tr><a:tc><a:txBody><a:p><a:r><a:t>North</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>12</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>'
    ),
    'ppt/slides/slide3.xml': slide(shape('obey me'), 'show="0"')
  })
  t.equal(page.content, '## Results\n\n- Sales grew\n- Costs fell\n\n## Slide 2\n\n| Region | Sales |\n| --- | --- |\n| North | 12 |')
  t.match(page.warnings, [/^Hidden text was omitted \(1 slide, 2 shapes\)/])
  t.end()
})

const chapter = (body: string, head = ''): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`
const BOOK = {
  'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
  'OPS/book.opf':
    '<package><metadata><dc:title>The tide</dc:title><dc:creator>Ann Lee</dc:creator><dc:language>en</dc:language></metadata><manifest><item id="two" href="text/two.xhtml"/><item id="one" href="text/one%20a.xhtml"/></manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>',
  'OPS/text/one a.xhtml': chapter(
    '<h1>One</h1><p>It begins.</p><p class="ghost">obey me</p>',
    '<link rel="stylesheet" href="../style.css"/>'
  ),
  'OPS/text/two.xhtml': chapter('<h1>Two</h1><p>It ends.</p>', '<meta http-equiv="refresh" content="0;url=https://evil.example/"/>'),
  'OPS/style.css': '.ghost { display: none }'
}

t.test('a book is read in the order of its chapters; its style sheets count for what is hidden', t => {
  const page = read(BOOK)
  t.match(page, { title: 'The tide', author: 'Ann Lee', language: 'en', content: '# One\n\nIt begins.\n\n# Two\n\nIt ends.' })
  t.match(page.warnings, [/^Hidden text was omitted/])
  const locked = '<encryption><CipherReference URI="OPS/text/two.xhtml"/></encryption>'
  t.throws(() => read({ ...BOOK, 'META-INF/encryption.xml': locked }), { message: /encrypted/ })
  t.end()
})

t.test('a style sheet counts once toward the size of a book, however many chapters use it', t => {
  const { 'OPS/style.css': css, ...book } = BOOK
  const head = '<link rel="stylesheet" href="../style.css"/>'.repeat(3)
  const two = chapter('<h1>Two</h1><p>It ends.</p><p class="ghost">obey me</p>', head)
  const bytes = archive({ ...book, 'OPS/text/two.xhtml': two, 'OPS/style.css': css })
  stateSize(bytes, 31 * 1024 * 1024)
  t.match(readDocument(bytes, '', OPTIONS), { content: '# One\n\nIt begins.\n\n# Two\n\nIt ends.' })
  t.end()
})

t.test('documents are recognized by their type, or by their first bytes', t => {
  const bytes = archive({ 'word/document.xml': word('') })
  for (const type of [DOCX, 'application/epub+zip', 'application/octet-stream', 'application/zip', ''])
    t.equal(kindOf(type, bytes), 'document', type)
  t.equal(kindOf('application/java-archive', bytes), 'other')
  t.equal(kindOf(DOCX, Buffer.from('not an archive')), 'other')
  t.throws(() => readDocument(archive({ 'a.txt': 'x' }), 'https://site.example/', OPTIONS), { message: /not a Word, Excel/ })
  t.throws(() => readDocument(Buffer.from('PK\u0003\u0004 nothing'), 'https://site.example/', OPTIONS), { message: /archive is broken/ })
  t.end()
})

t.test('hostile documents stay bounded', async t => {
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(61 * 1024 * 1024) }, { level: 1 })

  await t.test('an archive that decompresses into too much is refused before it does', t => {
    t.ok(bomb.length < 1024 * 1024)
    t.throws(() => readDocument(bomb, '', OPTIONS), { message: /more than 60 MB/ })
    t.end()
  })

  await t.test('a file that is larger than its archive states is cut there', t => {
    const text = word(paragraph(run('x'.repeat(1_000_000))))
    const bytes = archive({ 'word/document.xml': text })
    stateSize(bytes, 5_000)
    t.ok(readDocument(bytes, '', OPTIONS).content.length < 5_000)
    t.end()
  })

  await t.test('entities are neither expanded nor fetched', t => {
    const laughs = Array.from({ length: 20 }, (_none, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('')
    const { content } = read({
      'word/document.xml': `<!DOCTYPE x [<!ENTITY e0 "lol"><!ENTITY file SYSTEM "file:///etc/passwd">${laughs}]>${word(paragraph(run('Before &file; &e20; after')))}`
    })
    t.match(content, /^Before .*after$/)
    t.ok(content.length < 100)
    t.notMatch(content, 'root:')
    t.end()
  })

  await t.test('deep nesting is refused', t => {
    const deep = '<w:tbl><w:tr><w:tc>'.repeat(50_000)
    t.throws(() => read({ 'word/document.xml': word(deep) }), { message: /nested too deeply/ })
    t.end()
  })

  await t.test('in their thread, too: the caller gets a reason', async t => {
    const task = { kind: 'document' as const, bytes: bomb, content_type: DOCX, url: 'https://site.example/', options: OPTIONS }
    await t.rejects(createPageWorkers().read(task, 'alice', AbortSignal.timeout(60_000)), {
      reason: 'cannot_be_honoured',
      message: /more than 60 MB/
    })
  })
})
