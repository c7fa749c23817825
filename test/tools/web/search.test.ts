import { readdirSync } from 'node:fs'
import t from 'tap'
import { KEY } from '../../../sandbox/web/brave.ts'
import { buildServer } from '../../../sandbox/web/server.ts'
import { startApp } from '../../helpers/app.ts'
import { definitionsOf } from '../../helpers/definitions.ts'
import { outside } from '../../helpers/outside.ts'
import { webFixture } from '../../helpers/recorded-web.ts'
import { openWeb, type Recorded } from '../../helpers/web.ts'
import { BRAVE } from '../../helpers/web-responses.ts'

const { path: fixtures, skip } = outside('fixtures/brave')

/** The result for each response. */
const ANSWERS: readonly (readonly [Recorded, object])[] = [
  [BRAVE.notInPlan, { status: 403, error: { details: { reason: 'insufficient_permissions', suggestions: [/extra_snippets/] } } }],
  [BRAVE.offsetTooLarge, { status: 422, error: { details: { reason: 'upstream_refused', issues: [{ path: 'page' }] } } }],
  [BRAVE.tokenInvalid, { status: 424, error: { code: 'AUTHENTICATION_ERROR', details: { suggestions: [/BRAVE_API_KEY/] } } }],
  [BRAVE.tokenMissing, { status: 424 }],
  [BRAVE.countryUnknown, { status: 422, error: { details: { issues: [{ path: 'country', expected: /'AR' or 'AU'/ }] } } }],
  [BRAVE.rateLimited, { status: 429, error: { details: { reason: 'rate_limit_exceeded', retry_after_ms: 1_000 } } }],
  [BRAVE.quotaUsedUp, { status: 429, error: { details: { quota: true, retryable: false, retry_after_ms: 864_000_000 } } }],
  [BRAVE.gatewayHtml, { status: 502, error: { code: 'WEB_SERVER_ERROR', message: /502 Bad Gateway/ } }],
  [
    BRAVE.twoPages,
    {
      status: 200,
      data: {
        results: [
          { title: 'Light & lens', url: 'https://lights.example/lens?a=1&b=2', description: 'A lens of "Fresnel".', site_name: 'Lights' },
          { description: '', extra_snippets: ['Who kept the light', 'And when'] }
        ]
      },
      metadata: { rate_limit: { limit: 2_000, remaining: 1_234 } }
    }
  ],
  [BRAVE.spelledOtherwise, { status: 200, data: { query: { original: 'ligthouse', altered: 'lighthouse' } } }],
  [BRAVE.noWebKey, { status: 200, data: { results: [], next_page: null } }],
  [BRAVE.emptyWeb, { status: 200, data: { results: [], next_page: null } }]
]

const SEARCHES: Readonly<Record<string, object>> = {
  'err-400-option-not-in-plan.json': {
    status: 403,
    error: { details: { reason: 'insufficient_permissions', suggestions: [/extra_snippets/] } }
  },
  'err-422-offset-10.json': {
    status: 422,
    error: { details: { reason: 'upstream_refused', issues: [{ path: 'page', message: /less than or equal to 9/ }] } }
  },
  'err-422-token-invalid.json': {
    status: 424,
    error: { code: 'AUTHENTICATION_ERROR', details: { reason: 'authentication_failed', suggestions: [/BRAVE_API_KEY/] } }
  },
  'err-422-validation-country.json': { status: 422, error: { details: { issues: [{ path: 'country', expected: /'AR', 'AU'/ }] } } },
  'err-422-validation-missing-token.json': { status: 424 },
  'err-429-quota-limited.json': {
    status: 429,
    error: { details: { reason: 'rate_limit_exceeded', quota: true, retryable: false, retry_after_ms: 1_419_704_000 } }
  },
  'err-429-rate-limited.json': { status: 429, error: { details: { reason: 'rate_limit_exceeded', retry_after_ms: 1_000 } } },
  'err-500-html.txt': { status: 502, error: { code: 'WEB_SERVER_ERROR', message: /502 Bad Gateway/ } },
  'web-200-doc-example.json': {
    status: 200,
    data: {
      next_page: 2,
      query: { altered: 'python web frameworks' },
      results: [{ title: 'Top Python Web Frameworks', age: '2 days ago' }]
    }
  },
  'web-200-empty-results.json': { status: 200, data: { results: [], next_page: null } },
  'web-200-locations.json': { status: 200 },
  'web-200-no-locations-fallback.json': { status: 200 },
  'web-200-no-web-key.json': { status: 200, data: { results: [], next_page: null } },
  'web-200-spellcheck-altered.json': {
    status: 200,
    data: { query: { original: 'fastfy', altered: 'fastify' }, results: [{ title: 'Result 1 & more', description: '' }] }
  },
  'web-200-two-results.json': {
    status: 200,
    data: {
      results: [
        {
          title: 'Result 1 & more',
          url: 'https://site1.example.com/path?a=1&b=1',
          description: 'Snippet 1 with "entities" and text.',
          age: 'April 12, 2025',
          site_name: 'Site 1'
        },
        { extra_snippets: ['Extra one', 'Extra two'] }
      ]
    },
    metadata: { rate_limit: { limit: 15_000, remaining: 14_523 } }
  }
}

