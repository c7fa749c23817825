import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { inLine } from '../../../lib/format.ts'
import { readUrls } from '../client/read.ts'
import { RETRIES_PAGE } from '../examples.ts'
import { pageOptions, pageUrl, showWish } from '../inputs.ts'
import { pageText } from '../markdown.ts'
import { Page, untrusted } from '../schemas.ts'
import { web } from '../tool.ts'

export default defineOperation(web, {
  name: 'read_urls',
  core: true,
  summary: 'Read up to 20 web pages at once',
  description:
    'Fetches up to 20 URLs in parallel and returns for each, in the same order, what read_url would return, or why the page could not be read: one failure does not affect the others. Use it to read several search results together, with max_chars for each page. For more than 20 URLs, use bulk_read_each. All pages together have at most 10,000,000 characters, divided evenly; for the rest of a truncated page, use read_url with its next_offset as content_offset.',
  permission: 'read',
  http: 'POST /read-many',
  see_also: ['web_read_url', 'web_search', 'web_bulk_read_each'],
  asked_as: {
    en: [
      'open a couple of links together',
      'compare several websites',
      'read these articles in one go',
      'read both links',
      'look at these three websites',
      'summarize several articles',
      'go through these links',
      'the texts of these five sites',
      'read these four links and compare them',
      'what do these pages say',
      'open all three articles',
      'get both websites',
      'compare what the two sites say'
    ]
  },
  input: Type.Object({
    urls: Type.Array(pageUrl('URL of a page, at most 2,048 characters'), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'URLs of the pages, 1 to 20, each once'
    }),
    ...pageOptions,
    ...showWish
  }),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        url: Type.String({ description: 'Requested URL' }),
        page: nullable(Page, { description: 'The page; null if it could not be read' }),
        error: nullable(
          Type.Object({
            code: Type.String({ description: 'Error code' }),
            reason: Type.String({ description: 'Stable reason within the code' }),
            message: Type.String({ description: 'Message that explains the failure' })
          }),
          { description: 'Why the page could not be read; null if it was read' }
        )
      }),
      { description: 'One row per URL, in the order of the request' }
    ),
    succeeded: Type.Integer({ minimum: 0, description: 'Number of pages that were read' }),
    untrusted
  }),
  errors: {},
  timeout_ms: 180_000,
  examples: [
    {
      name: 'one_is_missing',
      summary: 'One page that exists, and one that does not',
      input: { urls: [RETRIES_PAGE.requested_url, 'https://docs.example/no-such-page'] },
      output: {
        results: [
          { url: RETRIES_PAGE.requested_url, page: RETRIES_PAGE, error: null },
          {
            url: 'https://docs.example/no-such-page',
            page: null,
            error: { code: 'NOT_FOUND_ERROR', reason: 'upstream_not_found', message: 'docs.example returned 404' }
          }
        ],
        succeeded: 1,
        untrusted: true
      }
    },
    { name: 'none', summary: 'At least one URL is required', input: { urls: [] }, error: { reason: 'invalid_field_value' } }
  ],
  message: ({ urls }) => `Read ${urls.length} pages: ${urls.join(', ').slice(0, 200)}`,
  markdown: ({ results }) =>
    results
      .map(({ url, page, error }) => (page ? pageText(page) : `**${inLine(url)}** could not be read: ${inLine(error?.message ?? '')}`))
      .join('\n\n---\n\n'),
  handler: (input, call) => readUrls(input, call)
})
