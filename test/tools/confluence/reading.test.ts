import t from 'tap'
import { MODES, openWiki, pageNamed } from '../../helpers/confluence.ts'
import { startTestRedis } from '../../helpers/redis.ts'

const redis = await startTestRedis(t)
const shapes: Record<string, unknown> = {}

for (const mode of MODES) {
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode, redis: redis.client() })
    const { call, clear, sent, requests, failNext } = wiki
    t.afterEach(() => clear())
    const ids = (items: { id: string }[]): string[] => items.map(({ id }) => id)

    t.test('a page is read by its id, with space, version, labels and body, in one request once spaces are cached', async t => {
      const { id } = pageNamed(wiki, 'Installation')
      await call('get_page', { page_id: id, no_cache: true })
      await clear()
      const { status, data } = await call('get_page', { page_id: id, no_cache: true })
      t.equal(status, 200)
      t.match(data, {
        id,
        type: 'page',
        status: 'current',
        title: 'Installation',
        space: { key: 'DOCS', name: 'Documentation', type: 'global', status: 'current' },
        version: { number: 3, when: '2026-01-09T09:00:00.000Z', message: 'Change 2', minor_edit: false },
        body: { storage: { value: /^<h2>Before you begin<\/h2>/, representation: 'storage' }, view: null, markdown: null },
        metadata: { labels: [{ name: 'guide', prefix: 'global' }, { name: 'install' }], created: '2026-01-07T09:00:00.000Z' }
      })
      t.match(data.metadata.frontend_url, /^http:\/\/127\.0\.0\.1:\d+\/(wiki|confluence)\//)
      t.equal((await sent()).length, 1)
      shapes[mode] = keysOf(data)
    })

    t.test('the author of a change is returned by name, or by id until users are expanded', async t => {
      const { id } = pageNamed(wiki, 'Installation')
      const plain = (await call('get_page', { page_id: id })).data.version.by
      t.match(
        plain,
        mode === 'cloud' ? { account_id: /^5b10/, display_name: null } : { username: 'bea', display_name: 'Bea Builder', account_id: null }
      )
      t.equal((await call('get_page', { page_id: id, expand: ['users'] })).data.version.by.display_name, 'Bea Builder')
    })

    t.test('an earlier version is read unchanged, by id and by title', async t => {
      for (const name of [{ page_id: pageNamed(wiki, 'Installation').id }, { page_title: 'Installation', space_key: 'DOCS' }]) {
        const { data } = await call('get_page', { ...name, version: 1 })
        t.match(data, { status: 'historical', version: { number: 1 }, body: { storage: { value: '<p>Install it.</p>' } } })
      }
    })

    t.test('ancestors and children are returned if requested', async t => {
      const { id } = pageNamed(wiki, 'Installation')
      const { data } = await call('get_page', { page_id: id, expand: ['ancestors', 'children'], content_format: 'none' })
      t.match(data, { body: null, ancestors: [{ title: 'Documentation Home' }], children: [{ title: 'Troubleshooting' }] })
      t.equal((await call('get_page', { page_id: id })).data.ancestors, null)
    })

    t.test('a blog post is read by its id like a page', async t => {
      const { data } = await call('get_page', { page_id: pageNamed(wiki, 'What is new').id })
      t.match(data, { type: 'blogpost', title: 'What is new', body: { storage: { value: '<p>Version 2 is out.</p>' } } })
    })

    t.test('view is what readers see, and markdown is converted from it', async t => {
      const { id } = pageNamed(wiki, 'Release plan')
      const { view } = (await call('get_page', { page_id: id, content_format: 'view' })).data.body
      t.notMatch(view.value, /<ac:|<ri:|CDATA/)
      const { body } = (await call('get_page', { page_id: id, content_format: 'markdown' })).data
      t.match(body, { storage: null, view: null, markdown: { representation: 'markdown', value: /## Code/ } })
    })

    t.test('a page is found by its title and space, and only the current one of exactly that title', async t => {
      const found = await call('get_page', { page_title: 'Installation', space_key: 'DOCS' })
      t.equal(found.data.id, pageNamed(wiki, 'Installation').id)
      for (const page_title of ['installation', 'Retired guide', 'Thrown away', 'What is new']) {
        const { status, error } = await call('get_page', { page_title, space_key: 'DOCS' })
        t.equal(status, 404, page_title)
        t.equal(error.details.reason, 'page_not_found')
      }
      const blog = await call('get_page', { page_title: 'What is new', space_key: 'DOCS', content_type: 'blogpost' })
      t.equal(blog.data.type, 'blogpost')
    })

    t.test('a body is returned in whole blocks, and continues where it was truncated', async t => {
      const { id } = pageNamed(wiki, 'Installation')
      const whole = (await call('get_page', { page_id: id })).data.body.storage.value
      const first = await call('get_page', { page_id: id, max_chars: 100 })
      const part = first.data.body.storage.value
      t.equal(part, '<h2>Before you begin</h2><p>You need Node &amp; a shell.</p><h2>Steps</h2>')
      t.match(first.metadata.truncated, {
        reason: 'size',
        omitted: whole.length - part.length,
        hint: new RegExp(`body_offset ${part.length}`)
      })
      const rest = await call('get_page', { page_id: id, max_chars: 100, body_offset: part.length })
      t.equal(part + rest.data.body.storage.value, whole)
      t.equal(rest.metadata.truncated, undefined)
    })

    t.test('a cached read is returned again unless a fresh one is requested, and REST returns 304', async t => {
      const input = { page_id: pageNamed(wiki, 'Troubleshooting').id }
      const first = await call('get_page', input)
      await clear()
      t.strictSame((await call('get_page', input)).data, first.data)
      t.strictSame(await sent(), [])
      const unchanged = await call('get_page', input, { 'if-none-match': String(first.headers['etag']) })
      t.equal(unchanged.status, 304)
      await call('get_page', { ...input, no_cache: true })
      t.equal((await sent()).length, 1)
    })

    t.test('pages of several spaces are returned page by page in one order over all of them', async t => {
      const titles: string[] = []
      let cursor: string | undefined
      do {
        const { data } = await call('list_pages', { space_keys: ['PLAY', 'DOCS'], order_by: 'title', limit: 4, ...(cursor && { cursor }) })
        titles.push(...data.items.map(({ title }: { title: string }) => title))
        cursor = data.next_cursor ?? undefined
      } while (cursor)
      t.strictSame(titles, titles.toSorted())
      t.equal(titles.length, new Set(titles).size)
      t.equal(titles.length, 19)
      t.notOk(titles.includes('Retired guide') || titles.includes('Thrown away') || titles.includes('What is new'))
    })

    t.test('pages are listed by last change, by creation, or by title; with bodies if requested', async t => {
      const list = async (order_by: string) =>
        (await call('list_pages', { space_key: 'DOCS', order_by })).data.items.map((page: { title: string }) => page.title)
      t.strictSame(await list('title'), ['Documentation Home', 'Installation', 'Release plan', 'Troubleshooting'])
      t.strictSame(await list('created'), ['Release plan', 'Troubleshooting', 'Installation', 'Documentation Home'])
      t.strictSame((await list('modified')).slice(2), ['Troubleshooting', 'Documentation Home'])
      const { items } = (await call('list_pages', { space_key: 'PLAY', include_body: true, limit: 2 })).data
      t.match(items, [{ body: { storage: { value: /^</ } } }, { body: { storage: { value: /^</ } } }])
    })

    t.test('blog posts are listed separately, even by title', async t => {
      const { data } = await call('list_pages', { space_key: 'DOCS', content_type: 'blogpost', order_by: 'title' })
      t.strictSame(
        data.items.map((page: { title: string; type: string }) => [page.title, page.type]),
        [
          ['Another year', 'blogpost'],
          ['What is new', 'blogpost']
        ]
      )
    })

    t.test('a list begins at a start and reports its position; a thousand items are collected in one call', async t => {
      const all = await call('list_pages', { space_key: 'ENG', order_by: 'title', max_items: 1000, max_chars: 10_000_000 })
      t.equal(all.data.items.length, 131)
      t.strictSame([all.data.next_cursor, all.data.total], [null, { value: 131, relation: 'eq' }])
      const some = await call('list_pages', { space_key: 'ENG', order_by: 'title', start: 120, limit: 5 })
      t.strictSame(ids(some.data.items), ids(all.data.items).slice(120, 125))
      t.match(some.metadata.pagination, { start: 120, limit: 5, size: 5 })
      t.strictSame((await call('list_pages', { space_key: 'ENG', start: 500 })).data.items, [])
    })

    t.test('a cursor is valid for the list that it was created for', async t => {
      const { next_cursor } = (await call('list_pages', { space_key: 'ENG', limit: 5 })).data
      const { status, error } = await call('list_pages', { space_key: 'DOCS', limit: 5, cursor: next_cursor })
      t.equal(status, 400)
      t.match(error.details.issues, [{ path: 'cursor', message: 'belongs to another list' }])
    })

    t.test('spaces are listed by name, and one is read with labels and home page', async t => {
      const { data } = await call('list_spaces')
      t.strictSame(
        data.items.map((space: { key: string }) => space.key),
        ['~ada', 'DOCS', 'ENG', 'HR', 'PLAY']
      )
      t.strictSame(
        (await call('list_spaces', { type: 'personal' })).data.items.map((space: { key: string }) => space.key),
        ['~ada']
      )
      t.equal((await call('list_spaces', { status: 'archived' })).data.items[0].key, 'OLD')
      t.match((await call('get_space', { space_key: 'DOCS' })).data, {
        key: 'DOCS',
        description: 'All about Documentation',
        homepage: { id: '65537' },
        metadata: { labels: [{ name: 'team-docs' }] }
      })
      t.equal((await call('get_space', { space_key: 'NOWHERE' })).error.details.reason, 'space_not_found')
    })

    t.test('a search by words returns results with space, version and author', async t => {
      const found = await call('search', { query: 'node shell', search_type: 'page' })
      t.match(found.data, {
        cql: '(siteSearch ~ "node shell") and (type = page)',
        total: { value: 1, relation: 'eq' },
        items: [
          {
            entity_type: 'content',
            title: 'Installation',
            content: { type: 'page', version: 3, modified_by: { display_name: 'Bea Builder' }, created: '2026-01-07T09:00:00.000Z' },
            space: { key: 'DOCS' },
            result_global_container: { title: 'Documentation' }
          }
        ]
      })
      t.match(found.metadata.pagination, { start: 0, size: 1, total_size: 1 })
    })

    t.test('a query in CQL keeps its order, and continues page by page', async t => {
      const query = 'label = "tenth" order by title desc'
      const first = (await call('search', { query, limit: 10, search_space: 'ENG' })).data
      t.equal(first.items[0].title, 'Note 130')
      t.equal(first.total.value, 13)
      const rest = (await call('search', { query, limit: 10, search_space: 'ENG', cursor: first.next_cursor })).data
      t.equal(rest.items.at(-1).title, 'Note 010')
      t.equal(rest.next_cursor, null)
    })

    t.test('excerpts are none, plain, or with the matches marked', async t => {
      const excerptOf = async (excerpt: string) => (await call('search', { query: 'node shell', excerpt })).data.items[0].excerpt
      t.equal(await excerptOf('none'), null)
      t.match(await excerptOf('indexed'), /You need Node & a shell/)
      t.match(await excerptOf('highlight'), /You need \*\*Node\*\* & a shell/)
    })

    t.test('spaces and attachments are found, too', async t => {
      const space = (await call('search', { query: 'playground', search_type: 'space' })).data.items
      t.match(space, [{ entity_type: 'space', space: { key: 'PLAY' }, content: null }])
      const file = (await call('search', { query: 'diagram', search_type: 'attachment' })).data.items
      t.match(file, [{ entity_type: 'attachment', content: { type: 'attachment', title: 'diagram.png' } }])
    })

    t.test('dates narrow a search', async t => {
      const { items } = (
        await call('search', {
          query: 'type = page',
          search_space: 'DOCS',
          modified_after: '2026-01-09',
          created_before: '2026-01-08T10:00'
        })
      ).data
      t.strictSame(items.map((item: { title: string }) => item.title).toSorted(), ['Installation'])
    })

    t.test('a day narrows a search to its end', async t => {
      const found = async (input: object) =>
        (await call('search', { query: 'type = page', search_space: 'DOCS', ...input })).data.items.map(
          (item: { title: string }) => item.title
        )
      t.ok((await found({ created_before: '2026-01-07' })).includes('Installation'))
      t.notOk((await found({ created_before: '2026-01-06' })).includes('Installation'))
      t.ok((await found({ modified_before: '2026-01-09' })).includes('Installation'))
      t.notOk((await found({ modified_before: '2026-01-09T08:59' })).includes('Installation'))
    })

    t.test('names for expand of Confluence are accepted, and unsupported ones are reported', async t => {
      const page_id = pageNamed(wiki, 'Installation').id
      const read = async (...expand: string[]) => await call('get_page', { page_id, expand })
      t.match((await read('body.view', 'version', 'space', 'history.createdBy')).data.body, {
        storage: null,
        view: { representation: 'view' }
      })
      const { data, metadata } = await read('body.storage', 'body.view', 'metadata.labels', 'children.page')
      t.match(data, { body: { storage: { representation: 'storage' }, view: null }, children: [{ title: 'Troubleshooting' }] })
      t.match(metadata.warnings, [/one format of the body; view was omitted/])
      t.match((await read('operations', 'children.attachment')).metadata.warnings, [/operations, children\.attachment are not supported/])
      t.equal((await read('version', 'space', 'body.storage')).metadata.warnings, undefined)
      t.match((await call('get_page', { page_id, content_format: 'none', expand: ['body.export_view'] })).data.body, { export_view: {} })
    })

    t.test('pages of a missing space are an error, not an empty list', async t => {
      const { status, error } = await call('list_pages', { space_key: 'NOWHERE' })
      t.equal(status, 404)
      t.equal(error.details.reason, 'space_not_found')
      t.strictSame((await call('list_pages', { space_key: 'PLAY', content_type: 'blogpost' })).data.items, [])
    })

    t.test('refusals name what was requested, with the message of Confluence, and are not retried', async t => {
      const page_id = pageNamed(wiki, 'Alpha').id
      const fail = async (status: number, body: unknown, headers = {}) => {
        await clear()
        await failNext({}, { status, body, headers })
        return await call('get_page', { page_id, no_cache: true })
      }
      t.match(await fail(401, '<html><body><h1>401</h1>Basic Authentication Failure</body></html>', { 'content-type': 'text/html' }), {
        status: 424,
        error: { message: /Basic Authentication Failure/, details: { reason: 'authentication_failed', suggestions: [/Check CONFLUENCE_/] } }
      })
      t.match(await fail(403, { message: 'com.atlassian.confluence.api.service.exceptions.PermissionException: User not permitted' }), {
        status: 403,
        error: { message: 'Confluence returned 403: User not permitted', details: { reason: 'insufficient_permissions' } }
      })
      t.match(await fail(410, { message: 'com.x.GoneException: This deprecated endpoint has been removed.' }), {
        status: 410,
        error: { details: { reason: 'upstream_gone', suggestions: [/classic API token/] } }
      })
      t.match(await fail(429, 'slow down', { 'retry-after': '7' }), { status: 429, error: { details: { retry_after_ms: 7000 } } })
      t.match(await fail(500, '<html>Oops</html>'), { status: 502, error: { code: 'CONFLUENCE_SERVER_ERROR' } })
      t.equal((await requests()).length, 1)
    })
  })
}

t.test('a page has the same properties on both deployments', async t => t.strictSame(shapes['cloud'], shapes['datacenter']))

const keysOf = (value: object): string[] => Object.keys(value).toSorted()
