import t from 'tap'
import { RICH } from '../../../sandbox/confluence/state/rich.ts'
import { ownExamples } from '../../helpers/catalog-rules.ts'
import { MODES, openWiki, pageNamed, throughGateway } from '../../helpers/confluence.ts'

/** Defects of the first implementation and known pitfalls of others: one test each, on both deployments. */
for (const mode of MODES) {
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode })
    const { call, clear, requests, failNext, site } = wiki
    t.afterEach(() => clear())
    const idOf = (title: string): string => pageNamed(wiki, title).id
    const sent = async (method?: string) => (await requests()).filter(one => method === undefined || one.method === method)
    const parameter = async (name: string) => new URLSearchParams((await requests()).at(-1)?.query).get(name)

    t.test('a refusal is reported at once by its status; only limits and failures of the system are retried', async t => {
      const eager = await openWiki(t, { mode, retries: 2 })
      const answered = async (status: number, times: number, headers = {}) => {
        await eager.clear()
        await eager.failNext({}, { status, body: { message: 'no' }, headers }, times)
        const { error } = await eager.call('get_space', { space_key: 'DOCS', no_cache: true })
        return [error?.details.reason, (await eager.requests()).filter(({ fault }) => fault).length]
      }
      t.strictSame(await answered(401, 3), ['authentication_failed', 1])
      t.strictSame(await answered(404, 3), ['space_not_found', 1])
      t.strictSame(await answered(409, 3), ['version_conflict', 1])
      t.strictSame(await answered(429, 1, { 'retry-after': '1' }), [undefined, 1])
    })

    t.test('an update sends type or id, and the title, even if they do not change', async t => {
      await call('update_page', { page_id: idOf('Alpha'), content: '<p>x</p>' })
      const [put] = await sent('PUT')
      t.match(
        put?.body,
        mode === 'cloud'
          ? { id: idOf('Alpha'), status: 'current', title: 'Alpha', body: {}, version: { number: 2 } }
          : { type: 'page', title: 'Alpha', version: { number: 2 } }
      )
    })

    t.test('nothing is converted by patterns: wiki and storage are sent unchanged', async t => {
      await call('create_page', { title: 'Wiki', space_key: 'PLAY', content: '* one\n* two', content_format: 'wiki' })
      t.match(JSON.stringify((await sent('POST'))[0]?.body), /"\* one\\n\* two"/)
      await call('create_page', { title: 'Rich', space_key: 'PLAY', content: RICH })
      t.equal(pageNamed(wiki, 'Rich').versions[0]?.body, RICH)
    })

    t.test('words are quoted in CQL, and words alone are not a query', async t => {
      await call('search', { query: 'say "please" to C:\\temp" or space = "HR' })
      t.equal(await parameter('cql'), 'siteSearch ~ "say \\"please\\" to C:\\\\temp\\" or space = \\"HR"')
      t.equal((await call('search', { query: 'release' })).status, 200)
      await failNext({ path: '/search' }, { status: 400, body: { message: 'Could not parse cql' } })
      const { error } = await call('search', { query: 'id = 5 means five' })
      t.match(error.details.suggestions, [/set query_language to text/])
      await call('search', { query: 'x', search_space: '~ada' })
      t.equal(await parameter('cql'), '(siteSearch ~ "x") and (space = "~ada")')
    })

    t.test('a list is sorted as requested, and is not empty because of a missing type', async t => {
      const { data } = await call('list_pages', { space_key: 'PLAY', order_by: 'created', limit: 2 })
      t.equal(data.items.length, 2)
      t.ok(data.items[0].metadata.created > data.items[1].metadata.created)
    })

    t.test('several spaces share one limit and one order', async t => {
      const { data, metadata } = await call('list_pages', { space_keys: ['DOCS', 'ENG', 'PLAY'], limit: 3, order_by: 'title' })
      t.equal(data.items.length, 3)
      t.match(metadata.pagination, { start: 0, limit: 3, size: 3 })
    })

    t.test('an upload has the header, and its bytes are returned unchanged', async t => {
      const bytes = Buffer.from([0xff, 0xfe, 0, 10, 13])
      const { data } = await call('upload_attachment', {
        page_id: idOf('Target'),
        filename: 'ä b.bin',
        content_base64: bytes.toString('base64')
      })
      const link = await call('download_attachment', { attachment_id: data.id }, { accept: 'application/json' })
      t.equal(link.data?.content ?? Buffer.from(link.text, 'latin1').toString('base64'), bytes.toString('base64'))
    })

    t.test('attachments observe limit, start, id and name', async t => {
      const page_id = idOf('Release plan')
      const titles = async (input: object): Promise<string[]> =>
        (await call('list_attachments', { page_id, ...input })).data.items.map(({ title }: { title: string }) => title)
      const [first, second] = ['diagram.png', 'Übersicht 2026.txt']
      const attachment_id = [...site.attachments.values()].find(({ title }) => title === second)?.id
      t.strictSame(await titles({}), [first, second])
      t.strictSame(await titles({ limit: 1 }), [first])
      t.strictSame(await titles({ start: 1 }), [second])
      t.strictSame(await titles({ attachment_id }), [second])
      t.strictSame(await titles({ filename: second }), [second])
      t.strictSame(await titles({ filename: 'none' }), [])
    })

    t.test('labels of an update are added', async t => {
      await call('update_page', { page_id: idOf('Beta'), title: 'Beta 2', labels: ['fresh'] })
      t.strictSame(pageNamed(wiki, 'Beta 2').labels, ['later', 'fresh'])
    })

    t.test('a title is looked up with its type, and only an exact match counts', async t => {
      t.equal((await call('get_page', { page_title: 'Another year', space_key: 'DOCS', content_type: 'blogpost' })).status, 200)
      t.equal((await call('get_page', { page_title: 'Another year', space_key: 'DOCS' })).status, 404)
    })

    t.test('a link to another host is not followed', { skip: mode === 'cloud' }, async t => {
      const [attachment] = [...site.attachments.values()]
      const row = { id: attachment?.id, type: 'attachment', title: 'x', _links: { download: 'https://evil.example/x' } }
      await failNext({ path: `/content/${attachment?.id}` }, { status: 200, body: row })
      t.equal((await call('download_attachment', { attachment_id: attachment?.id })).status, 502)
    })

    t.test('a list continues at its instance, wherever the link to the next page points', async t => {
      const place = mode === 'cloud' ? 'cursor' : 'start'
      const next = `https://evil.example/elsewhere?${place}=1&limit=1`
      await failNext({ path: '/space' }, { status: 200, body: { results: [{ id: '65536', key: 'DOCS', name: 'x' }], _links: { next } } })
      const { data } = await call('list_spaces', { limit: 1, no_cache: true })
      await call('list_spaces', { limit: 1, cursor: data.next_cursor, no_cache: true })
      t.equal(new Set((await requests()).map(({ path }) => path)).size, 1)
      t.equal(await parameter(place), '1')
    })

    t.test('the version is one more than the one that was read, and a conflict overwrites nothing', async t => {
      const page_id = idOf('Gamma')
      await call('update_page', { page_id, content: '<p>1</p>', expected_version: 1 })
      t.equal((await call('update_page', { page_id, content: '<p>2</p>', expected_version: 1 })).status, 409)
      t.equal(pageNamed(wiki, 'Gamma').versions.at(-1)?.body, '<p>1</p>')
    })

    t.test('the body of a write has no labels and no metadata', async t => {
      await call('create_page', { title: 'Labelled', space_key: 'PLAY', content: '', labels: ['x'] })
      const [page, label] = await sent('POST')
      t.notMatch(JSON.stringify(page?.body), /label|metadata/)
      t.strictSame(label?.body, [{ prefix: 'global', name: 'x' }])
    })

    t.test('a trashed or archived page does not match its title', async t => {
      for (const page_title of ['Thrown away', 'Retired guide'])
        t.equal((await call('get_page', { page_title, space_key: 'DOCS' })).status, 404)
    })

    t.test('ORDER BY is outside the brackets, and versions are expanded below content', async t => {
      await call('search', { query: 'type = page ORDER BY title', search_space: 'DOCS' })
      t.equal(await parameter('cql'), '(type = page) and (space = "DOCS") ORDER BY title')
      t.match(await parameter('expand'), /content\.version/)
      t.match((await call('search', { query: 'documentation', search_type: 'space' })).data.items, [
        { entity_type: 'space', content: null }
      ])
    })

    t.test('a list continues by the links of Confluence, not by counting', async t => {
      const first = (await call('list_pages', { space_key: 'ENG', limit: 100, include_body: true, order_by: 'title' })).data
      const rest = (
        await call('list_pages', { space_key: 'ENG', limit: 100, include_body: true, order_by: 'title', cursor: first.next_cursor })
      ).data
      const titles = [...first.items, ...rest.items].map(({ title }: { title: string }) => title)
      t.equal(titles.length, new Set(titles).size)
      t.equal(titles[first.items.length], `Note ${String(first.items.length).padStart(3, '0')}`)
    })

    t.test('HTML, class names and unusual kinds of errors become messages', async t => {
      const said = async (body: unknown, headers = {}): Promise<string> => {
        await failNext({}, { status: 400, body, headers })
        return (await call('get_page', { page_id: '1', no_cache: true })).error.message
      }
      t.equal(
        await said('<html><style>x{}</style><body><h1>Bad</h1> gateway</body></html>', { 'content-type': 'text/html' }),
        'Confluence returned 400: Bad gateway'
      )
      t.equal(await said({ message: 'com.atlassian.x.BadRequestException: No' }), 'Confluence returned 400: No')
      t.equal(await said({ errors: [{ status: '400', code: 'X', title: 'Odd', detail: 'one' }] }), 'Confluence returned 400: Odd: one')
      const canned = 'No space or no content type, or setup a wrong version type set to content'
      const inner = { errors: [{ message: { translation: 'A page with this title already exists' } }] }
      t.equal(await said({ message: canned, data: inner }), 'Confluence returned 400: A page with this title already exists')
    })

    t.test('a status is interpreted by its operation, not by its usual meaning', async t => {
      const errorOf = async (status: number, message: string) => {
        await clear()
        await failNext({}, { status, body: { message } }, 2)
        return (await call('get_page', { page_id: '1', no_cache: true })).error
      }
      t.match(await errorOf(404, 'No permission to view it'), {
        message: /that this account can see/,
        details: { reason: 'page_not_found' }
      })
      t.match(await errorOf(401, 'Unauthorized; scope does not match'), { details: { reason: 'insufficient_permissions' } })
      await clear()
      const { error } = await call('create_page', { title: 'x', space_key: 'NOWHERE', content: '' })
      t.equal(error.details.reason, 'space_not_found', 'Data Center returns 403')
    })

    t.test('a view is never written, and neither is a body that is not well-formed', async t => {
      for (const input of [{ content: '<p>a & b</p>' }, { content: '<p>a<br></p>' }, { content: '<p>a</p>', content_format: 'view' }])
        t.equal((await call('update_page', { page_id: idOf('Target'), ...input })).status, 400)
      t.strictSame(await sent('PUT'), [])
    })
  })
}

