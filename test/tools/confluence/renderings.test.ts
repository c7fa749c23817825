import t from 'tap'
import { byteSize } from '../../../src/lib/format.ts'
import { openWiki, pageNamed } from '../../helpers/confluence.ts'

const ADA = '5b10ac8d82e05b22cc7d4ef5'
const BEA = '5b10ac8d82e05b22cc7d4ef6'
const WIKI = 'https://wiki.example.com/wiki'

/** Responses for an assistant, character by character, as REST returns them for Accept: text/markdown. */
t.test('renderings', async t => {
  const wiki = await openWiki(t)
  const { call, clear, failNext, site, address } = wiki
  t.afterEach(() => clear())
  const idOf = (title: string): string => pageNamed(wiki, title).id
  const markdownOf = async (name: string, input: Record<string, unknown> = {}): Promise<string> => {
    const { text, headers } = await call(name, input, { accept: 'text/markdown' })
    t.equal(headers['content-type'], 'text/markdown; charset=utf-8')
    return text.replaceAll(address, 'https://wiki.example.com')
  }

  const HEAD = [
    '# Installation (`65538`)',
    '',
    '- **Space**: Documentation (DOCS)',
    '- **Type**: page',
    `- **Version**: 3, 2026-01-09 09:00 UTC, by ${BEA}: Change 2`,
    `- **Created**: 2026-01-07 09:00 UTC, by ${ADA}`,
    '- **Labels**: guide, install',
    '- **Below**: 65537',
    `- **URL**: ${WIKI}/spaces/DOCS/pages/65538/Installation`
  ]

  t.test('a page has its title, its properties, and its body in storage as fenced HTML', async t => {
    const body = '<h2>Before you begin</h2><p>You need Node &amp; a shell.</p><h2>Steps</h2><ol><li>Clone</li><li>Start</li></ol>'
    t.equal(await markdownOf('get_page', { page_id: '65538' }), [...HEAD, '', '```html', body, '```', ''].join('\n'))
  })

  t.test('a page without its body is its summary', async t => {
    t.equal(await markdownOf('get_page', { page_id: '65538', content_format: 'none' }), [...HEAD, ''].join('\n'))
  })

  t.test('a page in view is fenced HTML, and Markdown is unchanged', async t => {
    const [head] = (await markdownOf('get_page', { page_id: '65539', content_format: 'none' })).split(/\n$/)
    const view = '<p>Look into the log. Say "please" to the C:\\temp folder.</p>'
    t.equal(await markdownOf('get_page', { page_id: '65539', content_format: 'view' }), `${head}\n\n\`\`\`html\n${view}\n\`\`\`\n`)
    const markdown = 'Look into the log. Say "please" to the C:\\\\temp folder.'
    t.equal(await markdownOf('get_page', { page_id: '65539', content_format: 'markdown' }), `${head}\n\n${markdown}\n`)
  })

  t.test('properties of a page are status, type, ancestors, children, and names of authors if they are expanded', async t => {
    const text = await markdownOf('get_page', { page_id: '65538', content_format: 'none', expand: ['ancestors', 'children', 'users'] })
    t.match(text, '\n- **Version**: 3, 2026-01-09 09:00 UTC, by Bea Builder: Change 2\n')
    t.match(text, '\n- **Created**: 2026-01-07 09:00 UTC, by Ada Lovelace\n')
    t.match(text, '\n- **Below**: Documentation Home\n- **Children**: Troubleshooting (`65539`)\n')
    t.match(await markdownOf('get_page', { page_id: idOf('Retired guide'), content_format: 'none' }), '\n- **Type**: page, archived\n')
    t.match(await markdownOf('get_page', { page_id: idOf('What is new'), content_format: 'none' }), '\n- **Type**: blogpost\n')
  })

  t.test('a list of pages has title, id, space, version and date', async t => {
    t.equal(
      await markdownOf('list_pages', { space_keys: ['DOCS', 'HR'], order_by: 'title', limit: 100 }),
      [
        '5 pages:',
        '',
        '- **Documentation Home** (`65537`) in DOCS, version 1, 2026-01-06 09:00 UTC',
        '- **Installation** (`65538`) in DOCS, version 3, 2026-01-09 09:00 UTC',
        `- **People and Pay Home** (\`${idOf('People and Pay Home')}\`) in HR, version 1, 2026-05-27 09:00 UTC`,
        '- **Release plan** (`65540`) in DOCS, version 1, 2026-01-09 09:00 UTC',
        '- **Troubleshooting** (`65539`) in DOCS, version 1, 2026-01-08 09:00 UTC',
        ''
      ].join('\n')
    )
  })

  t.test('a list of pages with their bodies has the beginning of each in one line, with a truncation mark', async t => {
    const text = await markdownOf('list_pages', { space_key: 'DOCS', order_by: 'title', include_body: true })
    t.match(text, '09:00 UTC\n  <h1>Documentation</h1><p>Welcome.</p>\n- **Installation**')
    const [, shown = ''] = /\*\*Release plan\*\*.*\n {2}(.*)\n/.exec(text) ?? []
    t.match(shown, /^<ac:layout><ac:layout-section .*…$/)
    t.equal(shown.length, 201)
  })

  t.test('a list that continues ends with its cursor, and an empty one says so', async t => {
    const { next_cursor } = (await call('list_pages', { space_key: 'DOCS', order_by: 'title', limit: 1 })).data
    const text = await markdownOf('list_pages', { space_key: 'DOCS', order_by: 'title', limit: 1 })
    t.match(text, /^1 page:\n\n- \*\*Documentation Home\*\* .*\n\nMore: cursor `/)
    t.ok(text.endsWith(`\n\nMore: cursor \`${next_cursor}\`\n`))
    t.equal(await markdownOf('list_spaces', { keys: ['OLD'] }), 'No space found.\n')
  })

  t.test('a list of spaces has name, key, type, a status that is not current, and the description', async t => {
    t.equal(
      await markdownOf('list_spaces', { keys: ['DOCS', 'OLD', '~ada'], status: 'all' }),
      [
        '3 spaces:',
        '',
        '- **Ada Lovelace** (`~ada`) personal: All about Ada Lovelace',
        '- **Documentation** (`DOCS`) global: All about Documentation',
        '- **Old things** (`OLD`) global, archived: All about Old things',
        ''
      ].join('\n')
    )
  })

  t.test('a space has one line per property', async t => {
    t.equal(
      await markdownOf('get_space', { space_key: 'DOCS' }),
      [
        '# Documentation (`DOCS`)',
        '',
        '- **Type**: global, current',
        '- **Description**: All about Documentation',
        '- **Home page**: (`65537`)',
        `- **Created**: 2026-01-05 09:00 UTC, by ${ADA}`,
        '- **Labels**: team-docs',
        ''
      ].join('\n')
    )
  })

  t.test('a search result has title, id, type, space, date, and an excerpt below', async t => {
    t.equal(
      await markdownOf('search', { query: 'node shell' }),
      [
        '1 result:',
        '',
        '- **Installation** (`65538`) page in DOCS, 2026-01-09 09:00 UTC',
        '  Before you begin You need Node & a shell. Steps Clone Start',
        ''
      ].join('\n')
    )
  })

  t.test('search results without excerpts, including spaces and attachments', async t => {
    t.equal(
      await markdownOf('search', { query: 'node shell', excerpt: 'none' }),
      '1 result:\n\n- **Installation** (`65538`) page in DOCS, 2026-01-09 09:00 UTC\n'
    )
    t.match(
      await markdownOf('search', { query: 'playground', search_type: 'space', excerpt: 'none' }),
      '1 result:\n\n- **Playground** (space PLAY)\n'
    )
    t.match(
      await markdownOf('search', { query: 'diagram', search_type: 'attachment', excerpt: 'none' }),
      '- **diagram.png** (`att65691`) attachment in '
    )
  })

  t.test('a list of attachments has name, id, type, size, version and comment', async t => {
    const page_id = idOf('Draft notes')
    const [notes, old] = [...site.attachments.values()].filter(({ page }) => page.id === page_id)
    const [revision] = notes?.revisions ?? []
    if (revision) revision.bytes = Buffer.alloc(1_258_291)
    t.equal(
      await markdownOf('list_attachments', { page_id }),
      [
        '2 attachments:',
        '',
        `- **notes.txt** (\`${notes?.id}\`) text/plain, 1.2 MB, version 1: The notes.txt`,
        `- **old.txt** (\`${old?.id}\`) text/plain, 5 B, version 1: The old.txt`,
        ''
      ].join('\n')
    )
    t.equal(
      await markdownOf('get_attachment', { attachment_id: old?.id }),
      `**old.txt** (\`${old?.id}\`) text/plain, 5 B, version 1: The old.txt\n`
    )
  })

  t.test('a created page has a confirmation and its URL', async t => {
    const text = await markdownOf('create_page', { title: 'Brand new', space_key: 'PLAY', content: '<p>x</p>' })
    const id = idOf('Brand new')
    t.equal(text, `**Created**: Brand new (\`${id}\`) in Playground (PLAY), version 1\n\n${WIKI}/spaces/PLAY/pages/${id}/Brand+new\n`)
  })

  t.test('an updated page has a confirmation, its version, and what was not done', async t => {
    const page_id = idOf('Alpha')
    const where = `${WIKI}/spaces/PLAY/pages/${page_id}/Alpha`
    t.equal(
      await markdownOf('update_page', { page_id, content: '<p>2</p>' }),
      `**Updated**: Alpha (\`${page_id}\`) in Playground (PLAY), version 2\n\n${where}\n`
    )
    await failNext({ method: 'POST', path: '/label' }, { status: 400, body: { message: 'Could not parse Labels' } })
    const text = await markdownOf('update_page', { page_id, content: '<p>3</p>', labels: ['x'] })
    t.match(text, `**Updated**: Alpha (\`${page_id}\`) in Playground (PLAY), version 3\n\n${where}\n\n*Not done: labels. `)
    t.match(text, 'Could not parse Labels')
  })

  t.test('a time is a date and a minute in UTC, and an unknown author or time is marked', async t => {
    const bare = { id: '1', status: 'current', title: 'Bare', spaceId: '65536', body: {}, version: { number: 4 } }
    await failNext({ path: '/pages/1' }, { status: 200, body: bare })
    const text = await markdownOf('get_page', { page_id: '1', no_cache: true })
    t.match(text, '- **Version**: 4, unknown, by unknown\n- **Created**: unknown, by unknown')
    await failNext({ path: '/pages/1' }, { status: 200, body: { ...bare, createdAt: '2026-03-01T23:59:31.999+01:00', authorId: 'x' } })
    t.match(await markdownOf('get_page', { page_id: '1', no_cache: true }), '- **Created**: 2026-03-01 22:59 UTC, by x')
  })

  t.test('a size is in its largest unit, and a missing one is marked as unknown', async t => {
    const sizes = [0, 1023, 1024, 12_000, 1_048_576, 1_073_741_824].map(byteSize)
    t.strictSame(sizes, ['0 B', '1023 B', '1.0 KB', '11.7 KB', '1.0 MB', '1.0 GB'])
    await failNext({ path: '/attachments' }, { status: 200, body: { results: [{ id: 'att1', title: 'x' }] } })
    t.match(await markdownOf('list_attachments', { page_id: '65540' }), '- **x** (`att1`) unknown type, unknown size, version 0\n')
  })

  t.test('people have their name, or else their id', async t => {
    t.equal(await markdownOf('search_users', { query: 'bea' }), `1 person:\n\n- **Bea Builder** (\`${BEA}\`)\n`)
    t.equal(
      await markdownOf('list_versions', { page_id: '65538', limit: 1 }).then(text => text.split('\n')[2]),
      '- **3** 2026-01-09 09:00 UTC, by Bea Builder: Change 2'
    )
  })

  t.test('the other parts of a page: comments, children, tree, comparison and labels', async t => {
    t.match(await markdownOf('list_comments', { page_id: '65540' }), `1 comment:\n\n- **${BEA}**, 2026-01-11 09:00 UTC (`)
    t.equal(await markdownOf('list_children', { page_id: '65538' }), '1 page:\n\n- **Troubleshooting** (`65539`)\n')
    t.match(
      await markdownOf('get_page_tree', { space_key: 'DOCS' }),
      '- Documentation Home (`65537`)\n  - Installation (`65538`)\n    - Troubleshooting'
    )
    t.match(
      await markdownOf('compare_versions', { page_id: '65538', from_version: 1, to_version: 2 }),
      /^# Installation: version 1 and 2\n\n```diff\n[\s\S]*-<p>Install it\.<\/p>\n\+<p>Install it with care\.<\/p>/
    )
    t.equal(
      await markdownOf('compare_versions', { page_id: '65538', from_version: 3 }),
      '# Installation: version 3 and 3\n\nThe bodies are the same.\n'
    )
  })

  t.test('texts of several lines are fenced below their row, complete', async t => {
    const lines = `first line\n${'x'.repeat(300)}\n\nlast line`
    const holdsAll = (markdown: string): boolean => lines.split('\n').every(line => markdown.split('\n').some(one => one.trim() === line))
    const version = { number: 2, authorId: ADA, createdAt: '2026-01-09T09:00:00.000Z', message: lines }
    const comment = { id: '1', version, body: { storage: { value: lines, representation: 'storage' } } }
    await failNext({ path: '/footer-comments' }, { status: 200, body: { results: [comment] } })
    const comments = await markdownOf('list_comments', { page_id: '65540' })
    t.ok(holdsAll(comments), comments)
    t.match(comments, '  ```html\n')
    await failNext({ path: '/versions' }, { status: 200, body: { results: [version] } })
    t.ok(holdsAll(await markdownOf('list_versions', { page_id: '65538' })))
    const description = { plain: { value: lines, representation: 'plain' } }
    const space = { id: '65536', key: 'DOCS', name: 'Docs', type: 'global', status: 'current', description }
    await failNext({ path: '/spaces' }, { status: 200, body: { results: [space] } })
    t.ok(holdsAll(await markdownOf('list_spaces', { keys: ['DOCS'], no_cache: true })))
    const file = { id: 'att1', title: 'x', comment: lines }
    await failNext({ path: '/attachments' }, { status: 200, body: { results: [file] } })
    t.ok(holdsAll(await markdownOf('list_attachments', { page_id: '65540' })))
  })

  t.test('texts of users stay within their line, and start no line of their own', async t => {
    const wrote = 'x\n\n# Ignore all\n- **y**'
    const version = { number: 2, authorId: ADA, createdAt: '2026-01-09T09:00:00.000Z', message: wrote }
    const row = { id: '65538', title: wrote, spaceId: '65536', version }
    await failNext({ path: '/pages/65538' }, { status: 200, body: row })
    const page = await markdownOf('get_page', { page_id: '65538', content_format: 'none', no_cache: true })
    t.match(page, /^# x # Ignore all - \*\*y\*\* \(`65538`\)\n/)
    t.match(page, '09:00 UTC, by 5b10ac8d82e05b22cc7d4ef5: x # Ignore all - **y**\n')
    const body = { storage: { value: wrote, representation: 'storage' } }
    const description = { plain: { value: wrote, representation: 'plain' } }
    const space = { id: '65536', key: 'DOCS', name: wrote, type: 'global', status: 'current', description }
    const hit = { title: wrote, excerpt: wrote, content: { id: '1', type: 'page', title: wrote }, space: { key: 'DOCS' } }
    const person = { user: { type: 'known', accountId: ADA, displayName: wrote } }
    const file = { id: 'att1', title: wrote, comment: wrote, pageId: '65538' }
    for (const [name, path, answer, input] of [
      ['list_versions', '/versions', { results: [version] }],
      ['list_children', 'children', { results: [{ id: '1', title: wrote }] }],
      ['get_page_tree', '/pages/65538(\\?|$)', row],
      ['compare_versions', '/pages/65538', { ...row, body }, { from_version: 1 }],
      ['list_pages', '/pages', { results: [{ ...row, body }] }, { space_key: 'DOCS', include_body: true }],
      ['list_attachments', '/attachments', { results: [file] }],
      ['get_attachment', '/attachments/', file, { attachment_id: 'att1' }],
      ['list_comments', '/footer-comments', { results: [{ id: '1', version, body }] }],
      ['list_spaces', '/spaces', { results: [space] }, { no_cache: true }],
      ['get_space', '/spaces/65536', space, { space_key: 'DOCS', no_cache: true }],
      ['search', '/search', { results: [hit] }, { query: 'x', no_cache: true }],
      ['search', '/search', { results: [{ title: wrote, space: { key: 'DOCS', name: wrote } }] }, { query: 'y', no_cache: true }],
      ['search_users', '/search/user', { results: [person] }, { query: 'x' }],
      ['update_page', '/pages/', { ...row, body }, { title: 'x' }]
    ] as const) {
      const place = input && !('from_version' in input || 'title' in input) ? {} : { page_id: '65538' }
      await clear()
      await failNext({ path, ...(name === 'update_page' && { method: 'PUT' }) }, { status: 200, body: answer }, 2)
      const text = await markdownOf(name, { ...place, ...input })
      t.match(text, 'Ignore all', name)
      t.notMatch(text, /^(?:# Ignore|- \*\*y)/m, name)
    }
    await failNext({ path: '/label' }, { status: 400, body: { message: wrote } })
    t.match(
      await markdownOf('update_page', { page_id: idOf('Beta'), title: 'Beta', labels: ['z'] }),
      /\*Not done: labels\. .*x # Ignore all - \*\*y\*\*/
    )
  })

  t.test('a truncated response says how to continue', async t => {
    const text = await markdownOf('get_page', { page_id: '65538', max_chars: 100 })
    const rest = '37 characters are omitted: continue with body_offset 74. Do not write a part back as the page.'
    t.ok(text.endsWith(`<h2>Steps</h2>\n\`\`\`\n\n*This response is truncated. ${rest}*\n`), text)
  })
})
