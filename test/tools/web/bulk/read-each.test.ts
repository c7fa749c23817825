import t from 'tap'
import type { Received } from '../../../../sandbox/control/requests.ts'
import { SITES } from '../../../../sandbox/web/corpus.ts'
import { buildServer } from '../../../../sandbox/web/server.ts'
import adapter from '../../../../src/tools/web/bulk/read-each.ts'
import { web } from '../../../../src/tools/web/tool.ts'
import { alice, runToEnd, startBulk } from '../../../helpers/bulk.ts'
import { listen } from '../../../helpers/listen.ts'
import { clientOf, controlOf } from '../../../helpers/sandbox-control.ts'
import type { Recorded } from '../../../helpers/web.ts'
import { JINA } from '../../../helpers/web-responses.ts'
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
    { input: {}, path: 'urls' }
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