const PLACES: Readonly<Record<string, object>> = {
  'pois-200-doc-example.json': {
    data: {
      results: [
        {
          title: 'Park Mediterranean Grill',
          address: '123 Main St, San Francisco, CA 94102',
          phone: '+1 415-555-0123',
          rating: 4.5,
          review_count: 234,
          opening_hours: ['Monday 07:00-21:00'],
          latitude: 37.7749,
          distance: '0.3 miles'
        }
      ]
    }
  },
  'pois-200-sparse.json': { data: { results: [{ title: 'Park Mediterranean Grill' }] } },
  'descriptions-200-with-null.json': {}
}

t.test('every kind of response of Brave', async t => {
  const { call, clear, failNext } = await openWeb(t)
  for (const [answer, expected] of ANSWERS) {
    await clear()
    await failNext({ path: 'web/search' }, answer)
    t.match(await call('search', { query: 'anything' }), expected, JSON.stringify(answer.body))
  }
  await clear()
  await failNext({ path: 'web/search' }, BRAVE.places)
  await failNext({ path: 'local/pois' }, BRAVE.sparsePlaces)
  await failNext({ path: 'local/descriptions' }, BRAVE.sparseDescriptions)
  const { status, data } = await call('local_search', { query: 'anything' })
  t.match({ status, data }, { status: 200, data: { source: 'local', note: null } })
  t.match(data.results, [
    { title: 'Pier Kitchen', address: '1 Pier Road, Harbourtown', rating: 4.5, description: 'Fish & chips' },
    { title: 'Quay Rooms', address: null, phone: null, rating: null, opening_hours: [], description: null }
  ])
  await clear()
  await failNext({ path: 'web/search' }, BRAVE.spelledOtherwise)
  const pages = await call('local_search', { query: 'anything' })
  t.match(pages.data, { source: 'web', note: 'No local results found, showing web results', results: [{ title: 'Lighthouse' }] })
})

const asAnswer = (name: string) => webFixture('brave', name)

