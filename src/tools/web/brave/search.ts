import { below, type Row, rows, texts } from '../../../lib/row.ts'
import type { Turn } from '../client/web.ts'
import { textOrNull } from '../json.ts'
import type { SearchResult } from '../schemas.ts'
import { ask } from './ask.ts'
import { plain } from './plain.ts'

/** Brave counts pages from 0, and answers no more than these. */
export const MOST_PAGES = 10

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

export async function search({ query: q, count, page, offset, ...conditions }: Question, turn: Turn) {
  const number = page ?? (offset === undefined ? 1 : offset / count + 1)
  const { extra_snippets, ...others } = conditions
  const wish = { ...others, ...(extra_snippets && { extra_snippets }) } // a plan without it refuses even false
  const answer = await ask('web/search', { q, count, offset: number - 1, text_decorations: false, result_filter: 'web', ...wish }, turn)
  const asked = below(answer, 'query')
  const more = asked['more_results_available'] === true
  return {
    results: resultsIn(answer),
    page: number,
    next_page: more && number < MOST_PAGES ? number + 1 : null,
    query: { original: textOrNull(asked, 'original') ?? q, altered: textOrNull(asked, 'altered') },
    untrusted: true
  }
}

/** The pages of an answer; none where it says nothing of pages. */
export const resultsIn = (answer: Row): SearchResult[] => rows(below(answer, 'web'), 'results').map(resultOf)

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
