import { JINA_PATH } from '../client/services.ts'
import type { WebCall } from '../client/web.ts'
import { ofSite } from '../errors.ts'
import { RULES, sandboxUrlFor } from '../reader/fetch.ts'
import type { ReadOptions, ReadPage } from '../reader/page.ts'
import { pageIn } from './envelope.ts'

export interface JinaWish extends ReadOptions {
  include_links: boolean
  include_images: boolean
  no_cache: boolean
}

/** Reads a page with Jina. Uses POST, because Jina would take the query and fragment of a URL in the path for its own. */
export async function readByJina(url: string, options: JinaWish, { client, signal, observe }: WebCall): Promise<ReadPage> {
  // Internal URLs must not be sent to an external reader, and a self-hosted one could reach them.
  if (sandboxUrlFor(url, client.settings.pages_url) === undefined)
    await client.guard.check(url, { ...RULES, must_resolve: true }).catch(error => {
      throw ofSite(error, url)
    })
  const { body, rate_limit } = await client.jina.request({
    method: 'POST',
    path: JINA_PATH,
    json: { url },
    headers: headersOf(options, client.settings.timeout),
    reads: true,
    signal
  })
  if (rate_limit) observe(rate_limit)
  return pageIn(body, url)
}

/** Lists of links and images cost tokens, so they are requested only on demand. */
const headersOf = ({ format, include_links, include_images, no_cache }: JinaWish, timeout: number): Record<string, string> => ({
  'x-return-format': format,
  'x-timeout': String(Math.min(180, Math.ceil(timeout))),
  ...(include_links && { 'x-with-links-summary': 'true' }),
  ...(include_images && { 'x-with-images-summary': 'true' }),
  ...(no_cache && { 'x-no-cache': 'true' })
})
