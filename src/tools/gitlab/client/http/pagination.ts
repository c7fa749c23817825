import type { Pagination } from '../../../../contract/call.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { ListInput } from '../../../../contract/operation.ts'
import type { Total } from '../../../../contract/schema.ts'
import { decodeCursor, encodeCursor, queryDigest } from '../../../../lib/cursor.ts'
import type { Subject } from '../../../../lib/http/request.ts'
import type { UpstreamResponse } from '../../../../lib/http/upstream.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { isRow, type Row, rowsOrUndefined } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import type { ProjectIdentity } from '../projects/project-access.ts'
import type { GitLabCall, GitLabRequest } from '../request.ts'
import { unexpected } from './errors.ts'

/** The page of a list to return: by cursor, or by page number. */
export interface Paging extends ListInput {
  page?: number
  per_page?: number
  /** Maximum number of items over all pages. */
  max_items?: number
}

export interface Page<Item> {
  items: Item[]
  next_cursor: string | null
  total: Total | null
}

/** GitLab's default page size, for pages by number. */
const DEFAULT_PER_PAGE = 20

export interface ListRequest extends Omit<GitLabRequest, 'filtered'> {
  /** GitLab does not paginate this list: it returns all rows at once. */
  unpaginated?: boolean
  /** Selects the rows to return. GitLab counts the others, too, so there is no total unless one page holds everything. Default: all. */
  includes?: (row: Row) => boolean
  /** For lists over several projects: rows of projects that the caller may not use are left out, and not counted. */
  projectOf?: (row: Row) => ProjectIdentity
}

/** Only the paging properties of an input. */
export const pagingOf = ({ limit, cursor, page, per_page, max_items }: Paging): Paging => ({
  limit,
  ...(cursor !== undefined && { cursor }),
  ...(page !== undefined && { page }),
  ...(per_page !== undefined && { per_page }),
  ...(max_items !== undefined && { max_items })
})

/** Returns one page of a list, and a cursor for the next. */
export async function list<Item>(
  gitlab: GitLab,
  { unpaginated = false, includes, projectOf, ...request }: ListRequest,
  paging: Paging,
  map: (row: Row) => Item,
  call: GitLabCall
): Promise<Page<Item>> {
  const digest = queryDigest([request.path, request.query])
  const position = unpaginated ? withinAllRows(startPosition(paging, digest)) : startPosition(paging, digest)
  const query = { ...request.query, ...(!unpaginated && { per_page: position.per_page }), ...position.query }
  const response = await gitlab.send({ ...request, query, filtered: projectOf !== undefined }, call)
  const rows = rowsIn(response, request.subject)
  const kept = rows.slice(position.skip, position.skip + maxRows(paging, position))
  const seen = position.skip + kept.length
  const nextPage = unpaginated ? undefined : nextPosition(response.headers, request, position, rows.length)
  const next = seen < rows.length ? { ...position, skip: seen } : nextPage
  const isIncluded = includes ?? visibleTo(gitlab, call, projectOf)
  const items = isIncluded ? kept.filter(isIncluded) : kept
  const counted = unpaginated ? rows.length : totalIn(response.headers, position, rows.length, nextPage !== undefined)
  const isWholeList = kept.length === rows.length && next === undefined && !isLater(position)
  const total = isIncluded ? (isWholeList ? items.length : null) : counted
  call.respond({ pagination: paginationOf(unpaginated ? numberedBySkip(position) : position, total, next !== undefined) })
  return {
    items: items.map(map),
    next_cursor: next ? toCursor(next, digest) : null,
    total: total === null ? null : { value: total, relation: 'eq' }
  }
}

/** Undefined if the caller may use every project. */
function visibleTo({ access }: GitLab, { caller }: GitLabCall, projectOf: ListRequest['projectOf']): ListRequest['includes'] {
  if (projectOf === undefined || !access.isLimited(caller)) return undefined
  return row => access.allows(caller, projectOf(row))
}

function rowsIn({ body }: UpstreamResponse, subject: Subject): Row[] {
  const found = rowsOrUndefined(body)
  if (found) return found
  throw unexpected(subject, true)
}

/** A page by number is returned whole, unless the caller wants fewer items over all pages. */
const maxRows = ({ cursor, limit, max_items }: Paging, { per_page }: Position): number =>
  cursor !== undefined ? limit : max_items === undefined ? per_page : Math.min(limit, per_page)

function paginationOf(position: Position, total: number | null, hasNext: boolean): Pagination {
  const page = isByToken(position) ? null : pageNumber(position)
  return {
    page,
    per_page: position.per_page,
    total_count: total,
    total_pages: total === null ? null : Math.ceil(total / position.per_page),
    has_next: hasNext,
    has_previous: page === null || page > 1 || position.skip > 0
  }
}

/** A position in a list: a page of GitLab's, and how many of its rows were already returned. */
interface Position {
  /** Selects the page: its number, or a token of keyset pagination. */
  query: Record<string, string>
  per_page: number
  skip: number
}

