import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { oneOf } from '../../../contract/requires.ts'
import { OPTIONS } from '../../../contract/reserved.ts'
import { nextUrls, RESULT_BYTES, readEach, requireUrls } from '../client/bulk-read.ts'
import { pageUrl, readWish } from '../inputs.ts'
import { web } from '../tool.ts'

const LONGEST_URL = 1024
const MOST_URLS = 1_000

const { reader, format, main_only } = readWish

const URLS = ['https://docs.example/gateways/rate-limits', 'https://docs.example/gateways/retries']

export default defineBulk(web, {
  name: 'read_each',
  core: true,
  summary: 'Read hundreds of pages of the web as a job',
  description:
    'Makes a job that reads pages one by one as read_url does; jobs_get_results answers them as NDJSON, a line for each address with title, text and status. Use it for a list of addresses that is too long for read_urls. It is not for a few pages: read_urls reads up to 20 at once, and needs no job. The job shows a preview; nothing is fetched before it is confirmed. A page that is missing, refused or dead has failed alone; a reader whose limit is reached makes the job wait. Of each page up to 16,000 characters are kept, fewer of other letters than Latin: next_offset says where read_url goes on. Answers the job: poll it with jobs_get.',
  permission: 'read',
  see_also: ['web_read_urls', 'web_read_url'],
  input: Type.Object({
    urls: Type.Optional(
      Type.Array(pageUrl('Address of a page, at most 1,024 characters', LONGEST_URL), {
        maxItems: MOST_URLS,
        uniqueItems: true,
        description: 'Addresses of the pages, at most 1,000, each once. ids are taken for addresses, too, up to 10,000'
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
      summary: 'Two pages: a job that shows what it would read and awaits confirmation',
      input: { urls: URLS },
      output: awaitingJob({
        operation: 'web_bulk_read_each',
        message: 'Read 2 pages of the web',
        estimated_seconds: 1,
        sample: URLS.map(url => ({ item_id: url, display_name: url }))
      })
    },
    {
      name: 'no_address',
      summary: 'What is no address is told before there is a job',
      input: { urls: ['docs.example/retries'] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ urls }) => (urls === undefined ? 'Read pages of the web, as named' : `Read ${urls.length} pages of the web`),
  idempotent: true, // it changes nothing
  max_batch: 1,
  concurrency: 4,
  items_per_second: 2,
  cost_units: 0, // sites are no budget of ours; where Jina reads, its limit makes the job wait
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
