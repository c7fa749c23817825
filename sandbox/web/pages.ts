import type { FastifyInstance } from 'fastify'
import { SITES } from './corpus.ts'
import { siteAt } from './find.ts'

/** Serves the sample pages, below the name of their host, with menus and similar elements around the article. */
export function pageRoutes(app: FastifyInstance): void {
  app.get<{ Params: { host: string; '*': string } }>('/pages/:host/*', async ({ params }, reply) => {
    if (params['*'] === 'sitemap.xml') return reply.type('application/xml').send(sitemapOf(params.host))
    const site = siteAt(`https://${params.host}/${params['*']}`)
    if (!site) return reply.code(404).type('text/html; charset=utf-8').send('<h1>Not Found</h1>')
    const head = `<title>${escaped(site.title)}</title><meta name="description" content="${escaped(site.description)}"><meta property="og:site_name" content="${site.site_name}">`
    const around = '<nav><a href="/">Home</a> <a href="/about">About</a></nav>'
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="${site.language}"><head>${head}</head><body>${around}<main><article>${site.html}</article></main><footer>© 2026</footer></body></html>`
      )
  })
}

function sitemapOf(host: string): string {
  const urls = SITES.map(({ url }) => url).filter(url => new URL(url).host === host)
  const rows = urls.map(url => `<url><loc>${escaped(url)}</loc></url>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${rows}</urlset>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
