import { createHash } from 'node:crypto'
import type { Pagination } from '../../../contract/handed.ts'
import type { ListInput } from '../../../contract/operation.ts'
import type { Total } from '../../../contract/schema.ts'
import type { UpstreamAnswer } from '../../../lib/http/upstream.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import { isRow, type Row } from '../../../lib/row.ts'
import type { GitLab } from './connection.ts'
import { unreadable } from './failures.ts'
import type { Request, Turn } from './request.ts'

/** Where a list is asked to begin: by cursor, or by the number of a page. */
export interface Paging extends ListInput {
  page?: number
  per_page?: number
}

export interface Listed<Item> {
  items: Item[]
  next_cursor: string | null
  total: Total | null
}

/** A page of GitLab's, and how many of its rows were answered before. */
interface Spot {
  query: Record<string, string>
  per_page: number
  skip: number
}

/** GitLab's own default, where a page is named by number. */
const PER_PAGE = 20

/** What a link to the next page tells; the rest of it repeats the question. */
const STEPS = ['page', 'cursor', 'id_after', 'id_before', 'page_token']

/**
 * One page of a list. What is next is what GitLab links to: page numbers and tokens are never made up here. `whole`: GitLab answers all at once.
 */
export async function list<Item>(
  gitlab: GitLab,
  request: Request & { whole?: boolean },
  paging: Paging,
  read: (row: Row) => Item,
  turn: Turn
): Promise<Listed<Item>> {
  const { whole = false, ...asked } = request
  const mark = digest([asked.path, asked.query])
  const spot = spotOf(paging, mark)
  const limit = paging.cursor === undefined ? spot.per_page : paging.limit
  const answer = await gitlab.send({ ...asked, query: { ...asked.query, ...(!whole && { per_page: spot.per_page }), ...spot.query } }, turn)
  const found = rowsIn(answer, asked)
  const kept = found.slice(spot.skip, spot.skip + limit)
  const seen = spot.skip + kept.length
  const following = whole ? undefined : nextIn(answer.headers, spot, found.length)
  const next = seen < found.length ? { ...spot, skip: seen } : following
  const total = whole ? found.length : totalIn(answer.headers, spot, found.length, following !== undefined)
  turn.respond({ pagination: paginationOf(spot, total, next !== undefined) })
  return {
    items: kept.map(read),
    next_cursor: next ? cursorOf(next, mark) : null,
    total: total === null ? null : { value: total, relation: 'eq' }
  }
}

function rowsIn({ body }: UpstreamAnswer, request: Request): Row[] {
  if (Array.isArray(body)) return body.filter(isRow)
  throw unreadable(request.about, true)
}

function spotOf({ limit, cursor, page, per_page }: Paging, mark: string): Spot {
  if (cursor !== undefined) return spotIn(cursor, mark)
  const numbered = page !== undefined || per_page !== undefined
  return { query: page === undefined ? {} : { page: String(page) }, per_page: per_page ?? (numbered ? PER_PAGE : limit), skip: 0 }
}

type Headers = UpstreamAnswer['headers']

/** The page that is linked to as next. Where something on the way took the links out, the other headers serve; where these are gone, too, a full page is not the end. */
function nextIn(headers: Headers, spot: Spot, found: number): Spot | undefined {
  const link = headerOf(headers, 'link')
  if (link !== undefined) return linked(link, spot)
  const page = headerOf(headers, 'x-next-page')
  if (page !== undefined) return page === '' ? undefined : { ...spot, query: { page }, skip: 0 }
  return found < spot.per_page ? undefined : { ...spot, query: { page: String(pageOf(spot, 1) + 1) }, skip: 0 }
}

function linked(header: string, spot: Spot): Spot | undefined {
  const [, address = ''] = /<([^>]*)>\s*;[^,<]*\brel="?next\b/.exec(header) ?? []
  const parameters = URL.parse(address)?.searchParams
  if (!parameters) return undefined
  const steps = [...parameters].filter(([name]) => STEPS.includes(name))
  return { query: Object.fromEntries(steps), per_page: Number(parameters.get('per_page')) || spot.per_page, skip: 0 }
}

/** GitLab leaves the total out over 10,000, and where it pages by tokens: the last page tells it, if its number is known. */
function totalIn(headers: Headers, spot: Spot, found: number, goesOn: boolean): number | null {
  const told = Number(headerOf(headers, 'x-total') || Number.NaN)
  if (Number.isInteger(told)) return told
  if (goesOn || Object.keys(spot.query).some(name => name !== 'page')) return null
  return (pageOf(spot, 1) - 1) * spot.per_page + found
}

const pageOf = ({ query }: Spot, otherwise: number): number => Number(query['page'] ?? otherwise)

function paginationOf(spot: Spot, total: number | null, goesOn: boolean): Pagination {
  const keyset = Object.keys(spot.query).some(name => name !== 'page')
  const page = keyset ? null : pageOf(spot, 1)
  return {
    page,
    per_page: spot.per_page,
    total_count: total,
    total_pages: total === null ? null : Math.ceil(total / spot.per_page),
    has_next: goesOn,
    has_previous: page === null || page > 1 || spot.skip > 0
  }
}

function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

const digest = (question: unknown): string => createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 10)

const cursorOf = ({ query, per_page, skip }: Spot, mark: string): string =>
  Buffer.from(JSON.stringify([query, per_page, skip, mark])).toString('base64url')

function spotIn(cursor: string, mark: string): Spot {
  const [query, per_page, skip, made] = partsOf(cursor)
  if (!isRow(query) || !isCount(per_page) || !isCount(skip))
    throw misgiven('cursor', 'was not made by this operation', 'next_cursor of the page before')
  if (made !== mark) throw misgiven('cursor', 'belongs to another list', 'the input that made it, unchanged but for limit')
  const steps = Object.entries(query).filter(([name, value]) => STEPS.includes(name) && typeof value === 'string')
  return { query: Object.fromEntries(steps.map(([name, value]) => [name, String(value)])), per_page, skip }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= 100_000

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
