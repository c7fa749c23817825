import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { atMostOne } from '../../../contract/requires.ts'
import { nullable, words } from '../../../contract/schema.ts'
import { MOST_PAGES, search } from '../brave/search.ts'
import { country, searchLanguage, searchQuery } from '../inputs.ts'
import { resultsText } from '../markdown.ts'
import { SearchResult, untrusted } from '../schemas.ts'
import { web } from '../tool.ts'

const DEFAULT_COUNT = 10

/** Brave knows pages only. */
const wholePages: Requirement = {
  text: `offset must be a multiple of count, and less than ${MOST_PAGES} times count: Brave answers pages.`,
  check({ offset, count = DEFAULT_COUNT }) {
    if (typeof offset !== 'number' || typeof count !== 'number') return undefined
    if (offset % count === 0 && offset / count < MOST_PAGES) return undefined
    const expected = `a multiple of ${count} below ${MOST_PAGES * count}, or page (1 to ${MOST_PAGES}) in its place`
    return { path: 'offset', message: `is ${offset}, where Brave answers pages of ${count}`, expected }
  }
}

export default defineOperation(web, {
  name: 'search',
  core: true,
  aliases: ['brave_web_search'],
  summary: 'Search the web',
  description:
    'Answers pages of the web that Brave Search finds for some words: title, address, and what each says about them. Use it to find sources and news; then read one with read_url, since a description is only a glimpse. It is not for places such as shops (use local_search), nor for a page whose address is known. Brave answers 10 pages of up to 20 results and nothing beyond. Results are not kept, as the terms of Brave ask, so that it runs as no job.',
  permission: 'read',
  http: 'GET /search',
  transient: true,
  see_also: ['web_local_search', 'web_read_url', 'web_read_urls'],
  input: Type.Object({
    query: searchQuery,
    count: Type.Integer({
      minimum: 1,
      maximum: 20,
      default: DEFAULT_COUNT,
      description: 'Results in a page, 1 to 20. Default 10; fewer where Brave finds fewer'
    }),
    page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_PAGES, description: 'Which page of the results, 1 to 10. Absent: the first' })
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 180,
        description: 'In place of page: results to skip, a multiple of count. Absent: as page says'
      })
    ),
    country,
    search_lang: searchLanguage,
    safesearch: words(['off', 'moderate', 'strict'], {
      default: 'moderate',
      description: 'Leave out what is for adults: off, moderate or strict. Default moderate'
    }),
    freshness: Type.Optional(
      Type.String({
        pattern: '^(pd|pw|pm|py|\\d{4}-\\d{2}-\\d{2}to\\d{4}-\\d{2}-\\d{2})$',
        'x-form': 'pd, pw, pm, py, or two dates as 2026-01-01to2026-01-31',
        description: 'Only pages of the last day (pd), week (pw), month (pm), year (py), or between two dates. Absent: of any age'
      })
    ),
    spellcheck: Type.Boolean({
      default: true,
      description: 'true: what looks misspelt is searched for as it was meant, and query.altered says so. Default true'
    }),
    extra_snippets: Type.Boolean({
      default: false,
      description: 'Answer further passages of each page. Only in larger plans. Default false'
    })
  }),
  requires: [atMostOne('page', 'offset'), wholePages],
  output: Type.Object({
    results: Type.Array(SearchResult, { description: 'The pages found, the best first' }),
    page: Type.Integer({ minimum: 1, description: 'Which page of the results this is' }),
    next_page: nullable(Type.Integer({ minimum: 2 }), { description: 'Give it as page to go on; null where Brave has no more' }),
    query: Type.Object(
      {
        original: Type.String({ description: 'As asked' }),
        altered: nullable(Type.String(), { description: 'What Brave searched for in its place; null where it did not' })
      },
      { description: 'What was searched for' }
    ),
    untrusted
  }),
  errors: {},
  examples: [
    {
      name: 'words',
      summary: 'A page about some words',
      input: { query: 'rate limits gateway', count: 5 },
      output: {
        results: [
          {
            title: 'Rate limits & how to live with them',
            url: 'https://docs.example/gateways/rate-limits',
            description: 'Why gateways limit requests, what 429 and Retry-After mean, and how a client waits politely.',
            age: 'March 3, 2026',
            language: 'en',
            site_name: 'Docs'
          }
        ],
        page: 1,
        next_page: null,
        query: { original: 'rate limits gateway', altered: null },
        untrusted: true
      }
    },
    {
      name: 'nothing_found',
      summary: 'Words that occur nowhere are no error',
      input: { query: 'zxqv asdkj qwpoe' },
      output: { results: [], page: 1, next_page: null, query: { original: 'zxqv asdkj qwpoe', altered: null }, untrusted: true }
    },
    {
      name: 'within_a_page',
      summary: 'An offset within a page cannot be had',
      input: { query: 'gateway', count: 10, offset: 15 },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ query }) => `Search the web for "${query}"`,
  markdown: ({ results, next_page }) => `${resultsText(results)}${next_page === null ? '' : `\n\nMore: page ${next_page}`}`,
  handler: (input, call) => search(input, call)
})
