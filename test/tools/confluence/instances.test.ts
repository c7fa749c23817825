import t from 'tap'
import { CLOUD_ID, EMAIL, EXPIRED, TOKEN, USERNAME } from '../../../sandbox/confluence/credentials.ts'
import { type Settings, siteOf } from '../../../src/tools/confluence/client/settings.ts'
import { openWiki, pageNamed, throughGateway } from '../../helpers/confluence.ts'
import { startTestRedis } from '../../helpers/redis.ts'

const given = (settings: Partial<Settings>): Settings => ({
  url: 'https://acme.atlassian.net',
  timeout: 30,
  max_retries: 3,
  verify_ssl: true,
  ...settings
})
const mail = { email: EMAIL, token: TOKEN }
const GATEWAY = `https://api.atlassian.com/ex/confluence/${CLOUD_ID}/wiki`

const ADDRESSES: [what: string, settings: Partial<Settings>, base: string, auth: string][] = [
  ['Cloud without /wiki', mail, 'https://acme.atlassian.net/wiki', 'basic'],
  ['Cloud with /wiki and a slash', { ...mail, url: 'https://acme.atlassian.net/wiki/' }, 'https://acme.atlassian.net/wiki', 'basic'],
  ['a scoped token goes through the gateway', { ...mail, cloud_id: CLOUD_ID }, GATEWAY, 'scoped'],
  ['a bearer with cloud_id goes through the gateway', { token: TOKEN, cloud_id: CLOUD_ID }, GATEWAY, 'oauth'],
  ['the gateway may be written out', { token: TOKEN, url: `${GATEWAY}/` }, GATEWAY, 'oauth'],
  ['Data Center at the root, with a token', { token: TOKEN, url: 'https://wiki.acme.example/' }, 'https://wiki.acme.example', 'pat'],
  ['Data Center below a path', { token: TOKEN, url: 'https://acme.example/confluence/' }, 'https://acme.example/confluence', 'pat'],
  ['Data Center, the interface written out', { token: TOKEN, url: 'https://acme.example/c/rest/api' }, 'https://acme.example/c', 'pat'],
  ['Data Center with a password', { username: 'a', password: 'b', url: 'https://acme.example' }, 'https://acme.example', 'password'],
  ['the seed: user and token', { username: 'a', token: 'b', url: 'https://acme.example' }, 'https://acme.example', 'password'],
  ['Data Center at a host of Cloud, said so', { token: TOKEN, type: 'server' }, 'https://acme.atlassian.net', 'pat']
]

for (const [what, settings, base, auth] of ADDRESSES) {
  t.test(`the address is resolved once: ${what}`, async t => {
    const site = siteOf(given(settings))
    t.strictSame([site.base, site.auth], [base, auth])
  })
}

const WRONG: [settings: Partial<Settings>, message: RegExp][] = [
  [{ token: TOKEN }, /email is missing/],
  [{ email: EMAIL }, /token is missing/],
  [{ ...mail, auth: 'pat' }, /auth pat is for Data Center/],
  [{ ...mail, auth: 'scoped' }, /cloud_id is missing/],
  [{ token: TOKEN, auth: 'oauth', url: 'https://wiki.acme.example' }, /auth oauth is for Cloud/],
  [{ username: 'a', url: 'https://wiki.acme.example' }, /password is missing/]
]

for (const [settings, message] of WRONG) {
  t.test(`incomplete settings are reported: ${message.source}`, async t => {
    t.throws(() => siteOf(given(settings)), { message })
  })
}

const WAYS: [name: string, mode: 'cloud' | 'datacenter', settings: (address: string) => Record<string, unknown>, auth: string][] = [
  ['a scoped token', 'cloud', address => ({ ...throughGateway(address), email: EMAIL }), 'scoped'],
  ['OAuth', 'cloud', throughGateway, 'oauth'],
  ['a personal access token', 'datacenter', address => ({ url: `${address}/confluence/`, token: TOKEN }), 'pat']
]

for (const [name, mode, settings, auth] of WAYS) {
  t.test(`pages, spaces and search are reached with ${name}`, async t => {
    const wiki = await openWiki(t, { mode, settings })
    t.equal((await wiki.call('get_page', { page_id: pageNamed(wiki, 'Alpha').id })).status, 200)
    t.equal((await wiki.call('list_spaces')).status, 200)
    t.equal((await wiki.call('search', { query: 'hello' })).status, 200)
    const { data } = await wiki.call('test_connection')
    t.match(data, {
      deployment: mode,
      auth,
      reachable: true,
      user: { display_name: 'Ada Lovelace' },
      version: mode === 'cloud' ? null : '10.0.3'
    })
    t.ok(data.checks.every(({ works }: { works: boolean }) => works))
  })
}

t.test('an expired token is reported with what to do, and is in no response', async t => {
  const { call } = await openWiki(t, { settings: address => ({ ...throughGateway(address), token: EXPIRED }) })
  const { status, error, text } = await call('list_spaces')
  t.equal(status, 424)
  t.match(error.details, { reason: 'token_expired', suggestions: [/new access token/] })
  t.notMatch(text, EXPIRED)
})

t.test('a failed connection test is a result, not an error', async t => {
  const { call } = await openWiki(t, {
    mode: 'datacenter',
    settings: address => ({ url: `${address}/confluence`, username: USERNAME, password: 'wrong' })
  })
  const { status, data } = await call('test_connection')
  t.equal(status, 200)
  t.match(data, { reachable: false, user: null, checks: [{ name: 'user', works: false, message: /returned 401/ }] })
})

