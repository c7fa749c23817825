import t from 'tap'
import { CLOUD_ID, EMAIL, EXPIRED, READER, TOKEN } from '../../../sandbox/confluence/credentials.ts'
import { startApp } from '../../helpers/app.ts'
import { MODES, type Mode, openWiki } from '../../helpers/confluence.ts'

type Settings = Record<string, unknown>

/** Further instances, each with another mistake. */
const FURTHER: Readonly<Record<Mode, (address: string) => Record<string, Settings>>> = {
  cloud: address => ({
    broken: { url: `${address}/wiki`, type: 'cloud', token: TOKEN },
    wrong: { url: `${address}/wiki`, type: 'cloud', email: EMAIL, token: 'nonsense' },
    expired: { url: address, type: 'cloud', cloud_id: CLOUD_ID, token: EXPIRED },
    reader: { url: `${address}/wiki`, type: 'cloud', email: EMAIL, token: READER },
    hasty: { url: `${address}/wiki`, type: 'cloud', email: EMAIL, token: TOKEN, timeout: 1, max_retries: 0 },
    nowhere: { url: 'http://127.0.0.1:1/wiki', type: 'cloud', email: EMAIL, token: TOKEN, max_retries: 0 }
  }),
  datacenter: address => ({
    broken: { url: `${address}/confluence`, username: 'ada' },
    wrong: { url: `${address}/confluence`, username: 'ada', password: 'nonsense' },
    expired: { url: `${address}/confluence`, token: EXPIRED },
    reader: { url: `${address}/confluence`, token: READER },
    hasty: { url: `${address}/confluence`, token: TOKEN, timeout: 1, max_retries: 0 },
    nowhere: { url: 'http://127.0.0.1:1/confluence', token: TOKEN, max_retries: 0 }
  })
}

const PAGE = { page_id: '65538' }
const DRAFT = { title: 'New', space_key: 'PLAY', content: '<p>x</p>' }

