import t from 'tap'
import { KEY } from '../../../sandbox/web/brave.ts'
import { SITES } from '../../../sandbox/web/corpus.ts'
import { buildServer } from '../../../sandbox/web/server.ts'
import { fuzz } from '../fuzz/fuzz.ts'

const URLS = [...SITES.map(({ url }) => url), 'https://docs.example/none', 'http://169.254.169.254/', 'ftp://docs.example/', 'nowhere']

const DICTIONARY: Record<string, readonly unknown[]> = {
  url: URLS,
  urls: [URLS.slice(0, 3), URLS.slice(2)],
  query: ['gateway', 'coffee old town', '"rate limits" -x', 'word '.repeat(51), 'é \u0000'],
  offset: [0, 10, 15, 180],
  count: [1, 10, 20],
  country: ['NL', 'ALL', 'XX'],
  search_lang: ['en', 'pt-br', 'ja'],
  freshness: ['pd', '2026-01-01to2026-01-31'],
  instance: [undefined, 'sandbox']
}

t.test('the web', { timeout: 500_000 }, async t => {
  const app = buildServer()
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.close())
  await fuzz(t, {
    systems: ['web'],
    recall: name => DICTIONARY[name] ?? [],
    sandboxes: {
      web: { brave_url: `${address}/brave`, brave_api_key: KEY, jina_url: `${address}/jina`, pages_url: `${address}/pages`, max_retries: 0 }
    }
  })
})
