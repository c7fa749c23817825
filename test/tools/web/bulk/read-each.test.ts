import t from 'tap'
import type { Received } from '../../../../sandbox/control/requests.ts'
import { SITES } from '../../../../sandbox/web/corpus.ts'
import { buildServer } from '../../../../sandbox/web/server.ts'
import { createGuard } from '../../../../src/lib/guard/guard.ts'
import adapter from '../../../../src/tools/web/bulk/read-each.ts'
import { pagesArchive } from '../../../../src/tools/web/client/download.ts'
import { listedUrls } from '../../../../src/tools/web/client/list-urls.ts'
import { openWeb } from '../../../../src/tools/web/client/web.ts'
import { web } from '../../../../src/tools/web/tool.ts'
import { alice, runToEnd, silentLog, startBulk, until } from '../../../helpers/bulk.ts'
import { listen } from '../../../helpers/listen.ts'
import { clientOf, controlOf } from '../../../helpers/sandbox-control.ts'
import type { Recorded } from '../../../helpers/web.ts'
import { JINA } from '../../../helpers/web-responses.ts'
import { filesIn } from '../../../helpers/zip.ts'
import { adapterContract } from '../../../jobs/adapter-contract.ts'

const URLS = SITES.slice(0, 3).map(({ url }) => url)
const NO_LIST = 'the URLs are part of the call and listed without a request'

/** The page that a request is for. */
const readIn = ({ body }: Received): string | undefined => URLS.find(url => JSON.stringify(body).includes(`"${url}"`))

adapterContract(t, {
  adapter,
  async open(t) {
    const server = buildServer()
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    t.teardown(() => server.close())
    const control = controlOf(address)
    const client = await clientOf(t, web, { jina_url: `${address}/jina`, pages_url: `${address}/pages`, max_retries: 0 })
    const byJina = (id: string, answer: Recorded) => control.failNext({ path: '^/jina', body: id }, answer, 9)
    return {
      client,
      requestLog: control,
      // Its effect: which pages were read.
      state: async () => [...new Set((await control.requests()).map(request => readIn(request)))].toSorted(),
      fail: {
        item: id => byJina(id, JINA.notFound),
        rate_limit: id => byJina(id, JINA.rateLimited),
        credential: id => byJina(id, JINA.keyRefused)
      }
    }
  },
  classify(request) {
    const id = readIn(request)
    return id === undefined ? { kind: 'other' } : { kind: 'write', ids: [id] }
  },
  good: { urls: URLS, reader: 'jina' },
  nothing: { urls: [], reader: 'embedded' },
  names: [],
  refused: [
    { input: { urls: ['docs.example/a'] }, path: 'urls[0]' },
    { input: { urls: [...URLS, 'ftp://docs.example/'] }, path: 'urls[3]' },
    { input: {}, path: 'urls' },
    { input: { source_url: 'ftp://docs.example/sitemap.xml' }, path: 'source_url' },
    { input: { source_url: 'https://docs.example/sitemap.xml', url_prefix: 'docs.example/' }, path: 'url_prefix' },
    { input: { urls: URLS, url_prefix: 'https://docs.example/' }, path: 'url_prefix' }
  ],
  unknown_names: [],
  without: {
    'count sends no more requests than the listing': NO_LIST,
    'nextBatch never fetches all items at once': NO_LIST,
    "count throws the system's error if it fails": NO_LIST,
    'a failed count is reported on the job': NO_LIST,
    'executeBatch a second time reports finished items as skipped': 'a page that is read again may have changed',
    'a write whose response was lost is unknown and never sent again': 'reading changes nothing, so it can be repeated'
  }
})

t.test('an unreachable site, a hostile URL and the limit of one site fail their own pages, and the others are read', async t => {
  const { url, port } = await listen(t, (response, { url: asked }) => {
    if (asked === '/busy') response.writeHead(429, { 'retry-after': '3600' }).end()
    else if (asked === '/broken') response.writeHead(500).end()
    else response.setHeader('content-type', 'text/html').end(`<title>${asked}</title><p>${'All is well here. '.repeat(2_000)}</p>`)
  })
  const client = await clientOf(t, web, {}, [`127.0.0.1:${port}`])
  const { jobs, request } = await startBulk(t, [adapter], { client })
  const urls = [`${url}/a`, `${url}/busy`, `${url}/broken`, 'http://169.254.169.254/', `${url}/b`]
  const input = { urls, format: 'markdown', main_only: true }
  const options = { dry_run: false, max_items: 100, on_failure: 'ignore' } as const
  const job = await runToEnd(jobs, request(adapter, { input, options }))
  t.match(job, { status: 'completed', progress: { succeeded: 2, failed: 3 } })
  const { items } = await jobs.items(alice, job.id, { limit: 10 })
  t.match(items, [
    { item_id: urls[0], data: { title: '/a', untrusted: true } },
    { error: { reason: 'rate_limit_exceeded' } },
    { error: { reason: 'server_error' } },
    { error: { reason: 'address_refused' } },
    { data: { title: '/b' } }
  ])
  const [first] = items
  const kept = Object(first?.data)
  t.ok(kept.content.length > 5_000, 'more than other jobs store per item')
  t.ok(Buffer.byteLength(JSON.stringify(kept)) <= 16_384)
  t.ok(kept.next_offset < kept.content_length, 'and what is omitted is reported')
})