for (const mode of MODES) {
  t.test(mode, async t => {
    const { call, clear, requests, failNext } = await openWiki(t, { mode, further: FURTHER[mode] })
    t.afterEach(() => clear())
    const writes = async () => (await requests()).filter(({ method }) => method !== 'GET')

    t.test('configurationInvalid: an instance whose settings are incomplete reports what is missing', async t => {
      const { status, error } = await call('get_page', { ...PAGE, instance: 'broken' })
      t.equal(status, 503)
      t.match(error, {
        code: 'CONFIGURATION_ERROR',
        message: mode === 'cloud' ? /email is missing/ : /password is missing/,
        details: { reason: 'configuration_invalid' }
      })
    })

    t.test('instanceNotFound: an unknown instance is reported with the existing ones', async t => {
      const { status, error } = await call('get_page', { ...PAGE, instance: 'readr' })
      t.equal(status, 404)
      t.match(error, { message: /readr/, details: { reason: 'instance_not_found', suggestions: [/reader/] } })
    })

    t.test('authenticationFailed: a credential that Confluence refuses is not a failure of the key', async t => {
      const { status, error, text } = await call('get_page', { ...PAGE, instance: 'wrong' })
      t.equal(status, 424)
      t.match(error, {
        code: 'AUTHENTICATION_ERROR',
        details: { reason: 'authentication_failed', source: 'upstream', suggestions: [/Check CONFLUENCE_/] }
      })
      t.notMatch(text, 'nonsense')
    })

    t.test('tokenExpired: a token past its expiry date is reported as expired', async t => {
      const { status, error } = await call('get_page', { ...PAGE, instance: 'expired' })
      t.equal(status, 424)
      t.match(error.details, { reason: 'token_expired', suggestions: [/CONFLUENCE_TOKEN/] })
    })

    t.test('insufficientPermissions: a key that may only read is refused each kind of write, and nothing is written', async t => {
      t.equal((await call('get_page', { ...PAGE, instance: 'reader' })).status, 200)
      const tried: [name: string, input: Settings][] = [
        ['create_page', DRAFT],
        ['update_page', { ...PAGE, title: 'Changed' }],
        ['add_labels', { ...PAGE, labels: ['x'] }],
        ['add_comment', { ...PAGE, content: '<p>x</p>' }],
        ['delete_page', { ...PAGE, confirm: true }]
      ]
      for (const [name, input] of tried) {
        const { status, error } = await call(name, { ...input, instance: 'reader' })
        t.equal(status, 403, name)
        t.match(error, {
          code: 'PERMISSION_ERROR',
          message: /User not permitted to change this/,
          details: { reason: 'insufficient_permissions', outcome: 'not_executed' }
        })
      }
      t.ok((await writes()).every(({ status }) => status === 403))
    })

    t.test('missingRequiredField: a missing property is named', async t => {
      for (const [name, input, path] of [
        ['get_page', {}, 'page_id'],
        ['get_page', { page_title: 'x' }, 'space_key'],
        ['create_page', { title: 'x', space_key: 'PLAY' }, 'content'],
        ['update_page', { content: '<p>x</p>' }, 'page_id'],
        ['search', {}, 'query']
      ] as const) {
        const { status, error } = await call(name, input)
        t.equal(status, 400, name)
        t.match(error.details, { reason: 'missing_required_field', issues: [{ path, message: 'is required' }] }, name)
      }
      t.strictSame(await requests(), [])
    })

    t.test('invalidFieldValue: an invalid value is named, with the valid ones', async t => {
      for (const [name, input, path, expected] of [
        ['get_page', { page_id: 'x' }, 'page_id', /digits/],
        ['list_pages', { space_key: 'DOCS', limit: 101 }, 'limit', /100/],
        ['list_pages', { space_key: 'DOCS', order_by: 'size' }, 'order_by', /title.*created.*modified/],
        ['search', { query: 'x', search_type: 'people' }, 'search_type', /page.*blogpost.*attachment.*space/],
        ['create_page', { ...DRAFT, content_format: 'html' }, 'content_format', /storage.*wiki/]
      ] as const) {
        const { status, error } = await call(name, input)
        t.equal(status, 400, name)
        t.match(error.details, { reason: 'invalid_field_value', issues: [{ path, expected }] }, name)
      }
      t.strictSame(await requests(), [])
    })

    t.test('pageNotFound: a page is reported by what it was looked up with', async t => {
      const byId = await call('get_page', { page_id: '999' })
      t.match(byId, { status: 404, error: { code: 'NOT_FOUND_ERROR', message: /999/, details: { reason: 'page_not_found' } } })
      const byTitle = await call('get_page', { page_title: 'Nothing', space_key: 'DOCS' })
      t.match(byTitle, { status: 404, error: { message: /"Nothing" in the space DOCS/, details: { reason: 'page_not_found' } } })
    })

    t.test('spaceNotFound: a space is reported by its key', async t => {
      t.match(await call('get_space', { space_key: 'NOWHERE' }), {
        status: 404,
        error: { message: /NOWHERE/, details: { reason: 'space_not_found' } }
      })
    })

    t.test('versionConflict: the existing version is reported with its author', async t => {
      const { status, error } = await call('update_page', { ...PAGE, title: 'Changed', expected_version: 1 })
      t.equal(status, 409)
      t.match(error, { code: 'CONFLICT_ERROR', message: /65538.*version 3|version 3/ })
      t.match(error.details, { reason: 'version_conflict', current: { number: 3, by: Object }, outcome: 'not_executed' })
      t.strictSame(await writes(), [])
    })

    t.test('rateLimitExceeded: the wait that Confluence requests is reported', async t => {
      await failNext({}, { status: 429, body: { message: 'Slow down' }, headers: { 'retry-after': '17' } })
      const { status, error, headers } = await call('list_spaces', { no_cache: true })
      t.strictSame([status, headers['retry-after']], [429, '17'])
      t.match(error, { code: 'RATE_LIMIT_ERROR', details: { reason: 'rate_limit_exceeded', retry_after_ms: 17_000, source: 'upstream' } })
    })

    t.test('networkTimeout: a Confluence that does not respond within the timeout of its instance is reported', async t => {
      await failNext({}, { delay_ms: 2500 })
      const { status, error } = await call('list_spaces', { instance: 'hasty' })
      t.equal(status, 504)
      t.match(error, { code: 'TIMEOUT_ERROR', details: { reason: 'network_timeout', outcome: 'not_executed', retryable: true } })
    })

    t.test('connectionFailed: an unreachable Confluence is reported, and a test of the connection shows its address', async t => {
      const { status, error } = await call('list_spaces', { instance: 'nowhere' })
      t.equal(status, 502)
      t.match(error, {
        code: 'NETWORK_ERROR',
        message: /could not be reached \(ECONNREFUSED\)/,
        details: { reason: 'connection_failed', outcome: 'not_executed', retryable: true }
      })
      const { data } = await call('test_connection', { instance: 'nowhere' })
      t.match(data, { reachable: false, base_url: /^http:\/\/127\.0\.0\.1:1\// })
    })

    t.test('serverError: the status and the message of Confluence are included', async t => {
      await failNext({ method: 'POST' }, { status: 500, body: { message: 'com.atlassian.x.OopsException: Broken' } })
      const { status, error } = await call('create_page', DRAFT)
      t.equal(status, 502)
      t.match(error, {
        code: 'CONFLUENCE_SERVER_ERROR',
        message: /500.*Broken/,
        details: { reason: 'server_error', outcome: 'unknown', upstream: { status: 500 } }
      })
      t.equal((await writes()).length, 1)
    })

    t.test('errors in Markdown: configuration', async t => {
      const { text } = await call('get_page', { ...PAGE, instance: 'broken' }, { accept: 'text/markdown' })
      t.match(text, /^\*\*CONFIGURATION_ERROR\*\*: .*is missing/)
    })

    t.test('errors in Markdown: authentication, with what to do', async t => {
      const { text } = await call('get_page', { ...PAGE, instance: 'wrong' }, { accept: 'text/markdown' })
      t.match(text, /^\*\*AUTHENTICATION_ERROR\*\*: Confluence returned 401: .*\n\n> Check CONFLUENCE_.*\n$/s)
    })

    t.test('errors in Markdown: not found', async t => {
      const { text } = await call('get_page', { page_id: '999' }, { accept: 'text/markdown' })
      t.match(text, '**NOT_FOUND_ERROR**: Confluence has no page 999 that this account can see.')
    })

    t.test('errors in Markdown: validation, one line per problem', async t => {
      const input = { space_key: 'DOCS', order_by: 'size', content_type: 'wiki' }
      const { text } = await call('list_pages', input, { accept: 'text/markdown' })
      t.match(text, /^\*\*VALIDATION_ERROR\*\*: .*\n\n- `content_type` .*\n- `order_by` .*\(.*title.*\)\n/)
    })

    t.test('errors in Markdown: any other', async t => {
      await failNext({}, { status: 500, body: { message: 'Broken' } })
      const { text } = await call('list_spaces', { no_cache: true }, { accept: 'text/markdown' })
      t.match(text, /^\*\*CONFLUENCE_SERVER_ERROR\*\*: Confluence returned 500: Broken\n/)
    })
  })
}

t.test('configurationMissing: a gateway without settings reports what to set', async t => {
  const { app } = await startApp(t, { system: 'confluence' })
  const answer = await app.inject('/v1/confluence/page?page_id=65538')
  t.equal(answer.statusCode, 503)
  t.match(answer.json().error, {
    code: 'CONFIGURATION_ERROR',
    message: /Confluence/i,
    details: { reason: 'configuration_missing', suggestions: [/CONFLUENCE_URL/] }
  })
})
