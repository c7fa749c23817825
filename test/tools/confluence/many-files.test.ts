import t from 'tap'
import { MODES, openWiki, pageNamed } from '../../helpers/confluence.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

for (const mode of MODES)
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode })
    const { call, app, site } = wiki
    const page_id = pageNamed(wiki, 'Draft notes').id
    const filesOf = (): string[] => [...site.attachments.values()].filter(({ page }) => page.id === page_id).map(({ title }) => title)

    t.test('several files are attached; one that is refused does not stop the others', async t => {
      const files = [
        { filename: 'a.txt', media_type: 'text/plain', content_base64: base64('A') },
        { filename: 'notes.txt', content_base64: base64('other') },
        { filename: 'b.txt', content_base64: base64('B') }
      ]
      const { status, data, metadata } = await call('upload_attachments', { page_id, files, if_exists: 'refuse' })
      t.equal(status, 201)
      t.match(data, {
        attached: 2,
        failed: 1,
        items: [
          { filename: 'a.txt', created: true, error: null },
          { filename: 'notes.txt', attachment_id: null, error: { reason: 'already_exists', outcome: 'not_executed' } },
          { filename: 'b.txt', created: true }
        ]
      })
      t.match(metadata.warnings, [/1 of 3 files/])
      t.ok(['a.txt', 'b.txt'].every(name => filesOf().includes(name)))
      t.match((await call('upload_attachments', { page_id, files: files.slice(1, 2) })).data.items, [{ created: false, version: 2 }])
    })

    t.test('incomplete base64 is refused before any file is sent', async t => {
      const files = [
        { filename: 'c.txt', content_base64: base64('C') },
        { filename: 'd.txt', content_base64: 'QQ=' }
      ]
      t.match((await call('upload_attachments', { page_id, files })).error.details.issues, [{ path: 'files[1].content_base64' }])
      t.notOk(filesOf().includes('c.txt'))
    })

    t.test('all attachments of a page are one archive', async t => {
      const answer = await app.inject({ url: `/v1/confluence/pages/${page_id}/attachments/archive` })
      t.equal(answer.headers['content-type'], 'application/zip')
      for (const name of filesOf()) t.ok(answer.rawPayload.includes(name), name)
      t.ok(answer.rawPayload.includes('Old.\n'))
    })

    t.test('the images of a page are those in its text, in order, and other attached ones', async t => {
      const files = [{ filename: 'hidden.png', media_type: 'image/png', content_base64: base64('x') }]
      const plan = pageNamed(wiki, 'Release plan').id
      await call('upload_attachments', { page_id: plan, files })
      const { images } = (await call('list_images', { page_id: plan })).data
      t.match(images, [
        { filename: 'diagram.png', is_shown: true, height: '250', media_type: 'image/png', attachment_id: /^att/ },
        { filename: 'hidden.png', is_shown: false }
      ])
      const content =
        '<p><ac:image ac:alt="x"><ri:url ri:value="https://example.com/a.png" /></ac:image></p><ac:image><ri:attachment ri:filename="gone.png" /></ac:image>'
      const id = (await call('create_page', { title: 'Pictures', space_key: 'PLAY', content })).data.id
      t.match((await call('list_images', { page_id: id })).data.images, [
        { url: 'https://example.com/a.png', alt: 'x', attachment_id: null },
        { filename: 'gone.png', attachment_id: null, file_size: null }
      ])
    })

    t.test('a tree is one Markdown document with headings by depth, in order', async t => {
      const answer = await app.inject({ url: '/v1/confluence/tree/markdown?space_key=DOCS' })
      t.match(answer.headers['content-type'], 'text/markdown')
      const headings = answer.body.split('\n').filter(line => /^#{1,3} /.test(line))
      t.match(headings, ['# Documentation Home', '## Documentation', '## Installation', /./])
      t.match(answer.body, '### Troubleshooting\n\n<!-- page 65539 -->\n\nLook into the log.')
      t.match(answer.body, '```sql\nSELECT *')
      t.notMatch(answer.body, 'Retired guide')
    })
  })
