import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { atMostOne } from '../../../contract/requires.ts'
import { nullable, stringEnum } from '../../../contract/schema.ts'
import { MAX_PAGES, search } from '../brave/search.ts'
import { country, searchLanguage, searchQuery } from '../inputs.ts'
import { resultsText } from '../markdown.ts'
import { SearchResult, untrusted } from '../schemas.ts'
import { web } from '../tool.ts'

const DEFAULT_COUNT = 10

/** Brave supports whole pages only. */
const wholePages: Requirement = {
  text: `offset must be a multiple of count, and less than ${MAX_PAGES} times count, because Brave returns whole pages.`,
  check({ offset, count = DEFAULT_COUNT }) {
    if (typeof offset !== 'number' || typeof count !== 'number') return undefined
    if (offset % count === 0 && offset / count < MAX_PAGES) return undefined
    const expected = `a multiple of ${count} below ${MAX_PAGES * count}, or page (1 to ${MAX_PAGES}) instead`
    return { path: 'offset', message: `is ${offset}, but Brave returns pages of ${count}`, expected }
  }
}

export default defineOperation(web, {
  name: 'search',
  core: true,
  aliases: ['brave_web_search'],
  summary: 'Search the web',
  description:
    "Returns web pages that Brave Search finds for a query: title, URL and an excerpt. Use it to find sources and news; then read a page with read_url, since an excerpt shows only a part. For places such as shops, use local_search; if you know the URL, use read_url. Brave returns at most 10 pages of up to 20 results. Results are not stored, as Brave's terms require, so the call cannot run as a job.",
  permission: 'read',
  http: 'GET /search',
  transient: true,
  see_also: ['web_local_search', 'web_read_url', 'web_read_urls'],
  asked_as: {
    en: [
      'google something',
      'look it up online',
      "what's the latest news",
      'search the internet',
      'find information on the web',
      'who won the game, look it up',
      'research a topic online',
      'find out who founded a company',
      'is there any news about a topic',
      'what do people say about it on the internet',
      'look for tutorials',
      'check facts online',
      'when is the next solar eclipse',
      "what's the newest version",
      'look up the population',
      'how do others solve it',
      'what happened in the world',
      'how does it work, look it up',
      'is it true that',
      'reviews of a product'
    ],
    de: ['im Internet suchen', 'google das mal', 'aktuelle Nachrichten finden'],
    es: ['busca en internet', 'googlea esto', 'últimas noticias'],
    fr: ['chercher sur internet', 'les dernières actualités'],
    ja: ['ネットで検索', 'ググって', '最新ニュースを調べて'],
    pl: ['szukaj w internecie', 'wygoogluj to', 'najnowsze wiadomości']
  },
  input: Type.Object({
    query: searchQuery,
    count: Type.Integer({
      minimum: 1,
      maximum: 20,
      default: DEFAULT_COUNT,
      description: 'Maximum number of results per page, 1 to 20. Default 10'
    }),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGES, description: 'Page of the results, 1 to 10. Default: the first' })),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 180,
        description: 'Results to skip, instead of page: a multiple of count. Default: set by page'
      })
    ),
    country,
    search_lang: searchLanguage,
    safesearch: stringEnum(['off', 'moderate', 'strict'], {
      default: 'moderate',
      description: 'Filter for adult content: off, moderate or strict. Default moderate'
    }),
    freshness: Type.Optional(
      Type.String({
        pattern: '^(pd|pw|pm|py|\\d{4}-\\d{2}-\\d{2}to\\d{4}-\\d{2}-\\d{2})$',
        'x-form': 'pd, pw, pm, py, or two dates such as 2026-01-01to2026-01-31',
        description: 'Only pages of the last day (pd), week (pw), month (pm) or year (py), or between two dates. Default: any age'
      })
    ),
    spellcheck: Type.Boolean({
      default: true,
      description: 'true: correct misspelled words; query.altered shows the correction. Default true'
    }),
    extra_snippets: Type.Boolean({
      default: false,
      description: 'true: return further excerpts of each page. Only with larger Brave plans. Default false'
    })
  }),
  requires: [atMostOne('page', 'offset'), wholePages],
  output: Type.Object({
    results: Type.Array(SearchResult, { description: 'Pages, best match first' }),
    page: Type.Integer({ minimum: 1, description: 'Number of this page of results' }),
    next_page: nullable(Type.Integer({ minimum: 2 }), { description: 'Pass it as page to continue; null if Brave has no more' }),
    query: Type.Object(
      {
        original: Type.String({ description: 'Query, as requested' }),
        altered: nullable(Type.String(), { description: 'Corrected query that Brave searched for; null if it was not corrected' })
      },
      { description: 'The search query' }
    ),
    untrusted
  }),
  errors: {},
  examples: [
    {
      name: 'words',
      summary: 'One page about a topic',
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
      summary: 'A query without results is not an error',
      input: { query: 'zxqv asdkj qwpoe' },
      output: { results: [], page: 1, next_page: null, query: { original: 'zxqv asdkj qwpoe', altered: null }, untrusted: true }
    },
    {
      name: 'within_a_page',
      summary: 'An offset must be a multiple of count',
      input: { query: 'gateway', count: 10, offset: 15 },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ query }) => `Search the web for "${query}"`,
  markdown: ({ results, next_page }) => `${resultsText(results)}${next_page === null ? '' : `\n\nMore: page ${next_page}`}`,
  handler: (input, call) => search(input, call)
})
