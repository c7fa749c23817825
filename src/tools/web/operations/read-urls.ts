import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { readUrls } from '../client/read.ts'
import { RETRIES_PAGE } from '../examples.ts'
import { pageUrl, readWish, showWish } from '../inputs.ts'
import { pageText } from '../markdown.ts'
import { Page, untrusted } from '../schemas.ts'
import { web } from '../tool.ts'

export default defineOperation(web, {
  name: 'read_urls',
  core: true,
  summary: 'Read up to 20 pages of the web at once',
  description:
    'Fetches up to 20 addresses side by side, and answers in their order what read_url would answer of each, or why it could not be read: one that fails does not fail the others. Use it to read the results of a search together, with max_chars for each page. It is not for more than 20 addresses (use bulk_read_each). All of them together have at most 10,000,000 characters, shared evenly; for the rest of a page that was cut use read_url, its next_offset as content_offset.',
  permission: 'read',
  http: 'POST /read-many',
  see_also: ['web_read_url', 'web_search', 'web_bulk_read_each'],
  input: Type.Object({
    urls: Type.Array(pageUrl('Address of a page, at most 2,048 characters'), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'Addresses of the pages, 1 to 20, each once'
    }),
    ...readWish,
    ...showWish
  }),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        url: Type.String({ description: 'The address that was asked for' }),
        page: nullable(Page, { description: 'The page; null where it could not be read' }),
        error: nullable(
          Type.Object({
            code: Type.String({ description: 'What kind of failure' }),
            reason: Type.String({ description: 'The stable word below it' }),
            message: Type.String({ description: 'What happened, in a sentence' })
          }),
          { description: 'Why it could not be read; null where it was' }
        )
      }),
      { description: 'One for each address, in their order' }
    ),
    succeeded: Type.Integer({ minimum: 0, description: 'How many were read' }),
    untrusted
  }),
  errors: {},
  timeout_ms: 180_000,
  examples: [
    {
      name: 'one_is_missing',
      summary: 'A page that is there, and one that is not',
      input: { urls: [RETRIES_PAGE.requested_url, 'https://docs.example/no-such-page'] },
      output: {
        results: [
          { url: RETRIES_PAGE.requested_url, page: RETRIES_PAGE, error: null },
          {
            url: 'https://docs.example/no-such-page',
            page: null,
            error: { code: 'NOT_FOUND_ERROR', reason: 'upstream_not_found', message: 'docs.example answered 404' }
          }
        ],
        succeeded: 1,
        untrusted: true
      }
    },
    { name: 'none', summary: 'At least one address is needed', input: { urls: [] }, error: { reason: 'invalid_field_value' } }
  ],
  message: ({ urls }) => `Read ${urls.length} pages: ${urls.join(', ').slice(0, 200)}`,
  markdown: ({ results }) =>
    results
      .map(({ url, page, error }) => (page ? pageText(page) : `**${url}** could not be read: ${error?.message ?? ''}`))
      .join('\n\n---\n\n'),
  handler: (input, call) => readUrls(input, call)
})
