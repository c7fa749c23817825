import { gzipSync } from 'node:zlib'
import t from 'tap'
import { type ListLimits, listUrls } from '../../../src/tools/web/reader/list-urls.ts'

const URL_OF_LIST = 'https://site.example/list/'
const urlset = (...urls: string[]): string =>
  `<?xml version="1.0"?><urlset>${urls.map(url => `<url><loc> ${url} </loc><lastmod>2026</lastmod></url>`).join('')}</urlset>`
const LIMITS = { prefix: '', max_length: 1_024, max_urls: 100, max_sitemaps: 10 }
const list = (text: string | Uint8Array, limits: Partial<ListLimits> = {}) =>
  listUrls(typeof text === 'string' ? Buffer.from(text) : text, '', URL_OF_LIST, { ...LIMITS, ...limits })

t.test('the URLs of a site map, even of a compressed one, are listed, each once', t => {
  const map = urlset(
    'https://site.example/a?x=1&amp;y=2',
    'https://site.example/b#part',
    'https://site.example/b',
    'ftp://site.example/c',
    'javascript:x'
  )
  const urls = ['https://site.example/a?x=1&y=2', 'https://site.example/b']
  t.same(list(map), { urls, sitemaps: [] })
  t.same(list(gzipSync(map)), { urls, sitemaps: [] })
  t.throws(() => list(gzipSync(Buffer.alloc(51 * 1024 * 1024))), { message: /more than 50 MB/ })
  t.end()
})

t.test('an index of site maps and robots.txt refer to site maps', t => {
  const index = '<sitemapindex><sitemap><loc>https://site.example/1.xml</loc></sitemap></sitemapindex>'
  t.same(list(index), { urls: [], sitemaps: ['https://site.example/1.xml'] })
  t.same(list('User-agent: *\nDisallow: /x\nSitemap: https://site.example/s.xml\n'), { urls: [], sitemaps: ['https://site.example/s.xml'] })
  t.end()
})

t.test('the items of a feed, the lines of a text and the visible links of a page are listed', t => {
  t.same(list('<rss><channel><link>/</link><item><link>/1</link></item></channel></rss>').urls, ['https://site.example/1'])
  t.same(list('<feed><link href="/"/><entry><link rel="self" href="/1.json"/><link href="/1"/></entry></feed>').urls, [
    'https://site.example/1'
  ])
  t.same(list('https://site.example/1\nnot a URL\nhttps://site.example/2').urls, ['https://site.example/1', 'https://site.example/2'])
  const page =
    '<!doctype html><a href="one">One</a><a href="#top">Top</a><a href="/two#x">Two</a><a href="mailto:a@b.c">Mail</a><div style="display:none"><a href="/trap">x</a></div>'
  t.same(list(page).urls, ['https://site.example/list/one', 'https://site.example/two'])
  t.end()
})

t.test('of a long list, only the first URLs with the prefix are listed, and only the first site maps', t => {
  const at = (path: string, count: number) => Array.from({ length: count }, (_none, place) => `https://site.example/${path}/${place}`)
  const limits = { prefix: 'https://site.example/docs/', max_urls: 3, max_length: 40 }
  const urls = [...at('blog', 200), `https://site.example/docs/${'x'.repeat(40)}`, ...at('docs', 200)]
  const first = at('docs', 3)
  t.same(list(urlset(...urls), limits).urls, first, 'a site map')
  t.same(list(`<rss>${urls.map(url => `<item><link>${url}</link></item>`).join('')}</rss>`, limits).urls, first, 'a feed')
  t.same(list(urls.join('\r\n'), limits).urls, first, 'a text')
  const links = [URL_OF_LIST, ...at('docs', 3)].map(url => `<a href="${url}">x</a>`).join('')
  t.same(list(links, { max_urls: 3 }).urls, first, 'a page, whose own URL does not count')
  const sitemaps = at('maps', 200)
  const index = `<sitemapindex>${sitemaps.map(url => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`
  t.same(list(index, limits).sitemaps, sitemaps.slice(0, 10), 'an index')
  t.same(list(sitemaps.map(url => `Sitemap: ${url}`).join('\n')).sitemaps, sitemaps.slice(0, 10), 'robots.txt')
  t.end()
})