t.test('spaces outside the list of the instance are refused if requested, and omitted if found', async t => {
  const wiki = await openWiki(t, { settings: address => ({ url: address, type: 'cloud', ...mail, spaces: ['DOCS', 'PLAY'] }) })
  const { call } = wiki
  const denied = { status: 403, error: { details: { reason: 'denied_by_policy', suggestions: [/DOCS, PLAY/] } } }
  t.match(await call('get_page', { page_id: pageNamed(wiki, 'People and Pay Home').id }), denied)
  t.match(await call('get_page', { page_title: 'People and Pay Home', space_key: 'HR' }), denied)
  t.match(await call('list_pages', { space_keys: ['DOCS', 'HR'] }), denied)
  t.match(await call('get_space', { space_key: 'HR' }), denied)
  t.match(await call('search', { query: 'pay', search_space: 'HR' }), denied)
  t.strictSame(
    (await call('list_spaces')).data.items.map(({ key }: { key: string }) => key),
    ['DOCS', 'PLAY']
  )
  const found = (await call('search', { query: 'type = page or space = "HR"' })).data
  t.match(found.cql, /^\(type = page or space = "HR"\) and \(space in \("DOCS", "PLAY"\)\)$/)
  t.ok(found.items.length > 5)
  t.strictSame(new Set(found.items.map(({ space }: { space: { key: string } }) => space.key)), new Set(['DOCS', 'PLAY']))
})

t.test('a query cannot escape the brackets around it', async t => {
  const { call, requests } = await openWiki(t, { settings: address => ({ url: address, type: 'cloud', ...mail, spaces: ['DOCS'] }) })
  const escaped = 'title ~ \\" ) or (space = HR) or (title ~ \\"" and title ~ \\" x "'
  for (const query of [escaped, 'type = page) or (space = HR', 'text ~ "a', 'type = page order by title) or (space = HR', '(type = page'])
    t.equal((await call('search', { query, query_language: 'cql' })).status, 400, query)
  t.strictSame(await requests(), [])
})

t.test('results outside the list that Confluence returns anyway are not shown', async t => {
  const { call, failNext } = await openWiki(t, { settings: address => ({ url: address, type: 'cloud', ...mail, spaces: ['DOCS'] }) })
  const row = (key: string) => ({
    title: key,
    url: '/x',
    content: { id: '1', type: 'page', space: { id: 1, key, name: key, type: 'global' } }
  })
  await failNext({ path: '/search' }, { status: 200, body: { results: [row('DOCS'), row('HR'), { title: 'no space' }], totalSize: 3 } })
  const { data, metadata } = await call('search', { query: 'x' })
  t.strictSame(
    data.items.map(({ title }: { title: string }) => title),
    ['DOCS']
  )
  t.strictSame([data.total, metadata.pagination.size, metadata.pagination.total_size], [null, 1, null], 'and not counted')
})

t.test('a key may be limited further than the instance', async t => {
  const settings = (address: string) => ({
    url: address,
    type: 'cloud',
    ...mail,
    spaces: ['DOCS', 'PLAY'],
    spaces_by_key: [{ key: 'robot', spaces: ['PLAY', 'HR'] }]
  })
  const { call } = await openWiki(t, { settings, auth: { identify: () => ({ id: 'robot', scopes: ['*'] }), anonymous: undefined } })
  const headers = { authorization: 'Bearer tg_x' }
  t.strictSame(
    (await call('list_spaces', {}, headers)).data.items.map(({ key }: { key: string }) => key),
    ['PLAY']
  )
  t.equal((await call('list_pages', { space_key: 'DOCS' }, headers)).status, 403)
  t.equal((await call('list_pages', { space_key: 'HR' }, headers)).status, 403)
})

t.test('a key with two lists of spaces disables the instance, and is named', async t => {
  const spaces_by_key = [
    { key: 'robot', spaces: ['PLAY'] },
    { key: 'robot', spaces: ['HR'] }
  ]
  const { call } = await openWiki(t, { settings: address => ({ url: address, type: 'cloud', ...mail, spaces_by_key }) })
  const { status, error } = await call('list_spaces')
  t.equal(status, 503)
  t.match(error, { message: /names the key robot twice/, details: { reason: 'configuration_invalid' } })
})

t.test('a cached response for one key is not returned to another', async t => {
  const callers = new Map([
    ['a', { id: 'a', scopes: ['*'] }],
    ['b', { id: 'b', scopes: ['*'] }]
  ])
  const redis = (await startTestRedis(t)).client()
  const { call, requests } = await openWiki(t, { redis, auth: { identify: key => callers.get(key) ?? 'unknown', anonymous: undefined } })
  for (const key of ['a', 'b', 'a']) await call('list_spaces', {}, { authorization: `Bearer ${key}` })
  t.equal((await requests()).length, 2)
})

t.test('the limits that Confluence reports are in the metadata', async t => {
  const cloud = await (await openWiki(t, { limits: { requests: 9 } })).call('list_spaces')
  t.match(cloud.metadata, { rate_limit: { limit: 9, remaining: 8, reset: /^\d{4}-\d{2}-\d{2}T/ } })
  const server = await (await openWiki(t, { mode: 'datacenter', limits: { requests: 9 } })).call('list_spaces')
  t.match(server.metadata, { rate_limit: { limit: 9, remaining: 8, reset: null } })
})

t.test('over the limit a call is refused with the time to wait, and a wait of 0 is a second', async t => {
  const { call } = await openWiki(t, { limits: { requests: 1 } })
  await call('list_spaces')
  t.match(await call('list_spaces', { no_cache: true }), {
    status: 429,
    error: { details: { reason: 'rate_limit_exceeded', retry_after_ms: Number } }
  })
  const again = await openWiki(t, { settings: address => ({ url: address, type: 'cloud', ...mail, max_retries: 1 }) })
  await again.failNext({}, { status: 429, body: '', headers: { 'retry-after': '0' } })
  t.equal((await again.call('list_spaces')).status, 200)
})
