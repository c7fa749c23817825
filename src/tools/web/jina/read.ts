import { JINA_PATH } from '../client/services.ts'
import type { Turn } from '../client/web.ts'
import { ofSite } from '../failures.ts'
import { RULES, standInFor } from '../reader/fetch.ts'
import type { ReadPage, Wish } from '../reader/page.ts'
import { pageIn } from './envelope.ts'

export interface JinaWish extends Wish {
  include_links: boolean
  include_images: boolean
  no_cache: boolean
}

/** Lets Jina read a page. By POST, since in a path the query and the fragment of the URL would be taken for its own. */
export async function readByJina(url: string, wish: JinaWish, { client, signal, observe }: Turn): Promise<ReadPage> {
  // An address inside is nobody's business outside; and a reader inside, of our own, could reach it.
  if (standInFor(url, client.settings.pages_url) === undefined)
    await client.guard.check(url, { ...RULES, sure: true }).catch(error => {
      throw ofSite(error, url)
    })
  const { body, rate_limit } = await client.jina.request({
    method: 'POST',
    path: JINA_PATH,
    json: { url },
    headers: headersOf(wish, client.settings.timeout),
    reads: true,
    signal
  })
  if (rate_limit) observe(rate_limit)
  return pageIn(body, url)
}

/** Lists of links and pictures are tokens that somebody pays for. */
const headersOf = ({ format, include_links, include_images, no_cache }: JinaWish, timeout: number): Record<string, string> => ({
  'x-return-format': format,
  'x-timeout': String(Math.min(180, Math.ceil(timeout))),
  ...(include_links && { 'x-with-links-summary': 'true' }),
  ...(include_images && { 'x-with-images-summary': 'true' }),
  ...(no_cache && { 'x-no-cache': 'true' })
})
