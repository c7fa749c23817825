import t from 'tap'
import { RICH } from '../../../../sandbox/confluence/state/rich.ts'
import { MODES, openWiki, pageNamed } from '../../../helpers/confluence.ts'
import { DOCUMENTS } from './documents.ts'

for (const mode of MODES)
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode })
    const { call, clear, requests } = wiki
    t.afterEach(() => clear())
    const create = async (title: string, content: string): Promise<string> =>
      (await call('create_page', { title, space_key: 'PLAY', content })).data.id
    const read = async (page_id: string, more: object = {}) =>
      (await call('get_page', { page_id, content_format: 'markdown', no_cache: true, ...more })).data
    const bodyOf = (title: string): string => pageNamed(wiki, title).versions.at(-1)?.body ?? ''

    t.test('a page is read as Markdown and written back: its storage is the same', async t => {
      for (const [place, { storage }] of DOCUMENTS.entries()) {
        const page_id = await create(`Document ${place}`, storage)
        const { body, version } = await read(page_id)
        const { status } = await call('update_page', {
          page_id,
          content: body.markdown.value,
          content_format: 'markdown',
          expected_version: version.number
        })
        t.equal(status, 200)
        t.equal(bodyOf(`Document ${place}`), storage)
      }
    })

    t.test('a page with everything keeps all but the edited word; mentions have names on Cloud', async t => {
      const page_id = pageNamed(wiki, 'Release plan').id
      const { value } = (await read(page_id)).body.markdown
      t.match(
        value,
        mode === 'cloud' ? 'Owner: [@Ada Lovelace](user:5b10ac8d82e05b22cc7d4ef5)' : 'Owner: [@5b10ac8d82e05b22cc7d4ef5](user:'
      )
      const content = value.replace('Cut the branch', 'Cut the *release*')
      t.equal((await call('update_page', { page_id, content, content_format: 'markdown' })).status, 200)
      t.equal(bodyOf('Release plan'), RICH.replace('Cut the branch', 'Cut the <em>release</em>'))
    })

    t.test('marked blocks are removed only with the version that was read', async t => {
      const storage = '<p>One</p><ac:structured-macro ac:name="toc" />'
      const page_id = await create('Marked', storage)
      const change = { page_id, content: 'Two', content_format: 'markdown' }
      const { status, error } = await call('update_page', change)
      t.equal(status, 422)
      t.match(error, { message: /would destroy macros of the page: ac:structured-macro/, details: { suggestions: [/marked blocks/] } })
      t.equal(bodyOf('Marked'), storage)
      t.equal((await call('update_page', { ...change, expected_version: 1 })).status, 200)
      t.equal(bodyOf('Marked'), '<p>Two</p>')
    })

    t.test('a marked block that is not well-formed is refused', async t => {
      const page_id = await create('Broken', '<p>One</p>')
      const content = '```{=storage}\n<ac:layout>\n```'
      t.equal((await call('update_page', { page_id, content, content_format: 'markdown' })).status, 400)
    })

    for (const content_format of ['markdown', 'storage'])
      t.test(`the part of a page that was read, as ${content_format}, is not written back as the page`, async t => {
        const paragraphs = Array.from({ length: 40 }, (_none, number) => `<p>Paragraph ${number} of the page.</p>`)
        const title = `Long ${content_format}`
        const page_id = await create(title, paragraphs.join(''))
        const part = (await call('get_page', { page_id, content_format, max_chars: 300, no_cache: true })).data
        const shown: string = part.body[content_format].value
        const update = async (content: string) => await call('update_page', { page_id, content, content_format, expected_version: 1 })
        for (const content of [shown, shown.replace('Paragraph 1 of', 'Paragraph one of')]) {
          const { status, error } = await update(content)
          t.equal(status, 409)
          t.match(error, {
            details: { reason: 'partial_content', outcome: 'not_executed', suggestions: [/confluence_update_section/, /body_offset/] }
          })
        }
        t.strictSame(
          (await requests()).filter(({ method }) => method === 'PUT'),
          []
        )
        t.equal(bodyOf(title), paragraphs.join(''))
        const rest = (await call('get_page', { page_id, content_format, body_offset: part.next_body_offset, no_cache: true })).data
        t.equal((await update(shown + rest.body[content_format].value)).status, 200, 'with the rest, it is the page')
        t.equal(bodyOf(title), paragraphs.join(''))
        await call('get_page', { page_id, content_format, max_chars: 300, no_cache: true })
        await call('get_page', { page_id, content_format, no_cache: true })
        const { status } = await call('update_page', { page_id, content: shown, content_format, expected_version: 2 })
        t.equal(status, 200, 'a caller that read the whole page may shorten it')
      })

    t.test('what a caller by name gets of a long page without max_chars is such a part, too', async t => {
      const paragraphs = Array.from({ length: 1500 }, (_none, number) => `<p>Paragraph ${number} of the "long" page.</p>`)
      const page_id = await create('Very long', paragraphs.join(''))
      const byName = async (name: string, payload: object) =>
        JSON.parse((await wiki.app.inject({ method: 'POST', url: `/v1/operations/confluence_${name}`, payload })).body)
      const { data, metadata } = await byName('get_page', { page_id, content_format: 'markdown' })
      const shown: string = data.body.markdown.value
      t.match(metadata.truncated, { reason: 'size', next: 'next_body_offset' })
      t.equal(data.next_cursor, undefined)
      t.ok(JSON.stringify(data).length > 15_000 && JSON.stringify(data).length <= 20_000, `${JSON.stringify(data).length}`)
      t.match(await byName('update_page', { page_id, content: shown, content_format: 'markdown', expected_version: 1 }), {
        success: false,
        error: { details: { reason: 'partial_content' } }
      })
      let whole = shown
      for (let next = data.next_body_offset; next !== undefined; ) {
        const more = (await byName('get_page', { page_id, content_format: 'markdown', body_offset: next })).data
        whole += more.body.markdown.value
        next = more.next_body_offset
      }
      const update = { page_id, content: whole.replace('Paragraph 1499', 'The last paragraph'), content_format: 'markdown' }
      t.match(await byName('update_page', { ...update, expected_version: 1 }), { success: true })
      t.equal(bodyOf('Very long'), paragraphs.join('').replace('Paragraph 1499', 'The last paragraph'))
    })

    t.test('a page whose storage is not well-formed is read from its view, with a warning', async t => {
      const page_id = await create('Bad', '<p>One</p>')
      const version = pageNamed(wiki, 'Bad').versions.at(-1)
      if (version) version.body = '<p>One<p>Two'
      const { data, metadata } = await call('get_page', { page_id, content_format: 'markdown', no_cache: true })
      t.equal(data.body.markdown.value, 'One\n\nTwo')
      t.match(metadata.warnings, [/must not be written back/])
    })
  })
