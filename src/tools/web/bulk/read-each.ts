import { Type } from 'typebox'
import { OPTIONS } from '../../../catalog/reserved-inputs.ts'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { oneOf } from '../../../contract/requires.ts'
import { nextUrls, RESULT_BYTES, readEach, requireUrls } from '../client/read-each.ts'
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
    "Creates a job that reads pages one by one as read_url does; jobs_get_results returns them as NDJSON, one line per URL with title, text and status. Use it for a list of URLs that is too long for read_urls. For up to 20 pages, use read_urls, which needs no job. The job shows a preview, and fetches nothing before you confirm it. A page that is missing, refused or unreachable fails alone; if a reader's rate limit is reached, the job waits. Up to 16,000 characters of each page are kept, fewer in non-Latin scripts: continue with read_url at next_offset. Returns the job: poll it with jobs_get.",
  permission: 'read',
  see_also: ['web_read_urls', 'web_read_url'],
  asked_as: {
    en: [
      'scrape hundreds of pages',
      'read a long list of links in the background',
      'collect the text of many websites',
      'fetch dozens of URLs for research',
      'crawl all of these websites',
      'get the text of all these sites',
      'read the whole list of links'
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
    reader,
    format,
    main_only,
    max_chars: OPTIONS.max_chars
  }),
  requires: [oneOf('urls', 'ids')],
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
      name: 'no_address',
      summary: 'An invalid URL is refused before a job is created',
      input: { urls: ['docs.example/retries'] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ urls }) => (urls === undefined ? 'Read the listed web pages' : `Read ${urls.length} web pages`),
  idempotent: true, // a read changes nothing
  max_batch: 1,
  concurrency: 4,
  items_per_second: 2,
  cost_units: 0, // sites have no budget here; if Jina reads, its limit makes the job wait
  result_bytes: RESULT_BYTES,
  async prepare({ urls = [], reader, format, main_only, max_chars = RESULT_BYTES }) {
    requireUrls(urls, 'urls')
    return { query: { urls }, action: { reader: reader ?? null, format, main_only, max_chars } }
  },
  async count({ urls }, { signal }) {
    signal.throwIfAborted()
    return { value: urls.length, relation: 'eq' }
  },
  nextBatch: ({ urls }, at, call) => nextUrls(urls, at, call),
  executeBatch: (items, action, call) => readEach(items, action, call)
})
