import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { Guard } from '../../../src/contract/runtime.ts'
import { createGuard } from '../../../src/lib/guard/guard.ts'
import { RESULT_BYTES, readEach } from '../../../src/tools/web/client/read-each.ts'
import { openWeb as connect, type WebCall } from '../../../src/tools/web/client/web.ts'
import { readByJina } from '../../../src/tools/web/jina/read.ts'
import { readEmbedded } from '../../../src/tools/web/reader/embedded.ts'
import { alice, refusal, silentLog } from '../../helpers/bulk.ts'
import { HOSTILE } from '../../helpers/hostile-urls.ts'
import { listen } from '../../helpers/listen.ts'
import { openWeb } from '../../helpers/web.ts'

const SETTINGS = {
  timeout: 10,
  max_retries: 0,
  verify_ssl: true,
  brave_url: 'https://api.search.brave.com',
  brave_requests_per_second: 1,
  jina_url: 'https://r.jina.ai',
  user_agent: 'Toolgate'
}

async function turnWith(guard: Guard, settings = {}): Promise<WebCall> {
  const client = await connect(
    { ...SETTINGS, ...settings },
    { instance: 'default', log: silentLog, budget: undefined, lane: 'calls', guard }
  )
  return { client, caller: alice, signal: AbortSignal.timeout(60_000), observe: () => undefined }
}

const ARTICLE = `<title>A page</title><article><h1>A page</h1><p>${'It says something, at some length, and then again. '.repeat(8)}</p></article>`

t.test('no reader calls a hostile URL (web pitfall 9)', async t => {
  const { call, clear, requests } = await openWeb(t)
  await clear()
  const all = Object.values(HOSTILE).flat()
  t.ok(all.length >= 60)
  for (const url of all) {
    for (const reader of ['embedded', 'jina'])
      t.match(
        await call('read_url', { url, reader }),
        { status: 403, error: { code: 'PERMISSION_ERROR', details: { reason: 'address_refused' } } },
        url
      )
  }
  for (const url of [
    'file:///etc/passwd',
    'ftp://example.com/',
    'data:text/html,hello',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'http://user:secret@example.com/'
  ])
    t.match(
      await call('read_url', { url }),
      { status: 400, error: { details: { reason: 'invalid_field_value', issues: [{ path: 'url' }] } } },
      url
    )
  t.same(await requests(), [])
})

t.test('a name that resolves to an internal address when it is called is refused, and the host receives nothing', async t => {
  const inside = await listen(t)
  let asked = 0
  const resolve = async () => [{ address: asked++ === 0 ? '93.184.215.14' : '127.0.0.1', family: 4 }]
  const guard = createGuard({ allow: [], resolve })
  const url = `http://rebind.test.org:${inside.port}/`
  await t.resolves(guard.check(url, { field: 'url' }))
  const turn = await turnWith(guard)
  await t.rejects(readEmbedded(url, { format: 'markdown', main_only: true }, turn), refusal('address_refused'))
  t.same(inside.seen, [])
})

