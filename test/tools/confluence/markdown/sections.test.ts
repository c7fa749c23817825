import t from 'tap'
import { MODES, openWiki, pageNamed } from '../../../helpers/confluence.ts'

const PAGE =
  '<ac:layout><ac:layout-section ac:type="single"><ac:layout-cell><h1 local-id="a">Guide &amp; rules</h1>\n<p>Intro <!-- kept --></p><h2>Setup</h2><p local-id="b">Run it.</p><ac:structured-macro ac:name="toc" ac:macro-id="m" /><h3>Details</h3><p>More.</p><h2>Usage</h2><p>Use it.</p></ac:layout-cell><ac:layout-cell><h2>Setup</h2><p>Again.</p></ac:layout-cell></ac:layout-section></ac:layout>'

for (const mode of MODES)
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode })
    const { call } = wiki
    let number = 0
    const change = async (input: object, storage = PAGE) => {
      const title = `Page ${++number}`
      const page_id = (await call('create_page', { title, space_key: 'PLAY', content: storage })).data.id
      const { status, data, error, metadata } = await call('update_section', { page_id, expected_version: 1, ...input })
      const body = pageNamed(wiki, title).versions.at(-1)?.body ?? ''
      return { status, data, error, metadata, body }
    }

    t.test('a section is replaced, and every byte outside of it stays', async t => {
      const { body, data } = await change({ heading: 'usage', content: 'Use it *well*.\n\n- [ ] try' })
      const [before, after] = PAGE.split('<p>Use it.</p>')
      t.ok(body.startsWith(before ?? '-') && body.endsWith(after ?? '-'), body)
      t.match(body, '<p>Use it <em>well</em>.</p><ac:task-list>')
      t.match(data, { changed: true, heading: 'usage', version: { number: 2 } })
    })

    t.test('what is the same in the section keeps its bytes, and a repeated heading is not doubled', async t => {
      const content =
        '## Setup\n\nRun it *now*.\n\n```{=storage}\n<ac:structured-macro ac:name="toc" ac:macro-id="m" />\n```\n\n### Details\n\nMore.'
      const { body } = await change({ heading: '## Setup', occurrence: 1, content })
      t.equal(body, PAGE.replace('Run it.', 'Run it <em>now</em>.'))
    })

    t.test('text is appended, prepended and inserted', async t => {
      const at = async (position: string, heading = 'Usage') =>
        (await change({ heading, position, content: '<p>New</p>', content_format: 'storage' })).body
      t.equal(await at('append'), PAGE.replace('<p>Use it.</p>', '<p>Use it.</p><p>New</p>'))
      t.equal(await at('prepend'), PAGE.replace('<p>Use it.</p>', '<p>New</p><p>Use it.</p>'))
      t.equal(await at('before'), PAGE.replace('<h2>Usage</h2>', '<p>New</p><h2>Usage</h2>'))
      t.equal(await at('append', 'Guide & rules'), PAGE.replace('<p>Use it.</p>', '<p>Use it.</p><p>New</p>'), 'with its subsections')
      t.match(
        (await change({ heading: 'Usage', position: 'before', content: '## Other\n\nText' })).body,
        '<h2>Other</h2>\n<p>Text</p>\n<h2>Usage</h2>'
      )
    })

    t.test('a heading that is missing, several or stale is refused, and nothing is written', async t => {
      const missing = await change({ heading: 'Nope', content: 'x' })
      t.match(
        [missing.status, missing.error],
        [400, { details: { issues: [{ path: 'heading', expected: /Guide & rules; Setup; Details; Usage/ }] } }]
      )
      const several = await change({ heading: 'Setup', content: 'x' })
      t.match([several.status, several.error], [409, { details: { reason: 'text_not_unique', suggestions: [/1 to 2/] } }])
      const stale = await change({ heading: 'Usage', content: 'x', expected_version: 7 })
      t.match([stale.status, stale.error], [409, { details: { reason: 'version_conflict', current: { number: 1 } } }])
      for (const { body } of [missing, several, stale]) t.equal(body, PAGE)
    })

    t.test('a marked block is removed only with the version that was read; content that is not well-formed is refused', async t => {
      const blind = await change({ heading: 'Setup', occurrence: 1, content: 'x', expected_version: undefined })
      t.match([blind.status, blind.error], [422, { message: /would destroy/ }])
      t.equal(blind.body, PAGE)
      t.match((await change({ heading: 'Setup', occurrence: 1, content: 'x' })).body, '<h2>Setup</h2><p local-id="b">x</p><h2>Usage</h2>')
      const broken = await change({ heading: 'Usage', content: '<p>x', content_format: 'storage' })
      t.match([broken.status, broken.body], [400, PAGE])
    })

    t.test('a section that is the same writes no version', async t => {
      const { data, metadata, body } = await change({ heading: 'Usage', content: 'Use it.' })
      t.match(data, { changed: false, version: { number: 1 } })
      t.match(metadata.warnings, [/no version was written/])
      t.equal(body, PAGE)
    })
  })
