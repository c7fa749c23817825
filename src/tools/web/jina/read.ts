import { JINA_PATH } from '../client/services.ts'
import type { Turn } from '../client/web.ts'
import { ofSite } from '../failures.ts'
import { RULES, standInFor } from '../reader/fetch.ts'
import type { ReadPage, Wish } from '../reader/page.ts'
import { pageIn } from './envelope.ts'

export interface JinaWish extends Wish {
  no_cache: boolean
}

/** Lets Jina read a page. By POST, since in a path the query and the fragment of the URL would be taken for its own. */
export async function readByJina(url: string, { format, no_cache }: JinaWish, { client, signal, observe }: Turn): Promise<ReadPage> {
  // An address inside is nobody's business outside; and a reader inside, of our own, could reach it.
  if (standInFor(url, client.settings.pages_url) === undefined)
    await client.guard.check(url, { ...RULES, sure: true }).catch(error => {
      throw ofSite(error, url)
    })
  const { body, rate_limit } = await client.jina.request({
    method: 'POST',
    path: JINA_PATH,
    json: { url },
    headers: {
      'x-return-format': format,
      'x-with-links-summary': 'true',
      'x-with-images-summary': 'true',
      'x-timeout': String(Math.min(180, Math.ceil(client.settings.timeout))),
      ...(no_cache && { 'x-no-cache': 'true' })
    },
    reads: true,
    signal
  })
  if (rate_limit) observe(rate_limit)
  return pageIn(body, url)
}
