import { readdirSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { listen } from '../../helpers/listen.ts'
import { openWeb, webFixture } from '../../helpers/web.ts'

const PAGE = 'https://docs.example/gateways/retries'
const FIXTURES = readdirSync(path.join(import.meta.dirname, '../../../../shared/fixtures/jina')).filter(name =>
  /^(err|read)-.*(?<!\.meta)\.(json|txt)$/.test(name)
)

/** What each recorded answer comes to. */
const EXPECTED: Readonly<Record<string, object>> = {
  'err-400-invalid-url.json': {
    status: 422,
    error: { code: 'VALIDATION_ERROR', details: { reason: 'upstream_refused', issues: [{ path: 'url', message: 'Invalid URL' }] } }
  },
  'err-400-param-unresolved.json': { status: 422, error: { message: /could not be resolved/ } },
  'err-401-auth.json': { status: 424, error: { details: { reason: 'authentication_failed', suggestions: [/JINA_API_KEY/] } } },
  'err-402-balance.json': {
    status: 424,
    error: { details: { reason: 'authentication_failed', retryable: false, suggestions: [/Recharge/] } }
  },
  'err-409-budget.json': { status: 422, error: { details: { reason: 'cannot_be_honoured' } } },
  'err-413-too-large.json': { status: 422, error: { details: { reason: 'cannot_be_honoured' } } },
  'err-422-goto-timeout.json': { status: 504, error: { details: { reason: 'network_timeout' } } },
  'err-429.json': { status: 429, error: { details: { reason: 'rate_limit_exceeded', retry_after_ms: 37_000 } } },
  'err-451-blocked-domain.json': { status: 422, error: { details: { reason: 'cannot_be_honoured' }, message: /blocked until/ } },
  'err-451-private-ip.json': { status: 403, error: { details: { reason: 'address_refused' } } },
  'err-503.json': { status: 502, error: { code: 'WEB_SERVER_ERROR' } },
  'err-524-html.txt': { status: 504, error: { details: { reason: 'network_timeout' } } },
  'read-200-empty-content.json': { status: 200, data: { content: '', title: null, warnings: [/no text/] } },
  'read-200-json-links-images.json': {
    status: 200,
    data: {
      published_time: 'Mon, 13 Jan 2025 20:11:20 GMT',
      links: [{ text: 'More information...', url: 'https://www.iana.org/domains/example' }],
      images: [{ text: 'logo', url: 'https://example.com/logo.png' }]
    }
  },
  'read-200-json.json': {
    status: 200,
    data: { title: 'Example Domain', language: 'en', url: 'https://example.com/', content: /^This domain is for use/, reader: 'jina' }
  },
  'read-200-text-warning.txt': { status: 404, error: { details: { reason: 'upstream_not_found', upstream: { status: 404 } } } },
  'read-200-text.txt': {
    status: 200,
    data: { title: 'Example Domain', published_time: 'Mon, 13 Jan 2025 20:11:20 GMT', content: /^This domain is for use/ }
  },
  'read-200-warning-404.json': { status: 404, error: { details: { reason: 'upstream_not_found' } } },
  'read-200-warning-captcha.json': { status: 200, data: { warnings: [/CAPTCHA/] }, metadata: { warnings: [/CAPTCHA/] } }
}

t.test('pages that Jina Reader reads', async t => {
  const { call, clear, failNext, requests } = await openWeb(t)

  t.test('every recorded answer of Jina Reader', async t => {
    t.strictSame(FIXTURES.toSorted(), Object.keys(EXPECTED).toSorted(), 'each has what it comes to')
    for (const [name, expected] of Object.entries(EXPECTED)) {
      await t.test(name, async t => {
        await clear()
        await failNext({ path: '^/jina' }, webFixture('jina', name))
        t.match(await call('read_url', { url: PAGE, reader: 'jina', no_cache: true, include_links: true, include_images: true }), expected)
      })
    }
  })

  t.test('a page is asked for by POST, its query and fragment whole (web pitfall 8)', async t => {
    await clear()
    const url = `${PAGE}?a=1&b=%20c#part`
    t.equal((await call('read_url', { url, reader: 'jina' })).status, 200)
    t.match(await requests(), [{ method: 'POST', path: '/jina/', query: '', body: { url } }])
  })

  t.test('the content is the text, and not the envelope (web pitfall 7)', async t => {
    const { data } = await call('read_url', { url: PAGE, reader: 'jina' })
    t.match(data.content, /^# Retries/)
    t.notMatch(data.content, /"code"/)
  })

  t.test('plain text, which Jina answers in another place, is the content', async t => {
    const { status, data, error } = await call('read_url', { url: PAGE, reader: 'jina', format: 'text' })
    t.equal(status, 200, error?.message)
    t.match(data, { title: 'Retries', content: /^Retries\n/ })
    t.notMatch(data.content, /^#/m)
    t.match(await call('read_url', { url: 'https://docs.example/none', reader: 'jina', format: 'text' }), { status: 404 })
  })

  t.test("a site's 404 is an error, also through Jina (web pitfall 7)", async t => {
    t.match(await call('read_url', { url: 'https://docs.example/none', reader: 'jina' }), {
      status: 404,
      error: { message: /docs\.example answered 404/ }
    })
  })

  t.test('what is no page of Jina is its fault, and not a page', async t => {
    await failNext({ path: '^/jina' }, { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Welcome to the proxy</html>' })
    t.match(await call('read_url', { url: PAGE, reader: 'jina', no_cache: true }), { status: 502, error: { code: 'WEB_SERVER_ERROR' } })
  })

  t.test('the embedded reader is the default where no key is set', async t => {
    t.match((await call('read_url', { url: PAGE })).data, { reader: 'embedded', title: 'Retries' })
  })
})

t.test('lists of links and pictures, which cost tokens, are asked for where somebody wants them', async t => {
  const { url: jina_url, seen } = await listen(t, response => void response.end(JSON.stringify({ data: { content: 'words' } })))
  const { call } = await openWeb(t, { settings: { jina_url } })
  for (const include_links of [false, true]) await call('read_url', { url: PAGE, reader: 'jina', include_links })
  const asked = seen.map(({ headers }) => [headers['x-with-links-summary'], headers['x-with-images-summary']])
  t.same(asked, [
    [undefined, undefined],
    ['true', undefined]
  ])
})

t.test('Jina reads by default where its key is set, and its key is in no error and no log (web pitfall 9)', async t => {
  const lines: object[] = []
  const key = 'jina_wrong-secret'
  const { call, requests } = await openWeb(t, { settings: { jina_api_key: key }, onLog: line => lines.push(line) })
  const { status, text } = await call('read_url', { url: PAGE })
  t.equal(status, 424)
  t.equal((await requests()).at(-1)?.path, '/jina/')
  t.notMatch(text + JSON.stringify(lines), key)
})
