import { createHash } from 'node:crypto'
import type { BulkBatch, BulkPosition } from '../../../contract/bulk.ts'
import { MAX_ID } from '../../../contract/bulk.ts'
import { pageError } from '../errors.ts'
import { createFetcher } from '../reader/fetch.ts'
import type { WebCall } from './web.ts'

/** A site map or page whose URLs a job reads. */
interface Source {
  url: string
  /** Only URLs that start with it. */
  prefix: string
}

/** Maximum number of URLs that one job reads. */
const MAX_LISTED = 10_000
/** Maximum number of site maps, including source_url, that one site map leads to, and their nesting. */
const MAX_SITEMAPS = 50
const MAX_DEPTH = 3

const NARROWER = 'Set url_prefix, or use a smaller list, such as one of its site maps.'
const ONE_SITEMAP = 'Use one of its site maps.'
const SMALLER = 'Use a smaller list, such as one site map.'

/** Returns the URLs of a source, from the cache for a few minutes. */
export async function listedUrls(source: Source, call: WebCall): Promise<string[]> {
  const { lists } = call.client
  const name = JSON.stringify([source.url, source.prefix])
  const known = lists.get(name)
  if (known) return known
  const urls = await fetchUrls(source, call)
  lists.set(name, urls)
  return urls
}

/** Each site map is fetched like a page, so its URL is checked like that of a caller. */
async function fetchUrls({ url, prefix }: Source, call: WebCall): Promise<string[]> {
  const urls = new Set<string>()
  const seen = new Set([url])
  let level = [url]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw tooLarge(`refers to site maps of more than ${MAX_DEPTH} levels`, ONE_SITEMAP)
    const next: string[] = []
    for (const file of level) {
      const listed = await fetchList(file, prefix, call)
      for (const one of listed.urls) urls.add(one)
      if (urls.size > MAX_LISTED) throw tooLarge(`lists more than ${MAX_LISTED.toLocaleString('en')} URLs`, NARROWER)
      for (const one of listed.sitemaps) if (!seen.has(one)) next.push(one)
      for (const one of next) seen.add(one)
      if (seen.size > MAX_SITEMAPS) throw tooLarge(`refers to more than ${MAX_SITEMAPS} site maps`, ONE_SITEMAP)
    }
    level = next
  }
  return [...urls]
}

/** One more than the maximum shows that there are too many. */
const LIMITS = { max_length: MAX_ID, max_urls: MAX_LISTED + 1, max_sitemaps: MAX_SITEMAPS + 1 }

async function fetchList(url: string, prefix: string, call: WebCall) {
  const { client, caller, signal } = call
  return await client.pool.run(caller.id, signal, async () => {
    const { body: bytes, headers, truncated, ...response } = await (await createFetcher(call))(url)
    if (truncated) throw tooLarge('is larger than 10 MB', SMALLER)
    const content_type = String(headers['content-type'] ?? '')
    return await client.workers.list({ bytes, content_type, url: response.url, limits: { prefix, ...LIMITS } }, caller.id, signal)
  })
}

const tooLarge = (why: string, suggestion: string) => pageError('cannot_be_honoured', `source_url ${why}.`, { suggestions: [suggestion] })

/** Returns a part of the URLs of a source. A cursor names the list, because a site may change it in between. */
export async function nextListed(source: Source, { size, cursor }: BulkPosition, call: WebCall): Promise<BulkBatch> {
  const urls = await listedUrls(source, call)
  const digest = createHash('sha256').update(urls.join('\n')).digest('hex').slice(0, 16)
  const [from = '0', list = digest] = (cursor ?? '').split(':').filter(part => part !== '')
  if (list !== digest) throw pageError('cannot_be_honoured', 'source_url changed while its URLs were listed. Create the job again.')
  const end = Number(from) + size
  const items = urls.slice(Number(from), end).map(url => ({ id: url, display_name: url }))
  return { items, next: end < urls.length ? `${end}:${digest}` : undefined }
}