/** Operations that Atlassian's API gateway has no endpoint for. They are refused before a request is sent. */
const WITHOUT_ENDPOINT = ['check_permission', 'get_restrictions', 'set_restrictions']

t.test('through the gateway no removed endpoint of version 1 is called', async t => {
  const wiki = await openWiki(t, { settings: throughGateway })
  for (const operation of wiki.operations)
    for (const { input } of ownExamples(operation)) {
      const { status, error } = await wiki.call(operation.name, input)
      if (WITHOUT_ENDPOINT.includes(operation.name))
        t.match(error, { message: /API gateway has no endpoint/, details: { outcome: 'not_executed' } })
      else t.ok(status < 300, operation.name)
    }
  t.strictSame(
    (await wiki.requests()).filter(({ status }) => status === 410),
    []
  )
})

t.test('an attachment of Cloud is not downloaded by its old link', async t => {
  const { call, site, sent } = await openWiki(t)
  const [id] = [...site.attachments.keys()]
  t.equal((await call('download_attachment', { attachment_id: id })).status, 200)
  t.notOk((await sent()).some(path => path.includes('/download/attachments/')))
})

t.test('a page that was just written is not found by search, but can be read', async t => {
  const wiki = await openWiki(t, { index_lag_ms: 60_000 })
  const { data } = await wiki.call('create_page', { title: 'Brand new', space_key: 'PLAY', content: '<p>unheard</p>' })
  t.strictSame((await wiki.call('search', { query: 'unheard' })).data.items, [])
  t.equal((await wiki.call('get_page', { page_title: 'Brand new', space_key: 'PLAY' })).data.id, data.id)
})

