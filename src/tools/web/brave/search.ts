import type { Call } from '../../../contract/call.ts'
import { shortText } from '../../../lib/html/short-text.ts'
import { cleaned } from '../../../lib/invisible.ts'
import { below, type Row, rows, texts } from '../../../lib/row.ts'
import type { Web, WebCall } from '../client/web.ts'
import { textOrNull } from '../json.ts'
import type { SearchResult } from '../schemas.ts'
import { request } from './request.ts'

/** Brave counts pages from 0 and returns at most this many. */
export const MAX_PAGES = 10

export interface Question {
  query: string
  count: number
  page?: number
  offset?: number
  country?: string
  search_lang?: string
  safesearch: string
  freshness?: string
  spellcheck: boolean
  extra_snippets: boolean
}

export async function search({ query: q, count, page, offset, ...conditions }: Question, call: WebCall & Pick<Call<Web>, 'warn'>) {
  const number = page ?? (offset === undefined ? 1 : offset / count + 1)
  const { extra_snippets, ...others } = conditions
  const options = { ...others, ...(extra_snippets && { extra_snippets }) } // a plan without it rejects even false
  const response = await request(
    'web/search',
    { q, count, offset: number - 1, text_decorations: false, result_filter: 'web', ...options },
    call
  )
  const queryInfo = below(response, 'query')
  const more = queryInfo['more_results_available'] === true
  return {
    results: cleaned(resultsIn(response), call.warn),
    page: number,
    next_page: more && number < MAX_PAGES ? number + 1 : null,
    query: { original: textOrNull(queryInfo, 'original') ?? q, altered: textOrNull(queryInfo, 'altered') },
    untrusted: true
  }
}

/** Without pages, Brave omits the property. */
export const resultsIn = (response: Row): SearchResult[] => rows(below(response, 'web'), 'results').map(resultOf)

function resultOf(row: Row): SearchResult {
  const snippets = texts(row, 'extra_snippets').map(plain)
  return {
    title: plain(row['title']),
    url: textOrNull(row, 'url') ?? '',
    description: plain(row['description']),
    age: textOrNull(row, 'age') ?? textOrNull(row, 'page_age'),
    language: textOrNull(row, 'language'),
    site_name: textOrNull(below(row, 'profile'), 'name') ?? textOrNull(below(row, 'meta_url'), 'hostname'),
    ...(snippets.length > 0 && { extra_snippets: snippets })
  }
}

/** Brave marks words with tags and encodes characters as entities. */
export const plain = (html: unknown): string =>
  typeof html === 'string' ? shortText(html, { selectors: [{ selector: 'a', options: { ignoreHref: true } }] }).trim() : ''

export const plainOrNull = (html: unknown): string | null => plain(html) || null