t.test('every recorded response of Brave', { skip }, async t => {
  const { call, clear, failNext } = await openWeb(t)
  const names = readdirSync(fixtures).filter(name => /(?<!\.meta)\.(json|txt)$/.test(name))
  t.strictSame(names.toSorted(), [...Object.keys(SEARCHES), ...Object.keys(PLACES)].toSorted(), 'each has an expected result')
  for (const [name, expected] of Object.entries(SEARCHES)) {
    await t.test(name, async t => {
      await clear()
      await failNext({ path: 'web/search' }, asAnswer(name))
      t.match(await call('search', { query: 'anything' }), expected)
    })
  }
  await t.test('places: sparse ones, in another order, with null among their descriptions (web pitfalls 2 and 5)', async t => {
    await clear()
    const sparse = webFixture('brave', 'pois-200-sparse.json')
    const { results }: { results: { id: string }[] } = Object(sparse.body)
    const found = results.map(({ id }) => ({ id }))
    await failNext({ path: 'web/search' }, { status: 200, body: { type: 'search', query: {}, locations: { results: found } } })
    await failNext({ path: 'local/pois' }, { ...sparse, body: { type: 'local_pois', results: [null, ...results.toReversed()] } })
    await failNext({ path: 'local/descriptions' }, asAnswer('descriptions-200-with-null.json'))
    const { status, data } = await call('local_search', { query: 'anything' })
    t.equal(status, 200)
    t.match(data, {
      source: 'local',
      note: null,
      results: [
        { id: found[0]?.id, title: 'Park Mediterranean Grill', description: /cozy neighborhood/ },
        { id: found[1]?.id, title: 'Second Cafe', address: null, phone: null, rating: null, opening_hours: [], description: null },
        { id: found[2]?.id, title: 'Third Place', rating: 3, best_rating: null, opening_hours: ['Monday 07:00-21:00'], phone: null }
      ]
    })
  })
  await t.test("the place of the vendor's example", async t => {
    await clear()
    const poi = webFixture('brave', 'pois-200-doc-example.json')
    const { results }: { results: { id: string }[] } = Object(poi.body)
    await failNext(
      { path: 'web/search' },
      { status: 200, body: { type: 'search', query: {}, locations: { results: results.map(({ id }) => ({ id })) } } }
    )
    await failNext({ path: 'local/pois' }, poi)
    await failNext({ path: 'local/descriptions' }, { status: 200, body: { type: 'local_descriptions', results: [] } })
    t.match(await call('local_search', { query: 'anything' }), { status: 200, ...PLACES['pois-200-doc-example.json'] })
  })
  await t.test('no places are pages, with a note', async t => {
    await clear()
    await failNext({ path: 'web/search' }, asAnswer('web-200-no-locations-fallback.json'))
    const { data } = await call('local_search', { query: 'anything' })
    t.match(data, { source: 'web', note: 'No local results found, showing web results' })
    t.ok(data.results.length > 0)
  })
})

