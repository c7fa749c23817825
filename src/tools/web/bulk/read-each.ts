import { Type } from 'typebox'
import { OPTIONS } from '../../../catalog/reserved-inputs.ts'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { oneOf } from '../../../contract/requires.ts'
import { invalidField } from '../../../lib/invalid-field.ts'
import { listedUrls, nextListed } from '../client/list-urls.ts'
import { nextUrls, RESULT_BYTES, readEach, requireUrl, requireUrls } from '../client/read-each.ts'
import { pageOptions, pageUrl } from '../inputs.ts'
import { web } from '../tool.ts'

const MAX_URL = 1024
const MAX_URLS = 1_000

const { reader, format, main_only } = pageOptions

const URLS = ['https://docs.example/gateways/rate-limits', 'https://docs.example/gateways/retries']

export default defineBulk(web, {
  name: 'read_each',
  core: true,
  summary: 'Read hundreds of web pages as a job',
  description:
    "Creates a job that reads pages one by one as read_url does; jobs_get_results returns them as NDJSON, one line per URL with title, text and status. Use it for a list of URLs that is too long for read_urls, or with source_url for the pages of a site map, a feed or a list page; download_pages returns them as a ZIP archive of Markdown files. For up to 20 pages, use read_urls, which needs no job. The job shows a preview, for which only source_url and its site maps are fetched, and reads no page until you confirm it. A page that is missing, refused or unreachable fails, and the other pages are still read; if a reader's rate limit is reached, the job waits. Up to 16,000 characters of each page are kept, fewer in non-Latin scripts: continue with read_url at next_offset. Returns the job: poll it with jobs_get.",
  permission: 'read',
  see_also: ['web_download_pages', 'web_read_urls', 'web_read_url'],
  asked_as: {
    en: [
      'scrape hundreds of pages',
      'read a long list of links in the background',
      'collect the text of many websites',
      'fetch dozens of URLs for research',
      'crawl all of these websites',
      'get the text of all these sites',
      'read the whole list of links',
      'read these 300 articles',
      'go through hundreds of links',
      'get the contents of a whole list of websites',
      'download the text of all these pages',
      'I have a hundred links to read',
      'collect what these thousand pages say',
      'fetch all the pages of this list'
    ]
  },
  input: Type.Object({
    urls: Type.Optional(
      Type.Array(pageUrl('URL of a page, at most 1,024 characters', MAX_URL), {
        maxItems: MAX_URLS,
        uniqueItems: true,
        description: 'URLs of the pages, at most 1,000, each once. ids accepts URLs too, up to 10,000'
      })
    ),
    source_url: Type.Optional(
      pageUrl(
        'URL of a site map (including compressed ones and site map indexes), of robots.txt, of a feed, or of a page whose visible links to read; at most 1,024 characters. It may list at most 10,000 URLs; URLs of more than 1,024 characters are skipped',
        MAX_URL
      )
    ),
    url_prefix: Type.Optional(
      pageUrl('Only URLs of source_url that start with this URL, such as https://docs.example/guides/. Default: all', MAX_URL)
    ),
    reader,
    format,
    main_only,
    max_chars: OPTIONS.max_chars
  }),
  requires: [oneOf('urls', 'ids', 'source_url')],
  errors: {},
  examples: [
    {
      name: 'two_pages',
      summary: 'Read two pages: the job shows a preview and waits for confirmation',
      input: { urls: URLS },
      output: awaitingJob({
        operation: 'web_bulk_read_each',
        message: 'Read 2 web pages',
        estimated_seconds: 1,
        sample: URLS.map(url => ({ item_id: url, display_name: url }))
      })
    },
    {
      name: 'site_map',
      summary: 'Read the pages of a site map below a path',
      input: { source_url: 'https://docs.example/sitemap.xml', url_prefix: 'https://docs.example/gateways/' },
      output: awaitingJob({
        operation: 'web_bulk_read_each',
        message: 'Read the web pages that https://docs.example/sitemap.xml lists',
        estimated_seconds: 1,
        sample: URLS.map(url => ({ item_id: url, display_name: url }))
      })
    },
    {
      name: 'no_address',
      summary: 'An invalid URL is refused before a job is created',
      input: { urls: ['docs.example/retries'] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message({ urls, source_url }) {
    if (source_url !== undefined) return `Read the web pages that ${source_url.slice(0, 200)} lists`
    return urls === undefined ? 'Read the listed web pages' : `Read ${urls.length} web pages`
  },
  idempotent: true, // a read changes nothing
  max_batch: 1,
  concurrency: 4,
  items_per_second: 2,
  cost_units: 0, // sites have no budget here; if Jina reads, its limit makes the job wait
  result_bytes: RESULT_BYTES,
  async prepare({ urls = [], source_url, url_prefix, reader, format, main_only, max_chars = RESULT_BYTES }) {
    requireUrls(urls, 'urls')
    if (source_url !== undefined) requireUrl(source_url, 'source_url')
    else if (url_prefix !== undefined)
      throw invalidField('url_prefix', 'has no effect without source_url', 'source_url as well, or neither of the two')
    const prefix = url_prefix === undefined ? '' : requireUrl(url_prefix, 'url_prefix')
    const source = source_url === undefined ? null : { url: source_url, prefix }
    return { query: { urls, source }, action: { reader: reader ?? null, format, main_only, max_chars } }
  },
  async count({ urls, source }, call) {
    call.signal.throwIfAborted()
    return { value: (source ? await listedUrls(source, call) : urls).length, relation: 'eq' }
  },
  nextBatch: ({ urls, source }, at, call) => (source ? nextListed(source, at, call) : nextUrls(urls, at, call)),
  executeBatch: (items, action, call) => readEach(items, action, call)
})
