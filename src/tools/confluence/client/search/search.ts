import { OperationError } from '../../../../contract/errors.ts'
import { integerOrNull, type Row, rowOf } from '../../../../lib/row.ts'
import type { SearchItem } from '../../search-item.ts'
import type { Confluence } from '../connection.ts'
import { impossible } from '../failures.ts'
import { type Listed, list, type Paging, type Position, positionQuery, report, vendorPage } from '../listing.ts'
import { type ConfluenceCall, v1 } from '../request.ts'
import { foundOf } from '../shapes-v1.ts'
import { among, both, isCql, quoted, splitCql } from './cql.ts'

export interface SearchInput extends Paging {
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

type Conditions = Omit<SearchInput, keyof Paging | 'no_cache'>

/** Fields of a result. Without the prefix `content`, Confluence ignores them. */
const EXPAND = 'content.version,content.space,content.history'

/** Builds the complete query: the caller's query, its filters and the allowed spaces. */
function cqlFor(input: Conditions, allowed: readonly string[] | undefined): string {
  const { query, query_language, search_space, search_type } = input
  const inCql = query_language === 'cql' || (query_language === 'auto' && isCql(query))
  const { condition, order } = inCql ? splitCql(query) : { condition: `siteSearch ~ ${quoted(query)}`, order: undefined }
  const conditions = [
    condition,
    ...(search_space === undefined ? [] : [`space = ${quoted(search_space)}`]),
    ...(allowed === undefined ? [] : [among('space', allowed)]),
    ...(search_type === undefined ? [] : [`type = ${search_type}`]),
    ...dates(input)
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

/** CQL compares minutes; a date without time is the start of the day. */
function dates(input: Conditions): string[] {
  const inCql = (value: string): string => quoted(value.slice(0, 16).replace('T', ' '))
  const after = AFTER.flatMap(([name, field]) => (input[name] === undefined ? [] : [`${field} >= ${inCql(input[name])}`]))
  const before = BEFORE.flatMap(([name, field]) => {
    const value = input[name]
    if (value === undefined) return []
    return [value.length === LENGTH_OF_DAY ? `${field} < ${quoted(dayAfter(value))}` : `${field} <= ${inCql(value)}`]
  })
  return [...after, ...before]
}

/** A range that includes a day ends before the next one. Confluence refuses invalid dates. */
function dayAfter(day: string): string {
  const at = Date.parse(day)
  return Number.isNaN(at) ? day : new Date(at + DAY_MS).toISOString().slice(0, LENGTH_OF_DAY)
}

interface Answer extends Listed<SearchItem> {
  cql: string
  search_duration_ms: number | null
}

/** Searches the index, which lags behind changes. */
export async function search(confluence: Confluence, input: SearchInput, call: ConfluenceCall): Promise<Answer> {
  const { caller } = call
  const { limit, cursor, start, no_cache, ...filters } = input
  const allowed = confluence.spaceAccess.of(caller)
  if (filters.search_space !== undefined) confluence.spaceAccess.check(caller, filters.search_space)
  if (allowed?.length === 0)
    throw impossible('The key is not allowed to use any space.', 'Ask the operator of this gateway for access to a space.')
  const cql = cqlFor(filters, allowed)
  const cacheKey = [cql, filters.excerpt, filters.include_archived, limit, cursor, start]
  const found = await confluence.cache.search({ caller, input: cacheKey, no_cache }, async () => {
    let duration_ms: number | null = null
    const fetchPage = async (position: Position, max: number) => {
      const query = {
        cql,
        limit: max,
        expand: EXPAND,
        excerpt: filters.excerpt,
        includeArchivedSpaces: filters.include_archived || undefined,
        ...positionQuery(position)
      }
      const subject = { kind: 'search', name: cql } as const
      const body = await confluence.send({ path: v1('search'), query, subject, filtered: true }, call).catch(error => {
        throw advised(error, filters)
      })
      duration_ms = integerOrNull(rowOf(body), 'searchDuration')
      return vendorPage(body, position)
    }
    const paging = { limit, ...(cursor !== undefined && { cursor }), ...(start !== undefined && { start }) }
    // A second check, in case the query's own filter fails.
    const isAllowed = ({ space }: SearchItem): boolean => allowed === undefined || (space !== null && allowed.includes(space.key))
    const read = (row: Row): SearchItem | undefined => {
      const found = foundOf(row, confluence.site.base, filters.excerpt)
      return isAllowed(found) ? found : undefined
    }
    return { ...(await list(paging, [cql, filters.excerpt], fetchPage, read)), duration_ms }
  })
  return { ...report(found, call), cql, search_duration_ms: found.duration_ms }
}

/** Text may look like CQL. */
function advised(error: unknown, { query, query_language }: Conditions): unknown {
  if (!(error instanceof OperationError) || error.reason !== 'upstream_refused' || query_language !== 'auto' || !isCql(query)) return error
  const suggestions = [
    ...(error.details.suggestions ?? []),
    'The query was interpreted as CQL. To search for these words, set query_language to text.'
  ]
  return new OperationError(error.reason, error.message, { ...error.details, suggestions }, { cause: error })
}