t.test('searching the sample pages', async t => {
  const { call, clear, failNext, requests, byName } = await openWeb(t)
  const queries = async () => (await requests()).map(({ query }) => new URLSearchParams(query))
  t.beforeEach(() => clear())

  t.test('an offset that is a multiple of count is a page (web pitfall 1)', async t => {
    t.match(await call('search', { query: 'gateway', count: 1, offset: 1 }), { status: 200, data: { page: 2 } })
    t.equal((await queries())[0]?.get('offset'), '1')
  })

  t.test('an offset within a page, or after the last one, is an error with the valid values (web pitfall 1)', async t => {
    for (const offset of [5, 100])
      t.match(await call('search', { query: 'gateway', count: 10, offset }), {
        status: 400,
        error: { details: { issues: [{ path: 'offset', expected: /multiple of 10 below 100, or page/ }] } }
      })
    t.match(await call('search', { query: 'gateway', page: 2, offset: 10 }), { status: 400 })
    t.same(await requests(), [])
  })

  t.test('the last page has no next one', async t => {
    t.match((await call('search', { query: 'gateway', count: 1 })).data, { page: 1, next_page: 2 })
    t.match((await call('search', { query: 'gateway', count: 1, page: 2 })).data, { page: 2, next_page: null })
  })

  t.test('Brave is asked for plain words, and entities are decoded (web pitfall 3)', async t => {
    const { data } = await call('search', { query: 'rate limits live' })
    t.equal((await queries())[0]?.get('text_decorations'), 'false')
    t.equal(data.results[0].title, 'Rate limits & how to live with them')
  })

  t.test('details of places are requested one after another, with separate ID parameters (web pitfalls 4 and 5)', async t => {
    const { data } = await call('local_search', { query: 'coffee' })
    t.same(
      (await requests()).map(({ path }) => path.split('/').at(-1)),
      ['search', 'pois', 'descriptions']
    )
    t.same((await queries())[1]?.getAll('ids'), ['locCOPPERKETTLE=', 'locANCHORCOFFEE='])
    t.match((await requests())[1]?.query, /%3D/)
    t.match(data.results, [
      { title: 'The Copper Kettle', description: /six/ },
      { title: 'Anchor Coffee', description: null }
    ])
  })

  t.test('markdown describes places (web pitfall 3)', async t => {
    const results = [{ id: 'locCOPPERKETTLE=', type: 'local_description', description: '<strong>Tea</strong> &amp; cakes' }]
    await failNext({ path: 'local/descriptions' }, { status: 200, body: { type: 'local_descriptions', results } })
    t.match((await call('local_search', { query: 'coffee old town' })).data.results, [{ description: 'Tea & cakes' }])
  })

  t.test('without descriptions, the places are returned with a warning (web pitfall 4)', async t => {
    await failNext({ path: 'local/descriptions' }, BRAVE.rateLimited)
    const { data, metadata } = await call('local_search', { query: 'coffee old town' })
    t.match(data.results, [{ title: 'The Copper Kettle', description: null }])
    t.match(metadata.warnings, [/descriptions/])
  })

  t.test('51 words are refused before a request is sent', async t => {
    t.match(await call('search', { query: 'word '.repeat(51) }), {
      status: 400,
      error: { details: { issues: [{ path: 'query', expected: /50 words/ }] } }
    })
    t.same(await requests(), [])
  })

  t.test("the seed's tools answer by their own names", async t => {
    t.match(await byName('brave_web_search', { query: 'harbour bridge', count: 10, offset: 0 }), {
      status: 200,
      data: { results: [{ title: /Harbour/ }] }
    })
    t.match(await byName('brave_local_search', { query: 'coffee old town' }), {
      status: 200,
      data: { results: [{ title: 'The Copper Kettle', rating: 4.5 }] }
    })
    t.match(await byName('jina_read_url', { url: 'https://docs.example/gateways/retries' }), {
      status: 200,
      data: { content: /^# Retries\n\nA read may be sent again/ }
    })
  })
})

t.test('a rate limit is waited for, a quota is not retried (web pitfall 6)', async t => {
  const { call, clear, failNext, requests } = await openWeb(t, { settings: { max_retries: 2 } })
  await failNext({ path: 'web/search' }, BRAVE.rateLimited)
  t.equal((await call('search', { query: 'gateway' })).status, 200)
  t.equal((await requests()).length, 2)
  await clear()
  await failNext({ path: 'web/search' }, BRAVE.quotaUsedUp, 5)
  t.equal((await call('search', { query: 'gateway' })).status, 429)
  t.equal((await requests()).length, 1)
})

t.test('an invalid key is 424, and it is in no response and no log (web pitfalls 6 and 9)', async t => {
  const lines: object[] = []
  const { call } = await openWeb(t, { settings: { brave_api_key: 'a-secret-that-is-wrong' }, onLog: line => lines.push(line) })
  const { status, text } = await call('search', { query: 'gateway' })
  t.equal(status, 424)
  t.notMatch(text + JSON.stringify(lines), /a-secret-that-is-wrong/)
})

t.test('without a key, search explains what to set, and reading works', async t => {
  const { call } = await openWeb(t, { settings: { brave_api_key: undefined } })
  t.match(await call('search', { query: 'gateway' }), {
    status: 503,
    error: { code: 'CONFIGURATION_ERROR', details: { suggestions: [/BRAVE_API_KEY/, /read_url/] } }
  })
  t.equal((await call('read_url', { url: 'https://docs.example/gateways/retries' })).status, 200)
})

t.test('on a plan of one request per second, all details of places are still fetched (web pitfall 4)', async t => {
  const server = buildServer({ limits: { per_second: 1, per_month: 15_000 } })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const { app } = await startApp(t, { environment: { BRAVE_URL: `${address}/brave`, BRAVE_API_KEY: KEY } })
  const { statusCode, body } = await app.inject('/v1/web/local-search?query=coffee')
  t.equal(statusCode, 200)
  t.match(JSON.parse(body), { data: { results: [{ description: /six/ }, {}] }, metadata: { warnings: undefined } })
})

t.test('no job stores what Brave returns (web pitfall 10)', async t => {
  const { call, byName, requests, clear } = await openWeb(t)
  const transient = (await definitionsOf('web')).flatMap(definition =>
    'transient' in definition && definition.transient ? [definition] : []
  )
  t.strictSame(transient.map(({ id }) => id).toSorted(), ['web_local_search', 'web_search'])
  for (const { id, name } of transient) {
    for (const more of [{ mode: 'async' }, { mode: 'async', wait: 5 }])
      t.match(await byName(id, { query: 'gateway', ...more }), { status: 400, error: { details: { issues: [{ path: 'mode' }] } } }, id)
    t.same(await requests(), [], 'nothing was asked')
    const answer = await call(name, { query: 'gateway' }, { prefer: 'respond-async' })
    t.equal(answer.status, 200, 'a preference need not be met')
    await clear()
  }
})
