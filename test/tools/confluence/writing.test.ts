import t from 'tap'
import { RICH } from '../../../sandbox/confluence/state/rich.ts'
import { MODES, openWiki, pageNamed, throughGateway } from '../../helpers/confluence.ts'

const WAYS = [
  ...MODES.map(mode => ({ name: mode as string, options: { mode } })),
  { name: 'cloud through the gateway', options: { mode: 'cloud' as const, settings: throughGateway } }
]

for (const { name, options } of WAYS) {
  t.test(name, async t => {
    const wiki = await openWiki(t, options)
    const { call, clear, requests, failNext, site } = wiki
    const { mode } = site
    t.afterEach(() => clear())
    const idOf = (title: string): string => pageNamed(wiki, title).id
    const bodyOf = (title: string): string | undefined => pageNamed(wiki, title).versions.at(-1)?.body
    const writes = async () => (await requests()).filter(({ method }) => method !== 'GET')

    t.test('a page is created below the home page, or below a parent, with its labels', async t => {
      const { status, data } = await call('create_page', {
        title: 'First',
        space_key: 'PLAY',
        content: '<p>Hello</p>',
        labels: ['one', 'two']
      })
      t.equal(status, 201)
      t.match(data, {
        title: 'First',
        space: { key: 'PLAY' },
        version: { number: 1 },
        incomplete: null,
        metadata: { labels: [{ name: 'one' }, { name: 'two' }] }
      })
      t.equal(pageNamed(wiki, 'First').parentId, idOf('Playground Home'))
      const below = await call('create_page', {
        title: 'Second',
        space_key: 'PLAY',
        content: 'h1. Hi',
        content_format: 'wiki',
        parent_id: data.id
      })
      t.equal(below.data.parent_id, data.id)
      t.equal(bodyOf('Second'), '<h1>Hi</h1>')
    })

    t.test('a title that is taken is reported as such', async t => {
      const { status, error } = await call('create_page', { title: 'Alpha', space_key: 'PLAY', content: '<p>x</p>' })
      t.equal(status, 409)
      t.match(error, { message: /A page with this title already exists/, details: { reason: 'already_exists', outcome: 'not_executed' } })
      t.notMatch(error.message, /com\.atlassian/)
    })

    t.test('a missing space or parent is reported as such', async t => {
      t.equal((await call('create_page', { title: 'x', space_key: 'NOWHERE', content: '' })).error.details.reason, 'space_not_found')
      t.equal(
        (await call('create_page', { title: 'x', space_key: 'PLAY', parent_id: '42', content: '' })).error.details.reason,
        'page_not_found'
      )
    })

    t.test('a blog post is created', async t => {
      const { data } = await call('create_page', { title: 'News', space_key: 'PLAY', content: '<p>x</p>', content_type: 'blogpost' })
      t.equal(data.type, 'blogpost')
    })

    t.test('a page that was created but could not be labeled is reported with both', async t => {
      await failNext({ method: 'POST', path: '/label' }, { status: 400, body: { message: 'Could not parse Labels' } })
      const { status, data, metadata } = await call('create_page', {
        title: 'Unlabelled',
        space_key: 'PLAY',
        content: '<p>x</p>',
        labels: ['a']
      })
      t.equal(status, 201)
      t.match(data.incomplete, { step: 'labels', reason: 'upstream_refused', message: /Could not parse Labels/ })
      t.match(metadata.warnings, [/later step failed: labels/])
    })

    t.test('an invalid write is refused before any request to Confluence', async t => {
      const wrong = async (input: object) =>
        (await call('create_page', { title: 'x', space_key: 'PLAY', content: '<p>x</p>', ...input })).error.details
      t.match(await wrong({ content_format: 'view' }), {
        issues: [{ path: 'content_format', message: 'cannot be written', expected: /without its macros/ }]
      })
      t.match(await wrong({ content: '<p>one</p>\n<p>two & three</p>' }), {
        issues: [{ path: 'content', message: /not well-formed at line 2, column 9/ }]
      })
      t.match(await wrong({ content: '<p>one<br></p>' }), { issues: [{ path: 'content', message: /line 1, column 14/ }] })
      t.strictSame(await writes(), [])
    })

    t.test('Markdown is converted to storage', async t => {
      const content =
        '# Title\n\nA **word** & <b>tag</b>.\n\n```js\nif (a < b) { } // ]]>\n```\n\n- [ ] x\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![alt](https://x.example/y.png)'
      await call('create_page', { title: 'From Markdown', space_key: 'PLAY', content, content_format: 'markdown' })
      const body = bodyOf('From Markdown') ?? ''
      t.match(body, /^<h1>Title<\/h1>\n<p>A <strong>word<\/strong> &amp; &lt;b&gt;tag&lt;\/b&gt;\.<\/p>/)
      t.match(
        body,
        /<ac:parameter ac:name="language">js<\/ac:parameter><ac:plain-text-body><!\[CDATA\[if \(a < b\) \{ \} \/\/ \]\]\]\]><!\[CDATA\[>/
      )
      t.match(body, /<table>[\s\S]*<ri:url ri:value="https:\/\/x\.example\/y\.png" \/>/)
    })

    t.test('content that was created from Markdown can be replaced by Markdown, even if Confluence gave the macro an id', async t => {
      const content = (word: string): string => `# ${word}\n\n\`\`\`js\n${word} // ]]>\n\`\`\`\n\n![alt](https://x.example/${word}.png)`
      const made = await call('create_page', { title: 'Again', space_key: 'PLAY', content: content('one'), content_format: 'markdown' })
      const change = async (word: string) =>
        await call('update_page', { page_id: made.data.id, content: content(word), content_format: 'markdown' })
      t.equal((await change('two')).status, 200)
      const last = pageNamed(wiki, 'Again').versions.at(-1)
      if (last) last.body = last.body.replace('ac:name="code"', 'ac:name="code" ac:schema-version="1" ac:macro-id="c9a2a1f0-0009"')
      t.equal((await change('three')).status, 200)
      t.match(bodyOf('Again'), /^<h1>three<\/h1>/)
      if (last) pageNamed(wiki, 'Again').versions.push({ ...last, number: 4, body: `${last.body}<ac:structured-macro ac:name="toc" />` })
      t.match((await change('four')).error.message, /would destroy.*ac:structured-macro/)
    })

    t.test('a macro in Markdown is refused, because it would become text; in a code block it is text', async t => {
      const macro = '<ac:structured-macro ac:name="toc" />'
      const shown = `Write \`${macro}\` or\n\n\`\`\`\n${macro}\n\`\`\``
      for (const content of [
        `${macro}\n\nhi`,
        `Look: ${macro}`,
        '- <ri:page ri:content-title="x" />',
        'see <ac:link> here',
        '# a </ac:layout>'
      ]) {
        const page = await call('update_page', { page_id: idOf('Installation'), content, content_format: 'markdown' })
        t.match(page, { status: 400, error: { details: { issues: [{ path: 'content', message: /Markdown cannot express/ }] } } }, content)
      }
      t.equal((await call('add_comment', { page_id: idOf('Installation'), content: macro, content_format: 'markdown' })).status, 400)
      t.strictSame(await writes(), [])
      t.equal(
        (await call('create_page', { title: 'On macros', space_key: 'PLAY', content: shown, content_format: 'markdown' })).status,
        201
      )
    })

    t.test('characters that XML forbids are refused before sending, with their position', async t => {
      const refused = async (content: string) =>
        (await call('create_page', { title: 'x', space_key: 'PLAY', content })).error.details.issues?.[0].message
      t.match(await refused('<p>a</p>\n<p>b\u0008c</p>'), /line 2, column 5: a character that XML forbids \(U\+0008\)/)
      t.match(await refused('<p>\ud800</p>'), /line 1, column 4: .*U\+d800/)
      t.match(await refused('<p>x</p><p class="a" id="b" class="c">x</p>'), /line 1, column 9: the attribute class is set twice/)
      t.match(await refused('<p>a ]]> b</p>'), /line 1, column 6: \]\]> in text/)
      t.strictSame(await writes(), [])
      const fine = '<p title="a=&quot;1&quot;">a\u0085 ]]&gt; 🚀</p><!-- ]]> --><pre><![CDATA[ a="1" a="2" ]]></pre>'
      t.equal((await call('create_page', { title: 'Fine', space_key: 'PLAY', content: fine })).status, 201)
    })

    t.test('reading, changing one word and writing leaves every other byte unchanged', async t => {
      const page_id = idOf('Release plan')
      const { data } = await call('get_page', { page_id, no_cache: true })
      t.equal(data.body.storage.value, RICH)
      const content = data.body.storage.value.replace('Cut the branch', 'Cut the release')
      const { status } = await call('update_page', { page_id, content, expected_version: data.version.number })
      t.equal(status, 200)
      t.equal(bodyOf('Release plan'), RICH.replace('Cut the branch', 'Cut the release'))
      t.equal((await call('get_page', { page_id })).data.body.storage.value, content)
    })

    t.test('Markdown that would replace macros is refused, and they are named', async t => {
      const { status, error } = await call('update_page', { page_id: idOf('Release plan'), content: '# x', content_format: 'markdown' })
      t.equal(status, 422)
      t.match(error, { message: /ac:layout/, details: { reason: 'cannot_be_honoured' } })
      t.strictSame(await writes(), [])
    })

    t.test('a title alone is changed: the body stays, and the version is the next one', async t => {
      const { data } = await call('update_page', { page_title: 'Edit me', space_key: 'PLAY', title: 'Edited', version_message: 'why' })
      t.match(data, { title: 'Edited', version: { number: 3, message: 'why' }, metadata: { labels: [{ name: 'try' }] } })
      t.equal(bodyOf('Edited'), '<p>The second version.</p>')
      const [write] = await writes()
      t.match(
        write?.body,
        mode === 'cloud'
          ? { id: data.id, status: 'current', title: 'Edited', body: {}, version: { number: 3 } }
          : { type: 'page', title: 'Edited', version: { number: 3 } }
      )
    })

    t.test('labels alone create no version, and remove none', async t => {
      const { data } = await call('update_page', { page_id: idOf('Alpha'), labels: ['further'] })
      t.strictSame([data.version.number, data.metadata.labels.map((label: { name: string }) => label.name)], [1, ['later', 'further']])
      t.equal((await writes()).length, 1)
    })

    t.test('a version that the caller has not read is not overwritten', async t => {
      const { status, error } = await call('update_page', { page_id: idOf('Installation'), content: '<p>x</p>', expected_version: 2 })
      t.equal(status, 409)
      t.match(error, {
        message: /is at version 3, changed by/,
        details: {
          reason: 'version_conflict',
          outcome: 'not_executed',
          current: { number: 3, by: mode === 'cloud' ? { account_id: /5b10/ } : { username: 'bea' } }
        }
      })
      t.strictSame(await writes(), [])
    })

    t.test('the first of two writers wins: the conflict reports the newest known version, and is not retried', async t => {
      const words =
        mode === 'cloud' ? 'Current Version: [7]. Provided version: [2]' : 'Version must be incremented on update. Current version is: 7'
      const body =
        mode === 'cloud'
          ? { errors: [{ status: '409', code: 'CONFLICT', title: words, detail: null }] }
          : { statusCode: 409, message: `com.atlassian.ConflictException: ${words}` }
      await failNext({ method: 'PUT' }, { status: 409, body })
      const { status, error } = await call('update_page', { page_id: idOf('Beta'), title: 'Beta two' })
      t.equal(status, 409)
      t.match(error.details, { reason: 'version_conflict', current: { number: 7 }, upstream: { message: words } })
      t.equal((await writes()).length, 1)
    })

    t.test('a write whose response was lost is not sent again', async t => {
      await failNext({ method: 'PUT' }, { cut: true, after: true })
      const { error } = await call('update_page', { page_id: idOf('Gamma'), content: '<p>written</p>' })
      t.match(error.details, { outcome: 'unknown' })
      t.equal(bodyOf('Gamma'), '<p>written</p>')
      t.equal((await writes()).length, 1)
    })

    t.test('a written page is read fresh, whatever was cached before', async t => {
      const page_id = idOf('Draft notes')
      await call('get_page', { page_id })
      await call('update_page', { page_id, content: '<p>new</p>' })
      t.equal((await call('get_page', { page_id })).data.body.storage.value, '<p>new</p>')
    })

    t.test('versions are listed, compared and restored', async t => {
      const page_id = idOf('Installation')
      const { data } = await call('list_versions', { page_id, limit: 2 })
      t.match(data, { items: [{ number: 3, message: 'Change 2' }, { number: 2 }], next_cursor: String })
      const rest = await call('list_versions', { page_id, limit: 2, cursor: data.next_cursor })
      t.match(rest.data, { items: [{ number: 1 }], next_cursor: null })
      const compared = await call('compare_versions', { page_id, from_version: 1, to_version: 2 })
      t.match(compared.data, { identical: false, added: 1, removed: 1, diff: /-<p>Install it\.<\/p>\n\+<p>Install it with care\.<\/p>/ })
      t.match((await call('compare_versions', { page_id, from_version: 3 })).data, { identical: true, diff: '', added: 0 })
      const restored = await call('restore_version', { page_id: idOf('Restore me'), version: 1, expected_version: 2 })
      t.match(restored.data, { version: { number: 3, message: 'Restored version 1' } })
      t.equal(bodyOf('Restore me'), '<p>The first version.</p>')
      t.equal((await call('restore_version', { page_id: idOf('Restore me'), version: 1, expected_version: 2 })).status, 409)
    })

    t.test('a page is moved to the trash, and deleted from there permanently', async t => {
      const page_id = idOf('Delete me')
      t.match((await call('delete_page', { page_id })).data, { title: 'Delete me', deleted: true, purged: false })
      t.match((await call('get_page', { page_id })).data, { status: 'trashed' })
      t.match((await call('delete_page', { page_id })).error, { message: /already in the trash/, details: { reason: 'page_not_found' } })
      t.match((await call('delete_page', { page_id, purge: true })).data, { purged: true, incomplete: null })
      t.equal((await call('get_page', { page_id })).status, 404)
    })

    t.test('a page is moved below another one, and to another space as far as this Confluence supports it', async t => {
      const page_id = idOf('Move me')
      t.match((await call('move_page', { page_id, target_id: idOf('Shelf') })).data, { parent_id: idOf('Shelf'), title: 'Move me' })
      const beside = await call('move_page', { page_id, target_id: idOf('Alpha'), position: 'before' })
      const away = await call('move_page', { page_id, space_key: 'HR' })
      const isPlain = name === 'cloud'
      t.strictSame([beside.status, away.status], [isPlain ? 200 : 422, name.includes('gateway') ? 422 : 200])
      if (away.status === 200) t.equal(pageNamed(wiki, 'Move me').space.key, 'HR')
    })

    t.test('a page is copied with its labels, and omitted parts are reported', async t => {
      const { data, status, metadata } = await call('copy_page', { page_id: idOf('Copy me'), title: 'The copy', parent_id: idOf('Target') })
      t.equal(status, 201)
      t.match(data, { title: 'The copy', parent_id: idOf('Target') })
      t.strictSame([bodyOf('The copy'), pageNamed(wiki, 'The copy').labels], ['<p>The second version.</p>', ['try']])
      t.equal((metadata.warnings ?? []).length, name === 'cloud' ? 0 : 1)
    })

    t.test('children, ancestors and the tree are returned in their order', async t => {
      const titles = (items: { title: string }[]): string[] => items.map(({ title }) => title)
      t.strictSame(titles((await call('list_children', { page_id: idOf('Documentation Home') })).data.items), [
        'Installation',
        'Release plan'
      ])
      t.strictSame(titles((await call('list_ancestors', { page_id: idOf('Troubleshooting') })).data.items), [
        'Documentation Home',
        'Installation'
      ])
      const { nodes } = (await call('get_page_tree', { space_key: 'DOCS' })).data
      t.strictSame(
        nodes.map(({ title, depth }: { title: string; depth: number }) => [title, depth]),
        [
          ['Documentation Home', 0],
          ['Installation', 1],
          ['Troubleshooting', 2],
          ['Release plan', 1]
        ]
      )
      t.equal((await call('get_page_tree', { page_id: idOf('Documentation Home'), depth: 1 })).data.count, 3)
      t.equal((await call('get_page_tree', { space_key: 'ENG' })).data.count, 131)
    })

    t.test('a tree shows the number of pages below one whose children it omits', async t => {
      const page_id = idOf('Documentation Home')
      const above = ['1', page_id, idOf('Installation')]
      const hidden = {
        id: '9',
        title: 'x',
        status: 'current',
        type: 'page',
        parentId: above[2],
        depth: 2,
        ancestors: above.map(id => ({ id }))
      }
      await failNext({ path: '/descendant' }, { status: 200, body: { results: [hidden] } })
      const { data, metadata } = await call('get_page_tree', { page_id })
      t.equal(data.count, 1)
      t.match(metadata.warnings, [/^Omitted: 1 page below/])
    })

    t.test('a tree that is truncated at its limit still reports what it omitted before', async t => {
      const [whole, large] = [idOf('Alpha'), idOf('Beta')]
      const below = (parent: string, number: number) => ({
        id: `9${number}`,
        title: 'x',
        status: 'current',
        type: 'page',
        parentId: parent,
        depth: 1,
        ancestors: [{ id: parent }]
      })
      const roots = [whole, large].map(id => ({ id, title: 'x', status: 'current' }))
      const many = Array.from({ length: 1001 }, (_, number) => below(large, number))
      await failNext({ path: '/spaces/\\d+/pages|/content/page' }, { status: 200, body: { results: roots } })
      await failNext({ path: `/${whole}/descendant` }, { status: 200, body: { results: [below('77', 0)] } })
      await failNext({ path: `/${large}/descendant` }, { status: 200, body: { results: many } })
      const { data, metadata } = await call('get_page_tree', { space_key: 'PLAY' })
      t.equal(data.count, 1000)
      t.match(metadata, { truncated: { reason: 'limit' }, warnings: [/^Omitted: 1 page below/] })
    })

    t.test('labels are added and removed one by one', async t => {
      const page_id = idOf('Label me')
      t.match((await call('add_labels', { page_id, labels: ['Big'] })).data, { labels: [{ name: 'try' }, { name: 'big' }], changed: true })
      t.match((await call('add_labels', { page_id, labels: ['big'] })).data, { changed: false })
      t.match((await call('list_labels', { page_id })).data, { items: [{ name: 'try', prefix: 'global' }, { name: 'big' }] })
      t.match((await call('remove_label', { page_id, label: 'try' })).data, { labels: [{ name: 'big' }] })
      t.equal((await call('remove_label', { page_id, label: 'try' })).status, 404)
      t.match((await call('remove_label', { page_id, label: 'BIG' })).data, { labels: [], changed: true })
      t.strictSame(pageNamed(wiki, 'Label me').labels, [])
      t.equal((await call('add_labels', { page_id, labels: ['two words'] })).status, 400)
    })

    t.test('comments are read, created and replied to', async t => {
      const page_id = idOf('Release plan')
      const { items } = (await call('list_comments', { page_id })).data
      t.match(items, [{ page_id, parent_id: null, body: '<p>When is this due?</p>', version: { number: 1 } }])
      const replies = (await call('list_comments', { page_id, parent_comment_id: items[0].id })).data.items
      t.match(replies, [{ parent_id: items[0].id, body: '<p>In March.</p>' }])
      const within = [...site.comments.values()].map(one => ({ ...one, id: `9${one.id}`, parentId: null, location: 'inline' as const }))
      for (const one of within) site.comments.set(one.id, one)
      t.equal((await call('list_comments', { page_id })).data.items.length, 1, 'inline comments are not returned')
      const made = await call('add_comment', { page_id, content: 'Is *it*?', content_format: 'markdown' })
      t.match(made, { status: 201, data: { page_id, parent_id: null, body: '<p>Is <em>it</em>?</p>\n' } })
      const answer = await call('reply_to_comment', { comment_id: made.data.id, content: '<p>Yes</p>' })
      t.match(answer, { status: 201, data: { page_id, parent_id: made.data.id, body: '<p>Yes</p>' } })
    })

    t.test('people are found by name, and one is described', async t => {
      const { items } = (await call('search_users', { query: 'bea' })).data
      t.match(items, [
        {
          display_name: 'Bea Builder',
          ...(mode === 'cloud' ? { account_id: /5b10/, username: null } : { username: 'bea', account_id: null })
        }
      ])
      t.match((await call('get_current_user')).data, { display_name: 'Ada Lovelace' })
    })
  })
}