t.test("the seed's own JSON works by name", async t => {
  const { app } = await openWiki(t)
  const ask = async (input: object) => (await app.inject({ method: 'POST', url: '/v1/operations/confluence', payload: input })).json()
  t.match(await ask({ operation: 'get', pageId: '65538', expand: ['version', 'metadata.labels'] }), {
    success: true,
    data: { title: 'Installation' }
  })
  t.match(await ask({ operation: 'get', pageId: '65538', expand: ['body.storage', 'version', 'space', 'history', 'operations'] }), {
    success: true,
    data: { body: { storage: { value: /Before you begin/ } } },
    metadata: { warnings: [/operations is not supported/] }
  })
  t.match(await ask({ operation: 'get', pageId: '65538', expand: ['body.view'] }), { success: true, data: { body: { view: {} } } })
  t.match(await ask({ operation: 'get', pageTitle: 'Installation', spaceKey: 'DOCS' }), { success: true, data: { id: '65538' } })
  t.match(
    await ask({
      operation: 'create',
      title: 'Seed',
      content: '<p>x</p>',
      spaceKey: 'PLAY',
      contentFormat: 'storage',
      labels: ['a'],
      parentId: '65685'
    }),
    {
      success: true,
      data: { title: 'Seed' }
    }
  )
  t.match(await ask({ operation: 'update', pageTitle: 'Seed', spaceKey: 'PLAY', content: '<p>y</p>' }), {
    success: true,
    data: { version: { number: 2 } }
  })
  t.match(await ask({ operation: 'search', query: 'node', searchSpace: 'DOCS', searchType: 'page', limit: 5, start: 0 }), { success: true })
  t.match(await ask({ operation: 'list', spaceKeys: ['DOCS'], contentType: 'page', orderBy: 'title', limit: 2 }), {
    success: true,
    data: { items: [{}, {}] }
  })
  t.match(await ask({ operation: 'spaces', limit: 2 }), { success: true, data: { items: [{}, {}] } })
  t.match(await ask({ operation: 'attachments', pageId: '65540', attachmentId: 'att65691' }), {
    success: true,
    data: { items: [{ title: 'diagram.png' }] }
  })
  t.match(await ask({ operation: 'get' }), { success: false, error: { details: { reason: 'missing_required_field' } } })
})
