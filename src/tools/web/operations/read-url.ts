import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { readUrl } from '../client/read.ts'
import { PAGE_ERRORS } from '../errors.ts'
import { RETRIES_PAGE } from '../examples.ts'
import { pageOptions, pageUrl, showWish } from '../inputs.ts'
import { pageText } from '../markdown.ts'
import { Page } from '../schemas.ts'
import { web } from '../tool.ts'

export default defineOperation(web, {
  name: 'read_url',
  core: true,
  aliases: ['jina_read_url'],
  summary: 'Read a web page as Markdown',
  description:
    'Fetches a page, a feed, a PDF, Word, Excel, PowerPoint or EPUB file, or a text file by its URL and returns its content as Markdown, with title, author and date; formulas are LaTeX. Use it to read search results, documentation or articles. It cannot log in or fill in forms. For several URLs, use read_urls; for hundreds, bulk_read_each. Long texts are returned in parts: set max_chars, and continue with next_offset as content_offset. Pages that need scripts may be empty: set reader to jina for them. URLs of private networks are refused, even after redirects. A page that does not exist is an error; its error page is never returned as content.',
  permission: 'read',
  http: 'POST /read',
  see_also: ['web_read_urls', 'web_search', 'web_bulk_read_each'],
  asked_as: {
    en: [
      'open this link',
      'read an article on the internet',
      'summarize a website',
      'what does this web page say',
      'fetch the text of a URL',
      "what's on this site",
      'read me the blog article at this address',
      'get the text behind a link',
      'what does the documentation at this URL say',
      'get the gist of the link',
      'what is the article about',
      'what does the site say',
      'read this page on the internet',
      'sum up the link'
    ],
    de: ['diese Webseite lesen', 'den Link öffnen'],
    es: ['lee esta página web', 'abre el enlace'],
    fr: ['lire cette page web', 'ouvre ce lien'],
    ja: ['このURLを読んで', 'サイトの内容を見せて'],
    pl: ['przeczytaj tę stronę internetową', 'otwórz link']
  },
  input: Type.Object({
    url: pageUrl('URL of the page: http:// or https://, at most 2,048 characters. A fragment (#…) is ignored'),
    content_offset: Type.Integer({
      minimum: 0,
      maximum: 100_000_000,
      default: 0,
      description: 'Characters to skip at the beginning of the text: next_offset of the previous part. Default 0'
    }),
    ...pageOptions,
    ...showWish
  }),
  output: Page,
  errors: PAGE_ERRORS,
  timeout_ms: 90_000,
  examples: [
    { name: 'article', summary: 'An article as Markdown', input: { url: RETRIES_PAGE.requested_url }, output: RETRIES_PAGE },
    {
      name: 'missing',
      summary: 'A page that does not exist is an error',
      input: { url: 'https://docs.example/no-such-page' },
      error: { reason: 'upstream_not_found' }
    },
    {
      name: 'inside',
      summary: 'URLs of private networks are refused',
      input: { url: 'http://169.254.169.254/latest/meta-data/' },
      error: { reason: 'address_refused' }
    }
  ],
  message: ({ url }) => `Read ${url.slice(0, 200)}`,
  markdown: pageText,
  handler: (input, call) => readUrl(input, call)
})
