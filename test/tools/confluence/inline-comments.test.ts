import t from 'tap'
import { MODES, openWiki, pageNamed } from '../../helpers/confluence.ts'

for (const mode of MODES)
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode })
    const { call, site } = wiki
    const handbook = pageNamed(wiki, 'Handbook')
    const list = async (input: object = {}) => (await call('list_inline_comments', { page_id: handbook.id, ...input })).data

    t.test('the comments on texts are listed with their text, apart from those below the page', async t => {
      t.match(await list(), { items: [{ text_selection: 'kind', resolution: 'open', resolved: false, body: '<p>To whom?</p>' }] })
      t.strictSame((await list({ resolution: 'resolved' })).items, [])
      t.equal((await list({ resolution: 'open' })).items.length, 1)
      t.strictSame((await call('list_comments', { page_id: handbook.id })).data.items, [])
    })

    if (mode === 'datacenter')
      t.test('what the API of Data Center does not have is refused with an alternative', async t => {
        const added = await call('add_inline_comment', { page_id: handbook.id, text_selection: 'kind', content: '<p>x</p>' })
        t.match([added.status, added.error], [422, { message: /not part of the API of Data Center/, details: { outcome: 'not_executed' } }])
        const [comment] = (await list()).items
        t.equal((await call('resolve_inline_comment', { comment_id: comment.id })).status, 422)
      })
    else {
      t.test('a comment is added to the named occurrence of a text, which gets a marker', async t => {
        const content = '<p>One word and one <strong>word</strong> &amp; more</p><ul><li>word</li></ul>'
        const page_id = (await call('create_page', { title: 'Words', space_key: 'PLAY', content })).data.id
        const add = async (input: object) =>
          await call('add_inline_comment', { page_id, content: 'Why *this*?', content_format: 'markdown', ...input })
        const several = await add({ text_selection: 'word' })
        t.match([several.status, several.error], [409, { details: { reason: 'text_not_unique', suggestions: [/1 to 3/] } }])
        t.match((await add({ text_selection: 'nowhere' })).error.details.issues, [{ path: 'text_selection' }])
        t.match((await add({ text_selection: 'word', occurrence: 4 })).error.details.issues, [{ path: 'occurrence' }])
        const { status, data } = await add({ text_selection: 'word', occurrence: 2 })
        t.equal(status, 201)
        t.match(data, { page_id, text_selection: 'word', resolved: false, body: '<p>Why <em>this</em>?</p>\n' })
        const body = pageNamed(wiki, 'Words').versions.at(-1)?.body
        t.match(body, `<strong><ac:inline-comment-marker ac:ref="${data.marker_ref}">word</ac:inline-comment-marker></strong>`)
        const { value } = (await call('get_page', { page_id, content_format: 'markdown', no_cache: true })).data.body.markdown
        t.match(value, `**<mark data-comment="${data.marker_ref}">word</mark>**`)
        const change = { page_id, content: value.replace('One', 'A'), content_format: 'markdown' }
        t.equal((await call('update_page', change)).status, 200)
        t.equal(pageNamed(wiki, 'Words').versions.at(-1)?.body, body?.replace('One', 'A'), 'an edit of the paragraph keeps the marker')
      })

      t.test('a comment is answered, resolved and reopened', async t => {
        const [{ id }] = (await list()).items
        const reply = await call('reply_to_comment', { comment_id: id, content: '<p>To all.</p>' })
        t.match([reply.status, reply.data], [201, { parent_id: id }])
        t.match(await list({ parent_comment_id: id }), { items: [{ body: '<p>To all.</p>' }] })
        t.match((await call('resolve_inline_comment', { comment_id: id })).data, { resolution: 'resolved', resolved: true })
        t.equal((await list({ resolution: 'resolved' })).items.length, 1)
        t.match((await call('resolve_inline_comment', { comment_id: id, resolved: false })).data, {
          resolution: 'reopened',
          resolved: false
        })
        t.equal((await list({ resolution: 'open' })).items.length, 1)
        t.equal(site.comments.get(id)?.version.body, '<p>To whom?</p>', 'its text stays')
      })

      t.test('a comment below the page cannot be resolved', async t => {
        const [footer] = (await call('list_comments', { page_id: '65540' })).data.items
        t.equal((await call('resolve_inline_comment', { comment_id: footer.id })).status, 404)
      })
    }
  })
