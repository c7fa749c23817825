import { readdirSync } from 'node:fs'
import t from 'tap'
import { listen } from '../../helpers/listen.ts'
import { outside } from '../../helpers/outside.ts'
import { webFixture } from '../../helpers/recorded-web.ts'
import { openWeb, type Recorded } from '../../helpers/web.ts'
import { JINA } from '../../helpers/web-responses.ts'

const PAGE = 'https://docs.example/gateways/retries'
const { path: fixtures, skip } = outside('fixtures/jina')

/** The result for each response. */
const ANSWERS: readonly (readonly [Recorded, object])[] = [
  [
    JINA.invalidUrl,
    { status: 422, error: { code: 'VALIDATION_ERROR', details: { reason: 'upstream_refused', issues: [{ path: 'url' }] } } }
  ],
  [JINA.keyRefused, { status: 424, error: { details: { reason: 'authentication_failed', suggestions: [/JINA_API_KEY/] } } }],
  [JINA.balanceUsedUp, { status: 424, error: { details: { reason: 'authentication_failed', retryable: false } } }],
  [JINA.overBudget, { status: 422, error: { details: { reason: 'cannot_be_honoured' } } }],
  [JINA.tooLarge, { status: 422, error: { details: { reason: 'cannot_be_honoured' } } }],
  [JINA.slowPage, { status: 504, error: { details: { reason: 'network_timeout' } } }],
  [JINA.rateLimited, { status: 429, error: { details: { reason: 'rate_limit_exceeded', retry_after_ms: 21_000 } } }],
  [JINA.privateAddress, { status: 403, error: { details: { reason: 'address_refused' } } }],
  [JINA.unavailable, { status: 502, error: { code: 'WEB_SERVER_ERROR' } }],
  [JINA.edgeTimeout, { status: 504, error: { details: { reason: 'network_timeout' } } }],
  [JINA.emptyPage, { status: 200, data: { content: '', title: null, warnings: [/no readable text/] } }],
  [
    JINA.page,
    {
      status: 200,
      data: {
        title: 'Lights',
        language: 'en',
        content: 'The lamp is lit at dusk.',
        links: [{ text: 'All lights', url: 'https://lights.example/all' }],
        images: [{ text: 'lamp', url: 'https://lights.example/lamp.png' }]
      }
    }
  ],
  [JINA.plainPage, { status: 200, data: { title: 'Lights', content: /^The lamp is lit/ } }],
  [JINA.notFound, { status: 404, error: { details: { reason: 'upstream_not_found' } } }],
  [JINA.plainNotFound, { status: 404, error: { details: { reason: 'upstream_not_found', upstream: { status: 404 } } } }],
  [JINA.captcha, { status: 200, data: { warnings: [/CAPTCHA/] }, metadata: { warnings: [/CAPTCHA/] } }]
]

/** The result for each recorded response. */
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
  'read-200-empty-content.json': { status: 200, data: { content: '', title: null, warnings: [/no readable text/] } },
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

  t.test('every kind of response of Jina Reader', async t => {
    for (const [answer, expected] of ANSWERS) {
      await clear()
      await failNext({ path: '^/jina' }, answer)
      const input = { url: PAGE, reader: 'jina', no_cache: true, include_links: true, include_images: true }
      t.match(await call('read_url', input), expected, JSON.stringify(answer.body))
    }
  })

  t.test('every recorded response of Jina Reader', { skip }, async t => {
    const names = readdirSync(fixtures).filter(name => /^(err|read)-.*(?<!\.meta)\.(json|txt)$/.test(name))
    t.strictSame(names.toSorted(), Object.keys(EXPECTED).toSorted(), 'each has an expected result')
    for (const [name, expected] of Object.entries(EXPECTED)) {
      await t.test(name, async t => {
        await clear()
        await failNext({ path: '^/jina' }, webFixture('jina', name))
        t.match(await call('read_url', { url: PAGE, reader: 'jina', no_cache: true, include_links: true, include_images: true }), expected)
      })
    }
  })

  t.test('a page is requested with POST, with its complete query and fragment (web pitfall 8)', async t => {
    await clear()
    const url = `${PAGE}?a=1&b=%20c#part`
    t.equal((await call('read_url', { url, reader: 'jina' })).status, 200)
    t.match(await requests(), [{ method: 'POST', path: '/jina/', query: '', body: { url } }])
  })

  t.test('the content is the text, not the envelope (web pitfall 7)', async t => {
    const { data } = await call('read_url', { url: PAGE, reader: 'jina' })
    t.match(data.content, /^# Retries/)
    t.notMatch(data.content, /"code"/)
  })

  t.test('plain text, which Jina returns in another property, is the content', async t => {
    const { status, data, error } = await call('read_url', { url: PAGE, reader: 'jina', format: 'text' })
    t.equal(status, 200, error?.message)
    t.match(data, { title: 'Retries', content: /^Retries\n/ })
    t.notMatch(data.content, /^#/m)
    t.match(await call('read_url', { url: 'https://docs.example/none', reader: 'jina', format: 'text' }), { status: 404 })
  })

  t.test("a site's 404 is an error, even through Jina (web pitfall 7)", async t => {
    t.match(await call('read_url', { url: 'https://docs.example/none', reader: 'jina' }), {
      status: 404,
      error: { message: /docs\.example returned 404/ }
    })
  })

  t.test('a response without a page is a failure of Jina, not a page', async t => {
    await failNext({ path: '^/jina' }, { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Welcome to the proxy</html>' })
    t.match(await call('read_url', { url: PAGE, reader: 'jina', no_cache: true }), { status: 502, error: { code: 'WEB_SERVER_ERROR' } })
  })

  t.test('the embedded reader is the default without a key', async t => {
    t.match((await call('read_url', { url: PAGE })).data, { reader: 'embedded', title: 'Retries' })
  })
})

t.test('lists of links and images, which cost tokens, are requested on demand only', async t => {
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