t.test('a page whose name cannot be resolved is not passed to Jina, which may be internal (web pitfall 9)', async t => {
  const jina = await listen(t)
  const resolve = () => Promise.reject(Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' }))
  const turn = await turnWith(createGuard({ allow: [], resolve }), { jina_url: jina.url })
  await t.rejects(
    readByJina(
      'http://mallory.test.org/',
      { format: 'markdown', main_only: true, include_links: false, include_images: false, no_cache: false },
      turn
    ),
    refusal('connection_failed', { message: /mallory\.test\.org/ })
  )
  t.same(jina.seen, [])
})

t.test('the embedded reader with all kinds of responses', async t => {
  const inside = await listen(t)
  const { url, port, seen } = await listen(t, async (response, { url: asked }) => {
    const [, kind = '', rest = ''] = asked.split('/')
    const html = { 'content-type': 'text/html; charset=utf-8' }
    if (kind === 'status') response.writeHead(Number(rest), { ...html, 'retry-after': '7' }).end('<h1>the error page</h1>')
    else if (kind === 'to') response.writeHead(302, { location: decodeURIComponent(rest) }).end()
    else if (kind === 'far') response.writeHead(302, { location: `/${'a'.repeat(3_000)}` }).end()
    else if (kind === 'loop') response.writeHead(302, { location: '/loop' }).end()
    else if (kind === 'slow') await sleep(5_000, undefined, { ref: false })
    else if (kind === 'long') response.writeHead(200, { 'content-type': 'text/plain' }).end('a'.repeat(1_000_000))
    else if (kind === 'cut') response.writeHead(200, { ...html, 'content-length': '99999' }).write('<p>half', () => response.destroy())
    else response.writeHead(200, html).end(ARTICLE)
  })
  const { call } = await openWeb(t, { allowPrivate: [`127.0.0.1:${port}`], settings: { timeout: 1 } })
  const read = (path: string, more = {}) => call('read_url', { url: `${url}/${path}`, ...more })

  const REFUSED: Record<number, [number, string]> = {
    400: [422, 'cannot_be_honoured'],
    401: [422, 'cannot_be_honoured'],
    403: [422, 'cannot_be_honoured'],
    404: [404, 'upstream_not_found'],
    410: [410, 'upstream_gone'],
    429: [429, 'rate_limit_exceeded'],
    451: [422, 'cannot_be_honoured'],
    500: [502, 'server_error'],
    503: [502, 'server_error'],
    504: [504, 'network_timeout']
  }
  for (const [status, [ours, reason]] of Object.entries(REFUSED)) {
    t.test(`a site's ${status} is an error, and its error page is not content (web pitfall 7)`, async t => {
      const { status: returned, error, text } = await read(`status/${status}`)
      t.equal(returned, ours)
      t.match(error, {
        message: new RegExp(`returned ${status}`),
        details: { reason, source: 'upstream', upstream: { status: Number(status) } }
      })
      t.notMatch(text, /error page/)
    })
  }

  t.test('the Retry-After of a site is returned', async t => t.equal((await read('status/429')).error.details.retry_after_ms, 7_000))

  t.test('a redirect is followed, and the final URL returned', async t => {
    t.match((await read(`to/${encodeURIComponent('/page')}`)).data, {
      requested_url: `${url}/to/%2Fpage`,
      url: `${url}/page`,
      title: 'A page'
    })
  })

  t.test('a redirect to an internal host is refused, and the host receives nothing (web pitfall 9)', async t => {
    for (const target of [inside.url, `http://0x7f.1:${inside.port}/`, 'http://169.254.169.254/', 'http://localhost/'])
      t.match(await read(`to/${encodeURIComponent(target)}`), { status: 403, error: { details: { reason: 'address_refused' } } }, target)
    t.same(inside.seen, [])
  })

  t.test('a redirect to an invalid web URL is a failure of the site', async t => {
    const paths = ['file:///etc/passwd', 'http://user:secret@example.com/'].map(target => `to/${encodeURIComponent(target)}`)
    for (const path of [...paths, 'far'])
      t.match(await read(path), {
        status: 422,
        error: { message: /^127\.0\.0\.1:\d+ redirects to/, details: { reason: 'cannot_be_honoured', source: 'upstream' } }
      })
  })

  t.test('endless redirects are given up', async t =>
    t.match(await read('loop'), { status: 502, error: { message: /redirected more than/ } })
  )

  t.test('a site that does not respond in time is 504, not 500 (web pitfall 10)', async t => {
    t.match(await read('slow'), { status: 504, error: { code: 'TIMEOUT_ERROR', details: { reason: 'network_timeout' } } })
  })

  t.test('a page whose connection breaks is an error, not half a page', async t => t.match(await read('cut'), { status: 502 }))

  t.test('a site receives only a user agent and the accepted types', async t => {
    await read('page', { no_cache: true })
    const headers = seen.at(-1)?.headers
    t.match(headers, { 'user-agent': /Toolgate/, accept: /text\/html/ })
    t.notOk(headers?.authorization ?? headers?.cookie ?? headers?.referer)
  })

  t.test('a page is fetched once while it is cached, and again with no_cache', async t => {
    const count = () => seen.filter(({ url: asked }) => asked === '/fresh').length
    await read('fresh')
    await read('fresh', { max_chars: 100 })
    t.equal(count(), 1)
    await read('fresh', { no_cache: true })
    t.equal(count(), 2)
  })

  t.test('several pages are returned in order, each with its own failure', async t => {
    const urls = ['page', 'status/404', 'to/file%3A%2F%2F%2Fetc%2Fpasswd', 'page?2'].map(path => `${url}/${path}`)
    const { status, data } = await call('read_urls', { urls, max_chars: 100 })
    t.equal(status, 200)
    t.same(
      data.results.map(({ url }: { url: string }) => url),
      urls
    )
    t.match(data, {
      succeeded: 2,
      results: [
        { page: { title: 'A page' }, error: null },
        { page: null, error: { reason: 'upstream_not_found' } },
        { error: { reason: 'cannot_be_honoured' } },
        {}
      ]
    })
  })

  t.test('many long pages share the limit of one response and report where to continue', async t => {
    const urls = Array.from({ length: 12 }, (_none, at) => `${url}/long/${at}`)
    for (const more of [{ max_chars: 9_999_999 }, { max_chars: 10_000_000 }]) {
      const { data, metadata } = await call('read_urls', { urls, ...more })
      t.equal(data.succeeded, 12)
      t.match(
        metadata.truncated,
        { reason: 'size', omitted: 12 * (1_000_000 - 833_333), hint: /web_read_url/ },
        'what is omitted is reported'
      )
      for (const { page } of data.results) {
        t.equal(page.content.length, 833_333)
        t.match(page, { content_length: 1_000_000, next_offset: 833_333 })
      }
    }
  })

  t.test('21 pages are refused, and so is a duplicate', async t => {
    t.match(await call('read_urls', { urls: Array.from({ length: 21 }, (_none, at) => `${url}/${at}`) }), { status: 400 })
    t.match(await call('read_urls', { urls: [`${url}/a`, `${url}/a`] }), { status: 400 })
  })
})

t.test('a page is rendered as Markdown on request', async t => {
  const { call } = await openWeb(t)
  const { text } = await call('read_url', { url: 'https://docs.example/gateways/rate-limits' }, { accept: 'text/markdown' })
  t.match(text, /^# Rate limits & how to live with them\n\n<https/)
  t.notMatch(text, /# Rate limits[\s\S]*# Rate limits/)
  t.match(text, /\| Retry-After \| seconds, or a date \|/)
})

t.test('a page of a million short paragraphs is kept in part and does not block the event loop', async t => {
  const { url, port } = await listen(t, response => response.setHeader('content-type', 'text/plain').end('a\n\n'.repeat(1_000_000)))
  const turn = await turnWith(createGuard({ allow: [`127.0.0.1:${port}`] }))
  const action = { reader: null, format: 'markdown', main_only: true, max_chars: RESULT_BYTES } as const
  const before = process.threadCpuUsage()
  const [result] = await Array.fromAsync(readEach([{ id: url, display_name: url }], action, turn))
  t.ok(process.threadCpuUsage(before).user < 5_000_000, 'the main thread has little to do with it')
  t.match(result, { outcome: 'succeeded', data: { content_length: 2_999_998 } })
})
