import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { readUrl } from '../client/read.ts'
import { RETRIES_PAGE } from '../examples.ts'
import { PAGE_ERRORS } from '../failures.ts'
import { pageUrl, readWish, showWish } from '../inputs.ts'
import { pageText } from '../markdown.ts'
import { Page } from '../schemas.ts'
import { web } from '../tool.ts'

export default defineOperation(web, {
  name: 'read_url',
  core: true,
  aliases: ['jina_read_url'],
  summary: 'Read a page of the web as Markdown',
  description:
    'Fetches a page, a PDF or a text by its address, and answers what it says as Markdown, with its title, author and date. Use it to read what search found, documentation, articles. It is not for APIs that need a login, and it fills in no forms. For several addresses use read_urls; for hundreds bulk_read_each. Long texts are answered in parts: set max_chars, and go on with next_offset as content_offset. Pages made by scripts may come out empty: then ask for reader: jina. Addresses that lead to private networks are refused, at each redirect. A page that the site does not have is an error, never its error page.',
  permission: 'read',
  http: 'POST /read',
  see_also: ['web_read_urls', 'web_search', 'web_bulk_read_each'],
  input: Type.Object({
    url: pageUrl('Address of the page: http:// or https://, at most 2,048 characters. A fragment (#…) makes no difference'),
    content_offset: Type.Integer({
      minimum: 0,
      maximum: 100_000_000,
      default: 0,
      description: 'Characters of the text to leave out at its beginning: next_offset of the part before. Default 0'
    }),
    ...readWish,
    ...showWish
  }),
  output: Page,
  errors: PAGE_ERRORS,
  timeout_ms: 90_000,
  examples: [
    { name: 'article', summary: 'An article as Markdown', input: { url: RETRIES_PAGE.requested_url }, output: RETRIES_PAGE },
    {
      name: 'missing',
      summary: 'A page that the site does not have is an error',
      input: { url: 'https://docs.example/no-such-page' },
      error: { reason: 'upstream_not_found' }
    },
    {
      name: 'inside',
      summary: 'No address of a private network is called',
      input: { url: 'http://169.254.169.254/latest/meta-data/' },
      error: { reason: 'address_refused' }
    }
  ],
  message: ({ url }) => `Read ${url.slice(0, 200)}`,
  markdown: pageText,
  handler: (input, call) => readUrl(input, call)
})