const urlset = (...urls: string[]): string => `<urlset>${urls.map(url => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
const LONG = 'A sentence of a long page. '.repeat(2_000)

t.test('the pages of a site map are read, and downloaded as Markdown files in full', async t => {
  const inside = await listen(t)
  const { url, port, seen } = await listen(t, (response, { url: asked }) => {
    if (asked === '/sitemap.xml')
      response.end(`<sitemapindex><sitemap><loc>${url}/1.xml</loc></sitemap><sitemap><loc>${url}/1.xml</loc></sitemap></sitemapindex>`)
    else if (asked === '/1.xml') response.end(urlset(`${url}/docs/a`, `${url}/docs/b?x=1`, `${url}/blog/c`, `${url}/docs/a`))
    else if (asked === '/hostile.xml') response.end(urlset(`${inside.url}/docs/x`))
    else if (asked === '/nested.xml') response.end(`<sitemapindex><sitemap><loc>${inside.url}/s.xml</loc></sitemap></sitemapindex>`)
    else if (asked === '/missing.bin') response.writeHead(404).end()
    else if (asked === '/many.xml')
      response.end(urlset(`${url}/blog/c`, ...Array.from({ length: 10_000 }, (_none, at) => `${url}/docs/${at}`)))
    else if (asked === '/endless.xml')
      response.end(
        `<sitemapindex>${Array.from({ length: 60 }, (_none, at) => `<sitemap><loc>${url}/${at}.xml</loc></sitemap>`).join('')}</sitemapindex>`
      )
    else response.setHeader('content-type', 'text/html').end(`<title>Page: ${asked}</title><main><h1>${asked}</h1><p>${LONG}</p></main>`)
  })
  const client = await clientOf(t, web, {}, [`127.0.0.1:${port}`])
  const { jobs, request } = await startBulk(t, [adapter], { client })
  const options = { dry_run: false, max_items: 100, on_failure: 'ignore' } as const
  const requestFor = (source_url: string, more: object = {}) =>
    request(adapter, { input: { source_url: `${url}${source_url}`, format: 'markdown', main_only: true, ...more }, options })
  const run = (source_url: string, more?: object) => runToEnd(jobs, requestFor(source_url, more))

  const job = await run('/sitemap.xml', { url_prefix: `${url.toUpperCase()}/docs/#part` })
  t.match(job, { status: 'completed', progress: { total: { value: 2 }, succeeded: 2 } })
  t.equal(seen.filter(({ url: asked }) => asked === '/1.xml').length, 1, 'a site map is fetched once')

  const { pages } = await jobs.results(alice, job.id, { outcome: 'succeeded' })
  const guard = createGuard({ allow: [`127.0.0.1:${port}`] })
  const settings = {
    timeout: 10,
    max_retries: 0,
    verify_ssl: true,
    brave_url: 'https://api.search.brave.com',
    brave_requests_per_second: 1,
    jina_url: 'https://r.jina.ai',
    user_agent: 'Toolgate'
  }
  const own = await openWeb(settings, { instance: 'default', log: silentLog, budget: undefined, lane: 'calls', guard })
  const call = { client: own, caller: alice, signal: AbortSignal.timeout(60_000), observe: () => undefined }
  const chunks = await Array.fromAsync(pagesArchive(pages, call))
  const files = filesIn(Buffer.concat(chunks))
  t.same([...files.keys()], ['127.0.0.1/docs_a.md', '127.0.0.1/docs_b_x=1.md'])
  const text = String(files.get('127.0.0.1/docs_a.md'))
  t.match(text, new RegExp(`^---\\ntitle: "Page: /docs/a"\\nurl: ${url}/docs/a\\n`))
  t.ok(text.length > LONG.length, 'all of a page that the job kept in part')

  t.match(await run('/hostile.xml'), { status: 'completed', progress: { failed: 1 } })
  for (const source of ['/nested.xml', '/endless.xml', '/missing.bin']) {
    const { id } = await jobs.create(requestFor(source))
    t.equal((await until(jobs, id, ['failed', 'awaiting_confirmation'])).status, 'failed', source)
  }
  const listed = (path: string, prefix = '') => listedUrls({ url: `${url}${path}`, prefix }, call)
  await t.rejects(listed('/endless.xml'), { message: /more than 50 site maps/, details: { suggestions: ['Use one of its site maps.'] } })
  await t.rejects(listed('/many.xml'), { message: /more than 10,000 URLs/, details: { suggestions: [/^Set url_prefix/] } })
  t.equal((await listed('/many.xml', `${url}/docs/`)).length, 10_000, 'URLs without the prefix do not count')
  t.same(inside.seen, [], 'no entry and no site map leads to an internal host')
})
