import { OperationError } from '../../../contract/errors.ts'
import { integerOrNull, type Row, rowOf } from '../../../lib/row.ts'
import type { SearchItem } from '../search-item.ts'
import type { Confluence } from './connection.ts'
import { among, both, isCql, quoted, splitCql } from './cql.ts'
import { impossible } from './failures.ts'
import { type Listed, list, type Paging, type Place, placeQuery, tell, vendorPage } from './listing.ts'
import { type Turn, v1 } from './request.ts'
import { foundOf } from './shapes-v1.ts'

export interface SearchQuestion extends Paging {
  query: string
  query_language: 'auto' | 'cql' | 'text'
  search_space?: string
  search_type?: 'page' | 'blogpost' | 'attachment' | 'space'
  modified_after?: string
  modified_before?: string
  created_after?: string
  created_before?: string
  excerpt: 'none' | 'indexed' | 'highlight'
  include_archived: boolean
  no_cache: boolean
}

type Conditions = Omit<SearchQuestion, keyof Paging | 'no_cache'>

/** What of a hit is asked for: without the word content before them they would be ignored. */
const EXPAND = 'content.version,content.space,content.history'

/** The whole query: what the caller looks for, within what was asked for and may be seen. */
function cqlFor(question: Conditions, allowed: readonly string[] | undefined): string {
  const { query, query_language, search_space, search_type } = question
  const inCql = query_language === 'cql' || (query_language === 'auto' && isCql(query))
  const { condition, order } = inCql ? splitCql(query) : { condition: `siteSearch ~ ${quoted(query)}`, order: undefined }
  const conditions = [
    condition,
    ...(search_space === undefined ? [] : [`space = ${quoted(search_space)}`]),
    ...(allowed === undefined ? [] : [among('space', allowed)]),
    ...(search_type === undefined ? [] : [`type = ${search_type}`]),
    ...dates(question)
  ]
  return [both(...conditions), ...(order === undefined ? [] : [order])].join(' ')
}

const AFTER = [
  ['modified_after', 'lastmodified'],
  ['created_after', 'created']
] as const
const BEFORE = [
  ['modified_before', 'lastmodified'],
  ['created_before', 'created']
] as const

const LENGTH_OF_DAY = 10
const DAY_MS = 86_400_000

/** CQL counts in minutes, and takes a day for its first one. */
function dates(question: Conditions): string[] {
  const inCql = (value: string): string => quoted(value.slice(0, 16).replace('T', ' '))
  const after = AFTER.flatMap(([name, field]) => (question[name] === undefined ? [] : [`${field} >= ${inCql(question[name])}`]))
  const before = BEFORE.flatMap(([name, field]) => {
    const value = question[name]
    if (value === undefined) return []
    return [value.length === LENGTH_OF_DAY ? `${field} < ${quoted(dayAfter(value))}` : `${field} <= ${inCql(value)}`]
  })
  return [...after, ...before]
}

/** What ends with a day ends before the next one. One that no calendar has is for Confluence to refuse. */
function dayAfter(day: string): string {
  const at = Date.parse(day)
  return Number.isNaN(at) ? day : new Date(at + DAY_MS).toISOString().slice(0, LENGTH_OF_DAY)
}

interface Answer extends Listed<SearchItem> {
  cql: string
  search_duration_ms: number | null
}

/** Finds by the index, which lags behind what is written. */
export async function search(confluence: Confluence, question: SearchQuestion, turn: Turn): Promise<Answer> {
  const { caller } = turn
  const { limit, cursor, start, no_cache, ...asked } = question
  const allowed = confluence.allowance.of(caller)
  if (asked.search_space !== undefined) confluence.allowance.check(caller, asked.search_space)
  if (allowed?.length === 0) throw impossible('No space may be used with this key.', 'Ask whoever keeps this gateway for a space.')
  const cql = cqlFor(asked, allowed)
  const input = [cql, asked.excerpt, asked.include_archived, limit, cursor, start]
  const told = await confluence.cache.search({ caller, input, no_cache }, async () => {
    let duration_ms: number | null = null
    const ask = async (place: Place, most: number) => {
      const query = {
        cql,
        limit: most,
        expand: EXPAND,
        excerpt: asked.excerpt,
        includeArchivedSpaces: asked.include_archived || undefined,
        ...placeQuery(place)
      }
      const about = { kind: 'search', name: cql } as const
      const body = await confluence.send({ path: v1('search'), query, about }, turn).catch(error => {
        throw advised(error, asked)
      })
      duration_ms = integerOrNull(rowOf(body), 'searchDuration')
      return vendorPage(body, place)
    }
    const paging = { limit, ...(cursor !== undefined && { cursor }), ...(start !== undefined && { start }) }
    // What the filter of the query let through all the same is not shown.
    const isAllowed = ({ space }: SearchItem): boolean => allowed === undefined || (space !== null && allowed.includes(space.key))
    const read = (row: Row): SearchItem | undefined => {
      const found = foundOf(row, confluence.site.base, asked.excerpt)
      return isAllowed(found) ? found : undefined
    }
    return { ...(await list(paging, [cql, asked.excerpt], ask, read)), duration_ms }
  })
  return { ...tell(told, turn), cql, search_duration_ms: told.duration_ms }
}

/** Words may begin as a query in CQL does. */
function advised(error: unknown, { query, query_language }: Conditions): unknown {
  if (!(error instanceof OperationError) || error.reason !== 'upstream_refused' || query_language !== 'auto' || !isCql(query)) return error
  const suggestions = [
    ...(error.details.suggestions ?? []),
    'The query was taken for CQL: give query_language text where it is words to look for.'
  ]
  return new OperationError(error.reason, error.message, { ...error.details, suggestions }, { cause: error })
}