/** Parameters that select a page, as GitLab's links use them; their other parameters repeat the query. */
const PAGE_PARAMETERS = ['page', 'cursor', 'id_after', 'id_before', 'page_token']

/** Whether the page is selected by a token, and so has no number. */
const isByToken = ({ query }: Position): boolean => Object.keys(query).some(name => name !== 'page')

const pageNumber = ({ query }: Position): number => Number(query['page'] ?? 1)

/** Whether rows precede the position. */
const isLater = (position: Position): boolean => position.skip > 0 || pageNumber(position) > 1 || isByToken(position)

function startPosition({ limit, cursor, page, per_page }: Paging, digest: string): Position {
  if (cursor !== undefined) return fromCursor(cursor, digest)
  const numbered = page !== undefined || per_page !== undefined
  return { query: page === undefined ? {} : { page: String(page) }, per_page: per_page ?? (numbered ? DEFAULT_PER_PAGE : limit), skip: 0 }
}

/** In an unpaginated list, a page starts after the rows of the pages before it. */
const withinAllRows = (position: Position): Position => ({
  ...position,
  query: {},
  skip: position.skip + (pageNumber(position) - 1) * position.per_page
})

const numberedBySkip = ({ per_page, skip }: Position): Position => ({
  query: { page: String(Math.floor(skip / per_page) + 1) },
  per_page,
  skip: skip % per_page
})

const toCursor = ({ query, per_page, skip }: Position, digest: string): string => encodeCursor([query, per_page, skip, digest])

function fromCursor(cursor: string, digest: string): Position {
  const [query, per_page, skip, ownDigest] = decodeCursor(cursor)
  if (!isRow(query) || !isCount(per_page) || !isCount(skip))
    throw invalidField('cursor', 'is not a cursor of this operation', 'next_cursor of the previous page')
  if (ownDigest !== digest)
    throw invalidField('cursor', 'belongs to another list', 'the same input as for the previous page, except for limit')
  const parameters = Object.entries(query).filter(([name, value]) => PAGE_PARAMETERS.includes(name) && typeof value === 'string')
  return { query: Object.fromEntries(parameters.map(([name, value]) => [name, String(value)])), per_page, skip }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= 100_000

type Headers = UpstreamResponse['headers']

/**
 * Returns the position of the next page, from the `Link` header. Falls back to `X-Next-Page` if a proxy removed the links, and to the next number
 * after a full page if it removed both. With keyset pagination, the last page has no link, so there is no fallback.
 */
function nextPosition(headers: Headers, request: GitLabRequest, position: Position, rowCount: number): Position | undefined {
  const link = headerOf(headers, 'link')
  if (link !== undefined && PAGE_LINK.test(link)) return linkedPosition(link, request.subject, position)
  const page = headerOf(headers, 'x-next-page')
  if (page !== undefined) return page === '' ? undefined : { ...position, query: { page }, skip: 0 }
  if (request.query?.['pagination'] === 'keyset' || isByToken(position)) return undefined
  return rowCount < position.per_page ? undefined : { ...position, query: { page: String(pageNumber(position) + 1) }, skip: 0 }
}

/** Links to other pages. Proxies add links of other kinds. */
const PAGE_LINK = /;\s{0,10}rel="?(?:first|prev|next|last)\b/

function linkedPosition(header: string, subject: Subject, position: Position): Position | undefined {
  const [, url] = /<([^<>]*)>[^,<]*;\s{0,10}rel="?next\b/.exec(header) ?? []
  const parameters = url === undefined ? undefined : URL.parse(url, 'http://gitlab')?.searchParams
  if (!parameters) return undefined
  const selecting = [...parameters].filter(([name]) => PAGE_PARAMETERS.includes(name))
  if (selecting.length === 0) throw unknownLink(subject)
  return { query: Object.fromEntries(selecting), per_page: Number(parameters.get('per_page')) || position.per_page, skip: 0 }
}

/** Without a known parameter, the next page would be the first page again. */
const unknownLink = ({ kind, name }: Subject): OperationError =>
  new OperationError('server_error', `GitLab's link to the next page for the ${kind} ${name} has no known parameter.`, {
    source: 'upstream',
    outcome: 'not_executed',
    retryable: false,
    suggestions: ['Request pages by number, with page and per_page.']
  })

/** GitLab omits the total above 10,000 rows and with keyset pagination; the last page shows it if its number is known. */
function totalIn(headers: Headers, position: Position, rowCount: number, hasNext: boolean): number | null {
  const total = Number(headerOf(headers, 'x-total') || Number.NaN)
  if (Number.isInteger(total)) return total
  const page = pageNumber(position)
  const isPastEnd = rowCount === 0 && page > 1
  if (hasNext || isPastEnd || isByToken(position)) return null
  return (page - 1) * position.per_page + rowCount
}

function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
